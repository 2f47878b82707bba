/** The pattern of a uuid input (contract §1.4). */
export const UUID_PATTERN =
  '^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$';

const SHAPE = new RegExp(UUID_PATTERN);

/** Reads a UUID in either case, and returns it in lower case; `undefined` for any other text. */
export function parseUuid(text: string): string | undefined {
  return SHAPE.test(text) ? text.toLowerCase() : undefined;
}
