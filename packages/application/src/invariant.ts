/** Returns a value that is always there; throws an `Error`, which is a fault of the program, where it is not. */
export function invariant<Value>(value: Value, message: string): NonNullable<Value> {
  if (value === undefined || value === null) throw new Error(message);
  return value;
}
