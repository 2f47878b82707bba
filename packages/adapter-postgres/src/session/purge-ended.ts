import { RELEASE_FILE_HOURS } from '@worktrack/application';
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

/** Rows with a secret that were never used, each found by the index of its hash. */
const unused = (table: 'invitations' | 'join_links' | 'email_changes' | 'setup_links'): Purge => ({
  find: statement(
    `${table}.find-expired`,
    `select '\\x' || encode(token_hash, 'hex') as key from ${table} where expires_at < clock_timestamp()
     limit ${BATCH} for update skip locked`,
  ),
  delete: statement(`${table}.purge`, `delete from ${table} where token_hash = any ($1::bytea[]) returning expires_at`),
});

const FORMER_SLUGS: Purge = {
  find: statement(
    'former-slugs.find-ended',
    `select slug as key from former_slugs where ends_at < clock_timestamp() limit ${BATCH} for update skip locked`,
  ),
  delete: statement('former-slugs.purge', `delete from former_slugs where slug = any ($1::text[]) returning slug`),
};

const RELEASE_FILES: Purge = {
  find: statement(
    'release-files.find-ended',
    `select name as key from release_files where offered_at < clock_timestamp() - interval '${RELEASE_FILE_HOURS} hours'
     limit ${BATCH} for update skip locked`,
  ),
  delete: statement('release-files.purge', `delete from release_files where name = any ($1::text[]) returning name`),
};

const ALL: readonly Purge[] = [
  SESSIONS,
  LINKS,
  MAILS,
  PROOFS,
  unused('invitations'),
  unused('join_links'),
  unused('email_changes'),
  unused('setup_links'),
  FORMER_SLUGS,
  RELEASE_FILES,
];

/**
 * Deletes a batch of the sessions and links that ended, and of the mails that were sent or have failed, 30 days ago, and of what has expired: used
 * responses of providers, invitations, join links, changes of an address, former slugs and files of earlier releases. Returns the number of deleted rows.
 */
export async function purgeEndedSessions(connections: Connections): Promise<number> {
  let deleted = 0;
  for (const purge of ALL) deleted += await purged(connections, purge);
  return deleted;
}

function purged(connections: Connections, { find, delete: deletion }: Purge): Promise<number> {
  return inTransaction(connections, async (transaction) => {
    const found = await transaction.rows<{ readonly key: string }>(find, []);
    if (found.length === 0) return 0;
    return (await transaction.rows(deletion, [found.map(({ key }) => key)])).length;
  });
}
