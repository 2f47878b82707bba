import type { FeedHead } from '@worktrack/application';
import type { OrganizationId } from '@worktrack/domain';
import { brief, statement, type Reader } from '../engine/statement.js';

const HEADS = brief(
  statement(
    'feed.heads',
    `select organization_id as "organizationId", last_position::float8 as "lastPosition" from feed_heads
     where organization_id = any($1::uuid[])`,
  ),
);

/** Reads the last positions of feeds. One without events has none. */
export function readFeedHeads(reader: Reader, organizations: readonly OrganizationId[]): Promise<readonly FeedHead[]> {
  return reader.rows<FeedHead>(HEADS, [[...organizations]]);
}
