declare module 'pg/lib/utils.js' {
  /** Converts a parameter to what the driver sends: text, bytes, or `null`. Throws for a value without such a form. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
