/** Random choices that repeat: a seed always gives the same sequence. */
export class SeededRandom {
  constructor(private state: number) {}

  /** At least 0, less than 1. */
  next(): number {
    // mulberry32: one multiplication a draw, and good enough for a demo.
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** Makes an independent sequence for one part of the history: draws in other parts do not change it. */
  part(number: number): SeededRandom {
    return new SeededRandom(Math.imul(this.state ^ (number + 1), 0x9e3779b1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  between(least: number, most: number): number {
    return least + this.next() * (most - least);
  }

  of<Choice>(choices: readonly [Choice, ...Choice[]]): Choice {
    return choices[Math.floor(this.next() * choices.length)] ?? choices[0];
  }

  /** Draws a waiting time: mostly about `usual`, seldom several times as long. */
  wait(usual: number): number {
    return -Math.log(1 - this.next()) * usual;
  }
}
