/** Returns a value that must be present. Throws an `Error` when it is missing, because that is a bug. */
export function invariant<Value>(value: Value, message: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(message);
  return value;
}
