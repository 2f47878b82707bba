import type { Value } from './values.js';

/** Collects the values of a statement whose text depends on what is asked. User text never becomes part of the text. */
export class Parameters {
  private readonly collected: Value[] = [];

  /** The values in the order of their placeholders. */
  get values(): readonly Value[] {
    return this.collected;
  }

  /** The placeholder that stands for the value. */
  add(value: Value, type: string): string {
    this.collected.push(value);
    return `$${this.collected.length}::${type}`;
  }
}
