import { type Reader, brief, statement } from '../engine/statement.js';

/** The name of the first key. The others have their identifier after it. */
export const CURSOR_KEY = 'cursor-key';

/** Seconds for which a new key verifies only: until then every server has read it. */
export const SETTLES_AFTER = 10;

/** The keys in the order of their use: the newest that has settled, the older ones, then those that have not settled. */
const KEYS = brief(
  statement(
    'cursor-keys.all',
    `select value from server_secrets where name = '${CURSOR_KEY}' or name like '${CURSOR_KEY}:%'
     order by created_at <= statement_timestamp() - interval '${SETTLES_AFTER} seconds' desc, created_at desc, name`,
  ),
);

/** The keys that seal cursors, 32 bytes each: the first signs, all verify. */
export type CursorKeys = readonly [Buffer, ...Buffer[]];

/** Reads the keys. Throws when there is none. */
export async function readCursorKeys(reader: Reader): Promise<CursorKeys> {
  const [first, ...others] = (await reader.rows<{ value: Buffer }>(KEYS, [])).map(({ value }) => value);
  if (!first) throw new Error('This database cannot be used: it has no cursor key.');
  return [first, ...others];
}
