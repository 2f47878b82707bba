import type { Value } from './values.js';

/** Collects the values of a statement whose text depends on the query. User input never becomes part of the statement's text. */
export class StatementParameters {
  private readonly collected: Value[] = [];

  /** The values in the order of their placeholders. */
  get values(): readonly Value[] {
    return this.collected;
  }

  /** Adds a value, and returns its placeholder. */
  add(value: Value, type: string): string {
    this.collected.push(value);
    return `$${this.collected.length}::${type}`;
  }
}
