import { invalid } from './refusal.js';
import { isCleanText, lengthOf, trim } from './text.js';
import { isInstant } from './wrong-use.js';

/** The minimum and maximum, both included, of a number or of a text's length in Unicode code points. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Returns the text, trimmed. Throws `VALIDATION_ERROR` as `boundedText` does. */
export function trimmedText(member: string, text: string, bounds: Bounds): string {
  assertText(member, text);
  return boundedText(member, trim(text), bounds);
}

/** A program without types can pass any value. */
function assertText(member: string, text: unknown): void {
  if (typeof text !== 'string') invalid(member, 'must be a text');
}

/** Returns the text unchanged. Throws `VALIDATION_ERROR` on `member` when it is too short, too long, or cannot be stored unchanged. */
export function boundedText(member: string, text: string, { least, most }: Bounds): string {
  assertText(member, text);
  if (!isCleanText(text)) invalid(member, 'must hold neither U+0000 nor an unpaired surrogate');
  const length = lengthOf(text);
  if (length < least || length > most) invalid(member, `must have ${least} to ${most} characters`);
  return text;
}

/** Returns the number unchanged. Throws `VALIDATION_ERROR` on `member` unless it is an integer within the bounds. */
export function boundedInteger(member: string, value: number, { least, most }: Bounds): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    invalid(member, `must be an integer from ${least} to ${most}`);
  }
  return value;
}

/** The first millisecond of the year 1, the first instant that is stored. */
export const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z');

/** The last millisecond of the year 9999, the last instant that is stored. */
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Returns the instant unchanged. Throws `VALIDATION_ERROR` on `member` unless it lies in the years 0001–9999. */
export function boundedInstant(member: string, instant: Date): Date {
  const time = isInstant(instant) ? instant.getTime() : NaN;
  // The condition is negated because every comparison with an invalid Date is false.
  if (!(time >= FIRST_INSTANT && time <= LAST_INSTANT)) invalid(member, 'must lie in the years 0001 to 9999');
  return instant;
}
