import {
  FEED_TYPES,
  coversType,
  invariant,
  refuse,
  type FeedReader,
  type OrganizationScope,
  type Principal,
} from '@worktrack/application';
import type { RequestContext } from '../run/context.js';

/** Returns the caller of a feed. Throws `INSUFFICIENT_SCOPE` when the scopes cover no type: there is nothing to read. */
export function readerOf({ token: { scopes } }: Principal, scope: OrganizationScope): FeedReader {
  const types = FEED_TYPES.filter((type) => coversType(scopes, type));
  if (types.length > 0) return { scope, types };
  const requiredScope = 'work_item:read';
  refuse('INSUFFICIENT_SCOPE', `This token lacks the scope ${requiredScope}, or another one that reads.`, {
    details: { requiredScope },
  });
}

/** Returns the reader with the rights that the request has now: they are looked up again while it waits. */
export function readerNow({ principal, organization }: RequestContext): FeedReader {
  return readerOf(
    invariant(principal, 'The reader of a feed has a principal.'),
    invariant(organization, 'A feed is that of an Organization.'),
  );
}
