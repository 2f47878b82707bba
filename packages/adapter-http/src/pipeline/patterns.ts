import { UUID_PATTERN } from './uuid.js';

/** Schemas of single values of the domain for `openapi.json`, as exact as the server reads them. */
type Schema = Readonly<Record<string, unknown>>;

const text = (pattern: string): Schema => ({ type: 'string', pattern });

const PUBLIC_ID = 'usr_[A-Za-z0-9_-]{21}[AQgw]';
/** The alternatives of the pattern of a uuid, without its anchors. */
const UUID = UUID_PATTERN.slice(1, -1);

/**
 * White space, control characters and characters without width of the basic plane, as `trim` of the domain knows them. Written out: engines
 * differ in what \s means. No class of characters that all engines read has those of the other planes (U+E0000 to U+E0FFF).
 */
const UNSEEN =
  '\\u0000- \\u007f-\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u1680\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f' +
  '\\u2028-\\u202f\\u205f-\\u206f\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8';

const WHITE = '\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';

/** No U+0000: such text cannot be stored (contract §1.2.4). */
export const CLEAN_TEXT = '^[^\\u0000]*$';

/** No U+0000, and something that can be seen: what is trimmed must leave something. */
export const TEXT_WITH_CONTENT = `^[^\\u0000]*[^${UNSEEN}][^\\u0000]*$`;

/** No U+0000, and something that is not white space: a query with a character that cannot be seen has a diagnostic, which names it. */
export const TEXT_NOT_BLANK = `^[^\\u0000]*[^\\u0000${WHITE}][^\\u0000]*$`;

const LEAP_DAY = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29';
const OTHER_DAY =
  '[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))';

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
  day: { type: 'string', format: 'date', pattern: `^(?!0000)(?:${LEAP_DAY}|${OTHER_DAY})$` },
  cursor: { type: 'string', minLength: 1, maxLength: 2_048, pattern: '^[A-Za-z0-9_-]+$' },
} as const satisfies Readonly<Record<string, Schema>>;
