import type { Connections } from '../engine/connections.js';
import { type Statement, statement } from '../engine/statement.js';
import { inTransaction } from '../engine/transaction.js';

/** The largest number of rows of one statement. */
const BATCH = 1_000;

/** Days for which a session, a link or a mail stays after its end. */
const KEPT_DAYS = 30;

/** The rows are named by their keys: a deletion that chose rows by itself could choose others on each machine of a cluster. */
interface Purge {
  readonly find: Statement;
  readonly delete: Statement;
}

const SESSIONS: Purge = {
  find: statement(
    'sessions.find-ended',
    `select id as key from sessions where coalesce(ended_at, expires_at) < clock_timestamp() - interval '${KEPT_DAYS} days'
     limit ${BATCH} for update skip locked`,
  ),
  delete: statement('sessions.purge', `delete from sessions where id = any ($1::uuid[]) returning id`),
};

const LINKS: Purge = {
  find: statement(
    'sign-in-links.find-expired',
    `select '\\x' || encode(token_hash, 'hex') as key from sign_in_links where expires_at < clock_timestamp() - interval '${KEPT_DAYS} days'
     limit ${BATCH} for update skip locked`,
  ),
  delete: statement(
    'sign-in-links.purge',
    `delete from sign_in_links where token_hash = any ($1::bytea[]) returning purpose`,
  ),
};

const MAILS: Purge = {
  find: statement(
    'outbox.find-ended',
    `select cause as key from outbox where coalesce(sent_at, failed_at) < clock_timestamp() - interval '${KEPT_DAYS} days'
     limit ${BATCH} for update skip locked`,
  ),
  delete: statement('outbox.purge', `delete from outbox where cause = any ($1::uuid[]) returning cause`),
};

/** Without the days: an response of a provider that has expired is refused by its own instants. */
const PROOFS: Purge = {
  find: statement(
    'spent-proofs.find-expired',
    `select '\\x' || encode(hash, 'hex') as key from spent_proofs where expires_at < clock_timestamp()
     limit ${BATCH} for update skip locked`,
  ),
  delete: statement('spent-proofs.purge', `delete from spent_proofs where hash = any ($1::bytea[]) returning hash`),
};

/**
 * Deletes a batch of the sessions and links that ended, and of the mails that were sent or have failed, 30 days ago, and of the used responses of
 * providers that have expired. Returns the number of deleted rows.
 */
export async function purgeEndedSessions(connections: Connections): Promise<number> {
  const sessions = await purged(connections, SESSIONS);
  const links = await purged(connections, LINKS);
  const mails = await purged(connections, MAILS);
  const proofs = await purged(connections, PROOFS);
  return sessions + links + mails + proofs;
}

function purged(connections: Connections, { find, delete: deletion }: Purge): Promise<number> {
  return inTransaction(connections, async (transaction) => {
    const found = await transaction.rows<{ readonly key: string }>(find, []);
    if (found.length === 0) return 0;
    return (await transaction.rows(deletion, [found.map(({ key }) => key)])).length;
  });
}
