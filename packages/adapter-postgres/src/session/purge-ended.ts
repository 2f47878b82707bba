import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';

/** The largest number of rows of one statement. */
const BATCH = 1_000;

/** Days for which a session or a link stays after its end. */
const KEPT_DAYS = 30;

const PURGE_SESSIONS = statement(
  'sessions.purge',
  `delete from sessions where id = any (array(
     select id from sessions where coalesce(ended_at, expires_at) < clock_timestamp() - interval '${KEPT_DAYS} days'
     limit ${BATCH} for update skip locked)) returning id`,
);

const PURGE_LINKS = statement(
  'sign-in-links.purge',
  `delete from sign_in_links where token_hash = any (array(
     select token_hash from sign_in_links where expires_at < clock_timestamp() - interval '${KEPT_DAYS} days'
     limit ${BATCH} for update skip locked)) returning purpose`,
);

/** Deletes a batch of the sessions and links that ended 30 days ago. Returns the number of deleted rows. */
export async function purgeEndedSessions(connections: Connections): Promise<number> {
  const sessions = await connections.once(PURGE_SESSIONS, []);
  const links = await connections.once(PURGE_LINKS, []);
  return sessions.length + links.length;
}
