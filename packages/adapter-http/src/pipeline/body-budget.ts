import { Overloaded } from '@worktrack/application';
import type { Release } from './fair-share.js';

const MIB = 1_048_576;

/** Limits of the bodies that the process holds at once. */
export interface BodyLimits {
  /** Bytes of all bodies together. */
  readonly most: number;
  /** Bytes of the bodies of one owner. */
  readonly mostOfOne: number;
  /** Requests that wait for room. */
  readonly mostWaiting: number;
  /** Milliseconds until a request that gets no room is answered to try again. */
  readonly longestWait: number;
}

const LIMITS: BodyLimits = { most: 64 * MIB, mostOfOne: 16 * MIB, mostWaiting: 1_000, longestWait: 5_000 };

interface Waiting {
  readonly owner: string;
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * Room for the bodies that are held in memory. A request takes its room before a byte of its body is read: while it waits, its body
 * stays with the sender. Waiting requests are admitted in their order, but a request that is too large, or whose owner has enough,
 * does not hold up the others.
 */
export class BodyBudget {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  private readonly waiting = new Set<Waiting>();

  constructor(private readonly limits: BodyLimits = LIMITS) {}

  /** The bytes that are taken now. */
  get held(): number {
    return this.taken;
  }

  /** Resolves when there is room for `bytes`. Throws `Overloaded` when that takes too long, or too many requests wait already. */
  async take(owner: string, bytes: number): Promise<Release> {
    if (!this.fits(owner, bytes)) await this.room(owner, bytes);
    else this.add(owner, bytes);
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.add(owner, -bytes);
      this.admit();
    };
  }

  private room(owner: string, bytes: number): Promise<void> {
    const { mostWaiting, longestWait } = this.limits;
    if (this.waiting.size >= mostWaiting) throw new Overloaded('turn', 'Too many bodies wait to be read.');
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(new Overloaded('turn', 'There was no room for the body.'));
      }, longestWait);
      const waiting: Waiting = {
        owner,
        bytes,
        admit: () => {
          clearTimeout(giveUp);
          resolve();
        },
      };
      this.waiting.add(waiting);
    });
  }

  private fits(owner: string, bytes: number): boolean {
    const { most, mostOfOne } = this.limits;
    return this.taken + bytes <= most && (this.takenBy.get(owner) ?? 0) + bytes <= mostOfOne;
  }

  private add(owner: string, bytes: number): void {
    this.taken += bytes;
    const left = (this.takenBy.get(owner) ?? 0) + bytes;
    if (left === 0) this.takenBy.delete(owner);
    else this.takenBy.set(owner, left);
  }

  private admit(): void {
    for (const waiting of this.waiting) {
      if (this.taken >= this.limits.most) return;
      if (!this.fits(waiting.owner, waiting.bytes)) continue;
      this.waiting.delete(waiting);
      this.add(waiting.owner, waiting.bytes);
      waiting.admit();
    }
  }
}
