/** The type `Value` with instants as RFC 3339 text, UTC, three fraction digits. */
export type InText<Value> = Value extends Date
  ? string
  : Value extends string | number | boolean | null | undefined
    ? Value
    : { readonly [Member in keyof Value]: InText<Value[Member]> };

/** Converts instants to text. Accepts plain data only: objects, arrays, instants and JSON primitives. */
export function inText<Value>(value: Value): InText<Value> {
  return textOf(value) as InText<Value>;
}

function textOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(textOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, textOf(member)]));
}
