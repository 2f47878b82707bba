/** Random choices, determined by a seed. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** True in one of `inCases` cases, at random. */
  once(inCases: number): boolean {
    return this.next() * inCases < 1;
  }

  /** Returns an integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Picks one of the choices, of which there must be at least one. */
  of<Choice>(choices: readonly Choice[]): Choice {
    return choices[this.integer(0, choices.length - 1)] as Choice;
  }

  /** Picks one of the choices; `null` in one of three cases. */
  maybe<Choice>(choices: readonly Choice[]): Choice | null {
    return choices.length === 0 || this.once(3) ? null : this.of(choices);
  }

  /** Calls `make` from `least` to `most` times and returns the results. */
  list<Made>(least: number, most: number, make: () => Made): Made[] {
    return Array.from({ length: this.integer(least, most) }, make);
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.integer(0, 15).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
