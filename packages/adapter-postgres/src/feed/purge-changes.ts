import type { OrganizationId } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';
import { inTransaction } from '../engine/transaction.js';

/** The most Organizations of one batch, and the most events of each. */
const MOST_FEEDS = 10;
const MOST_EVENTS = 1_000;

/** $1 the days for which events are kept. */
const FIND = statement(
  'feed.find-old',
  `select head.organization_id as "organizationId" from feed_heads head
   where exists (
     select from changes first
     where first.organization_id = head.organization_id and first.position = head.oldest_position
       and first.at < clock_timestamp() - $1 * interval '1 day'
   )
   limit ${MOST_FEEDS}`,
);

/** Finds the first event to keep: an instant can be earlier than that of the event before. Locks the head: of two processes, one purges. */
const FIRST_KEPT = statement(
  'feed.first-kept',
  `select head.oldest_position::float8 as oldest, coalesce((
     select min(kept.position) from changes kept
     where kept.organization_id = $1 and kept.position >= head.oldest_position
       and kept.position < head.oldest_position + ${MOST_EVENTS} and kept.at >= clock_timestamp() - $2 * interval '1 day'
   ), least(head.oldest_position + ${MOST_EVENTS}, head.last_position + 1))::float8 as kept
   from feed_heads head where head.organization_id = $1 for update skip locked`,
);

const DELETE = statement(
  'feed.delete-old',
  'delete from changes where organization_id = $1 and position >= $2 and position < $3',
);

const MOVE_ON = statement('feed.move-oldest', 'update feed_heads set oldest_position = $2 where organization_id = $1');

/** Deletes one batch of events older than this number of days. Returns their number. */
export async function purgeOldChanges(connections: Connections, days: number): Promise<number> {
  const feeds = await connections.rows<{ organizationId: OrganizationId }>(FIND, [days]);
  let purged = 0;
  for (const { organizationId } of feeds) {
    purged += await inTransaction(connections, async (transaction) => {
      const [head] = await transaction.rows<{ oldest: number; kept: number }>(FIRST_KEPT, [organizationId, days]);
      if (!head || head.kept <= head.oldest) return 0;
      transaction.write(DELETE, [organizationId, head.oldest, head.kept]);
      transaction.write(MOVE_ON, [organizationId, head.kept]);
      return head.kept - head.oldest;
    });
  }
  return purged;
}
