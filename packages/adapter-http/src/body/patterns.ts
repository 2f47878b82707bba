import { UUID_PATTERN } from './uuid.js';

/** Schemas of single values of the domain for `openapi.json`, as exact as the server reads them. */
type Schema = Readonly<Record<string, unknown>>;

const text = (pattern: string): Schema => ({ type: 'string', pattern });

const PUBLIC_ID = 'usr_[A-Za-z0-9_-]{21}[AQgw]';
/** The alternatives of the pattern of a uuid, without its anchors. */
const UUID = UUID_PATTERN.slice(1, -1);

// All patterns keep to the syntax that JavaScript, Python, Go, Java, Ruby, Rust and PCRE share: no \u, no look-around.

/** No U+0000: such text cannot be stored (contract §1.2.4). */
export const CLEAN_TEXT = '^[^\\x00]*$';

/**
 * No U+0000, and something that is not white space: what is trimmed must leave something. The server also refuses a text of characters without
 * width alone, for which engines share no pattern.
 */
export const TEXT_WITH_CONTENT = '^[^\\x00]*[^\\s\\x00][^\\x00]*$';

const LEAP_DAY = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)-02-29';
const YEAR = '(?:[1-9][0-9]{3}|0[1-9][0-9]{2}|00[1-9][0-9]|000[1-9])';
const OTHER_DAY = `${YEAR}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))`;

export const SCHEMA = {
  uuid: { type: 'string', format: 'uuid', pattern: UUID_PATTERN },
  publicId: text(`^${PUBLIC_ID}$`),
  slug: text('^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$'),
  projectKey: text('^[A-Za-z][A-Za-z0-9]{0,9}$'),
  workItemKey: text('^[A-Za-z][A-Za-z0-9]{0,9}-[1-9][0-9]{0,9}$'),
  /** A uuid or a Work Item key. */
  workItemReference: text(`^(?:${UUID}|[A-Za-z][A-Za-z0-9]{0,9}-[1-9][0-9]{0,9})$`),
  assignee: text(`^(?:me|none|${PUBLIC_ID}|${UUID})$`),
  sprintOrNone: text(`^(?:none|${UUID})$`),
  /** A real calendar day of the years 0001 to 9999. */
  day: { type: 'string', format: 'date', pattern: `^(?:${LEAP_DAY}|${OTHER_DAY})$` },
  cursor: { type: 'string', minLength: 1, maxLength: 2_048, pattern: '^[A-Za-z0-9_-]+$' },
} as const satisfies Readonly<Record<string, Schema>>;
