import { invalid } from './refusal.js';
import { isCleanText, lengthOf } from './text.js';

/** The minimum and maximum, both included, of a number or of a text's length in Unicode code points. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Returns the text unchanged. Throws `VALIDATION_ERROR` on `member` when it is too short, too long, or cannot be stored unchanged. */
export function boundedText(member: string, text: string, { least, most }: Bounds): string {
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

/** Returns the instant unchanged. Throws `VALIDATION_ERROR` on `member` unless it lies in the years 0001–9999 (contract §1.4). */
export function boundedInstant(member: string, instant: Date): Date {
  const time = instant.getTime();
  // The condition is negated because every comparison with an invalid Date is false.
  if (!(time >= FIRST_INSTANT && time <= LAST_INSTANT)) invalid(member, 'must lie in the years 0001 to 9999');
  return instant;
}
