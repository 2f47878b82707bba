import { FIRST_INSTANT, LAST_INSTANT } from '@worktrack/domain';

const SHAPE =
  /^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|([+-](?:[01]\d|2[0-3]):[0-5]\d)))$/;

/** The pattern of a `dt` input (contract §1.4), as OpenAPI shows it. */
const INSTANT_PATTERN = SHAPE.source;

/** The pattern accepts the year 0000, which is not valid. */
export const INSTANT_SCHEMA = {
  type: 'string',
  format: 'date-time',
  pattern: INSTANT_PATTERN,
  // A pattern accepts whatever is not a text: without the type, `null` would be refused.
  not: { type: 'string', pattern: '^0000' },
} as const;

/** The instant of a `dt` input, cut to milliseconds; `undefined` for any other text, and outside the years 0001–9999. */
export function parseInstant(text: string): Date | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const fraction = /\.(\d{1,3})/.exec(text)?.[1] ?? '';
  // Date.parse reads exactly three fraction digits alike everywhere; more would be rounded by some engines.
  const time = Date.parse(`${text.slice(0, 19)}.${fraction.padEnd(3, '0')}${match[1] ?? 'Z'}`);
  return time >= FIRST_INSTANT && time <= LAST_INSTANT ? new Date(time) : undefined;
}

/** True when a `dt` input is finer than milliseconds: `parseInstant` cuts the rest off. */
export function isFinerThanMilliseconds(text: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(text);
}
