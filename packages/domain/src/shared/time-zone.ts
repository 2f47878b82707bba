import type { Brand } from './brand.js';
import { TIME_ZONE_NAMES } from './time-zone-names.js';

/** The name of a time zone in the IANA database, in its exact spelling; aliases are included. */
export type TimeZone = Brand<string, 'TimeZone'>;

export const TimeZone = {
  utc: 'UTC' as TimeZone,

  /** Returns `undefined` when the text is not a name: another case, an offset, a POSIX rule. */
  parse(text: string): TimeZone | undefined {
    // Also ask the runtime: it can know names that were added to the database after this list.
    const isName = TIME_ZONE_NAMES.has(text) || Intl.supportedValuesOf('timeZone').includes(text);
    return isName ? (text as TimeZone) : undefined;
  },
};
