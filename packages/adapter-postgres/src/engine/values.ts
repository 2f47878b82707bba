/** A parameter of a statement. */
export type Value = string | number | boolean | null | Date | Buffer | readonly string[];
