import { randomInt } from 'node:crypto';

/** `SEED` of the environment, else a new one. Setting it repeats a failed run. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31 - 1));

console.log(`SEED=${seed}`);

/** Numbers that a seed determines (mulberry32). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to `count` - 1. */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  /** True in one of `times` cases, at random. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** Picks one to `most` of the items; an item may be picked twice. */
  some<Item>(items: readonly Item[], most: number): Item[] {
    return Array.from({ length: 1 + this.below(most) }, () => this.of(items));
  }
}
