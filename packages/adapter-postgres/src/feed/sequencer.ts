import { randomUUID } from 'node:crypto';
import type { FeedEntry } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';
import { inTransaction } from '../engine/transaction.js';

/** The most transactions that one pass numbers. A row of the queue can hold thousands of entries. */
const MOST_QUEUED = 500;

/** False while another process numbers: positions are dense because one process gives them at a time. */
const LOCK = statement(
  'feed.lock-sequencer',
  `select pg_try_advisory_xact_lock(hashtextextended('feed sequencer', 0)) as "isMine"`,
);

/** Takes the first rows that are committed. A statement of its own: its snapshot is later than the lock. */
const TAKE = statement(
  'feed.take',
  `with taken as (
     delete from change_queue
     where sequence in (select sequence from change_queue order by sequence limit ${MOST_QUEUED})
     returning sequence, organization_id, request_id, at, entries
   )
   select organization_id as "organizationId", request_id as "requestId", at, entries from taken order by sequence`,
);

/** Reserves positions. An Organization that was deleted gets none. */
const RESERVE = statement(
  'feed.reserve',
  `insert into feed_heads (organization_id, last_position, oldest_position)
   select counted.organization_id, counted.entries, 1
   from jsonb_to_recordset($1::jsonb) as counted (organization_id uuid, entries bigint)
   where exists (select from organizations where organizations.id = counted.organization_id)
   order by counted.organization_id
   on conflict (organization_id) do update set last_position = feed_heads.last_position + excluded.last_position
   returning organization_id as "organizationId", last_position::float8 as "lastPosition"`,
);

const COLUMNS = 'organization_id, position, id, type, at, project_id, subject, revision, actor_id, request_id, changes';

const ADD = statement(
  'feed.add',
  `insert into changes (${COLUMNS}) select ${COLUMNS} from jsonb_populate_recordset(null::changes, $1::jsonb)`,
);

/** The channel by which other processes learn that there are new positions. */
export const FEED_CHANNEL = 'worktrack_feed';

/** Never in a transaction of a request: a commit that notifies waits for every other one of the server. */
const NOTIFY = statement('feed.notify', `select pg_notify('${FEED_CHANNEL}', '')`);

interface Queued {
  readonly organizationId: OrganizationId;
  readonly requestId: string;
  readonly at: Date;
  readonly entries: readonly FeedEntry[];
}

/**
 * Gives the committed changes in the queue their positions in the feeds of their Organizations. Returns the number of transactions that it
 * took: with fewer than the most there is nothing left, or another process numbers.
 *
 * Nothing is lost: a change without a position is a row of the queue, however late it is committed. A feed has the order of causes: who
 * waited for a transaction, or read what it committed, drew a higher sequence, and a snapshot with the later one has the earlier one.
 */
export function numberChanges(connections: Connections): Promise<{ readonly taken: number; readonly isLast: boolean }> {
  return inTransaction(connections, async (transaction) => {
    const [lock] = await transaction.rows<{ isMine: boolean }>(LOCK, []);
    if (lock?.isMine !== true) return { taken: 0, isLast: true };
    const queued = await transaction.rows<Queued>(TAKE, []);
    if (queued.length === 0) return { taken: 0, isLast: true };
    const counts = new Map<OrganizationId, number>();
    for (const { organizationId, entries } of queued) {
      counts.set(organizationId, (counts.get(organizationId) ?? 0) + entries.length);
    }
    const counted = [...counts].map(([organization_id, entries]) => ({ organization_id, entries }));
    const heads = await transaction.rows<{ organizationId: OrganizationId; lastPosition: number }>(RESERVE, [
      JSON.stringify(counted),
    ]);
    const next = new Map(
      heads.map(({ organizationId: id, lastPosition }) => [id, lastPosition - (counts.get(id) ?? 0) + 1]),
    );
    const rows = queued.flatMap(({ organizationId, requestId, at, entries }) => {
      const first = next.get(organizationId);
      if (first === undefined) return [];
      next.set(organizationId, first + entries.length);
      return entries.map((entry, index) => ({
        organization_id: organizationId,
        position: first + index,
        id: randomUUID(),
        type: entry.type,
        at: entry.at ?? at,
        project_id: entry.projectId,
        subject: entry.subject,
        revision: entry.revision,
        actor_id: entry.actor,
        request_id: requestId,
        changes: entry.changes,
      }));
    });
    transaction.writeRows(ADD, rows);
    transaction.write(NOTIFY, []);
    return { taken: queued.length, isLast: queued.length < MOST_QUEUED };
  });
}
