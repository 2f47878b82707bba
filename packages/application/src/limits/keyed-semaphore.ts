import { Overloaded } from '../shared/faults.js';
import type { RequestWork } from '../shared/request-work.js';

/** The kinds of keys by which slots are counted, from the narrowest. */
export const KEY_KINDS = ['credential', 'user', 'network', 'organization'] as const;

/** One of `KEY_KINDS`. */
export type KeyKind = (typeof KEY_KINDS)[number];

/** The keys of the one who takes slots. A visitor has a network, a member a credential and a user, and often an Organization. */
export type Owner = Readonly<Partial<Record<KeyKind, string | undefined>>>;

/** The bounds of a semaphore, in slots; a slot is a request, a connection or a byte. A kind without a bound is not counted. */
export interface Bounds extends Readonly<Partial<Record<KeyKind, number>>> {
  /** The holders in the plural, for messages: `uploads`. */
  readonly of: string;
  /** Slots of all owners together. */
  readonly process: number;
  /** Slots of one Organization while another one waits. */
  readonly organizationWhileOthersWait?: number;
  /** The most that wait, in all and of one user or network, and the milliseconds that they wait. Without it nobody waits. */
  readonly waiting?: { readonly process: number; readonly one: number; readonly timeout: number };
  /**
   * While more than `waiting` of an Organization wait, none of them begins after another has ended for as long as that one took, at most
   * `milliseconds`: the other requests of the process get time in between.
   */
  readonly pause?: { readonly waiting: number; readonly milliseconds: number };
}

/** Gives the slots back. Further calls change nothing. */
export type Release = () => void;

/** The bound that has no room: that of a kind of key, or of the whole process. */
export type FullBound = KeyKind | 'process';

interface Waiter {
  readonly owner: Owner;
  readonly slots: number;
  readonly begin: (release: Release) => void;
}

/** The waiters of one Organization, by user or network; whoever is served next comes first. Those of one credential wait one after the other. */
type Group = Map<string, Set<Waiter>>;

/**
 * A semaphore that counts its slots by several keys together. Those who find no slot wait in a queue, which is served in turn by
 * Organization, then by user or network, then in the order of arrival: whoever asks for much waits for their own requests. A user or an
 * Organization whose bound is full does not hold up the others. To serve the queue looks at one waiter of each user or network at most.
 */
export class KeyedSemaphore {
  private total = 0;
  private readonly taken = new Map<string, number>();
  private readonly groups = new Map<string, Group>();
  private waiters = 0;
  /** The number of waiters by user or network, over all Organizations. */
  private readonly waitersOf = new Map<string, number>();
  /** Organizations that pause, each with the time at which its pause ends. */
  private readonly pausing = new Map<string, number>();

  constructor(readonly bounds: Bounds) {}

  /** The slots that are taken now. */
  get takenCount(): number {
    return this.total;
  }

  /** Returns the slots that one key has taken; 0 for a kind without a bound. */
  takenBy(kind: KeyKind, key: string): number {
    return this.taken.get(`${kind} ${key}`) ?? 0;
  }

  /** The number of those who wait. */
  get waitingCount(): number {
    return this.waiters;
  }

  /** Returns the first bound that has no room for the slots; `undefined` when they are free. */
  fullBound(owner: Owner, slots = 1): FullBound | undefined {
    for (const kind of KEY_KINDS) {
      const key = owner[kind];
      const most = this.mostOf(kind, owner);
      if (key !== undefined && most !== undefined && this.takenBy(kind, key) + slots > most) return kind;
    }
    if (this.pausing.size > 0 && this.pausing.has(groupOf(owner))) return 'organization';
    return this.total + slots > this.bounds.process ? 'process' : undefined;
  }

  /** Takes slots that are free; `undefined` when they are not. */
  tryTake(owner: Owner, slots = 1): Release | undefined {
    return this.fullBound(owner, slots) ? undefined : this.hold(owner, slots);
  }

  /**
   * Resolves when the slots are taken. Throws `Overloaded` when that takes too long or too many wait already, and the error of the work
   * when it has to end meanwhile.
   */
  async take(owner: Owner, work?: RequestWork, slots = 1): Promise<Release> {
    work?.throwIfStopped();
    return this.tryTake(owner, slots) ?? this.wait(owner, slots, work);
  }

  /**
   * Joins the queue: `begin` is called when others have given slots back, or `serve` is called. Returns a function that leaves the
   * queue. There is no timeout, and no bound on the queue.
   */
  enqueue(owner: Owner, slots: number, begin: (release: Release) => void): () => void {
    const waiter: Waiter = { owner, slots, begin };
    this.join(waiter);
    return () => {
      this.leave(waiter);
    };
  }

  /** Lets those who wait begin, as far as slots are free. */
  serve(): void {
    while (this.total < this.bounds.process) {
      const next = this.next();
      if (!next) return;
      this.leave(next);
      this.moveToEnd(next.owner);
      next.begin(this.hold(next.owner, next.slots));
    }
  }

  private wait(owner: Owner, slots: number, work: RequestWork | undefined): Promise<Release> {
    const { of, waiting } = this.bounds;
    if (!waiting || this.waiters >= waiting.process || (this.waitersOf.get(personOf(owner)) ?? 0) >= waiting.one)
      return Promise.reject(new Overloaded('turn', `Too many ${of} wait.`));
    return new Promise((resolve, reject) => {
      const leave = this.enqueue(owner, slots, (release) => {
        end();
        resolve(release);
      });
      const giveUp = (error: Error): void => {
        leave();
        end();
        reject(error);
        // An Organization that was held back for this one can go on. Nothing else is free because somebody leaves.
        if (this.bounds.organizationWhileOthersWait !== undefined && !this.groups.has(groupOf(owner))) this.serve();
      };
      const timer = setTimeout(() => {
        giveUp(new Overloaded('turn', `Other ${of} took too long.`));
      }, waiting.timeout).unref();
      const end = (): void => {
        clearTimeout(timer);
        work?.offStop(giveUp);
      };
      work?.onStop(giveUp);
    });
  }

  private mostOf(kind: KeyKind, owner: Owner): number | undefined {
    const { organizationWhileOthersWait: most } = this.bounds;
    const isContended = kind === 'organization' && most !== undefined && this.doOthersWait(owner);
    return isContended ? most : this.bounds[kind];
  }

  private doOthersWait(owner: Owner): boolean {
    return this.groups.size > (this.groups.has(groupOf(owner)) ? 1 : 0);
  }

  private hold(owner: Owner, slots: number): Release {
    const begun = this.bounds.pause && performance.now();
    this.add(owner, slots);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.add(owner, -slots);
      if (begun !== undefined) this.pauseAfter(owner, performance.now() - begun);
      if (this.waiters === 0) return;
      this.moveToEnd(owner);
      this.serve();
    };
  }

  private add(owner: Owner, slots: number): void {
    this.total += slots;
    for (const kind of KEY_KINDS) {
      const key = owner[kind];
      const isCounted =
        this.bounds[kind] !== undefined || (kind === 'organization' && this.bounds.organizationWhileOthersWait);
      if (key === undefined || !isCounted) continue;
      const left = this.takenBy(kind, key) + slots;
      if (left === 0) this.taken.delete(`${kind} ${key}`);
      else this.taken.set(`${kind} ${key}`, left);
    }
  }

  private join(waiter: Waiter): void {
    const { owner } = waiter;
    const group: Group = this.groups.get(groupOf(owner)) ?? new Map();
    const own = group.get(personOf(owner)) ?? new Set();
    own.add(waiter);
    group.set(personOf(owner), own);
    this.groups.set(groupOf(owner), group);
    this.countWaiter(owner, 1);
  }

  private leave(waiter: Waiter): void {
    const { owner } = waiter;
    const group = this.groups.get(groupOf(owner));
    const own = group?.get(personOf(owner));
    if (!group || !own?.delete(waiter)) return;
    this.countWaiter(owner, -1);
    if (own.size === 0) group.delete(personOf(owner));
    if (group.size === 0) this.groups.delete(groupOf(owner));
  }

  private countWaiter(owner: Owner, change: 1 | -1): void {
    const person = personOf(owner);
    this.waiters += change;
    const left = (this.waitersOf.get(person) ?? 0) + change;
    if (left === 0) this.waitersOf.delete(person);
    else this.waitersOf.set(person, left);
  }

  /** Lets all others have their turn before this owner. */
  private moveToEnd(owner: Owner): void {
    const group = this.groups.get(groupOf(owner));
    if (!group) return;
    this.groups.delete(groupOf(owner));
    this.groups.set(groupOf(owner), group);
    const own = group.get(personOf(owner));
    if (!own) return;
    group.delete(personOf(owner));
    group.set(personOf(owner), own);
  }

  /** Returns who is served next: of each user or network, the one that came first. An Organization whose bound is full is passed over. */
  private next(): Waiter | undefined {
    for (const group of this.groups.values()) {
      for (const own of group.values()) {
        const [first] = own;
        if (!first) continue;
        const full = this.fullBound(first.owner, first.slots);
        if (!full) return first;
        if (full === 'organization') break;
      }
    }
    return undefined;
  }

  private pauseAfter(owner: Owner, milliseconds: number): void {
    const { pause } = this.bounds;
    const key = groupOf(owner);
    if (!pause || waitersIn(this.groups.get(key)) <= pause.waiting) return;
    const now = performance.now();
    const end = now + Math.min(pause.milliseconds, milliseconds);
    // Two of its holders might have ended one after the other: the longer pause counts.
    if (end <= (this.pausing.get(key) ?? 0)) return;
    this.pausing.set(key, end);
    setTimeout(() => {
      if (this.pausing.get(key) !== end) return;
      this.pausing.delete(key);
      this.serve();
    }, end - now).unref();
  }
}

const personOf = ({ user, network }: Owner): string => user ?? network ?? '';

/** Whoever acts in no Organization takes turns as one for themselves. */
const groupOf = (owner: Owner): string => owner.organization ?? personOf(owner);

function waitersIn(group: Group = new Map()): number {
  let count = 0;
  for (const own of group.values()) count += own.size;
  return count;
}
