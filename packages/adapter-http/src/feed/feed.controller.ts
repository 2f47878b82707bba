import { Controller, Get, Param } from '@nestjs/common';
import {
  FEED_TYPES,
  FeedViews,
  coversType,
  refuse,
  type FeedReader,
  type OrganizationScope,
  type Principal,
} from '@worktrack/application';
import { ProjectKey } from '@worktrack/domain';
import { SCHEMA } from '../body/patterns.js';
import { anyOf, anyParsed, integer, meaning, parsedOr, type QueryOf } from '../checks/query.js';
import { Caller, InOrganization, InQuery } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { FeedEvent, FeedEventPage } from './feed.responses.js';
import EXAMPLES from './feed.examples.json';

const Q_EVENTS = {
  after: meaning(
    'The `cursor` of an earlier response, or `earliest` or `latest` to begin.',
    parsedOr('latest', (text) => text || undefined, 'a cursor, `earliest` or `latest`', {
      type: 'string',
      minLength: 1,
      default: 'latest',
    }),
  ),
  limit: meaning('The most events of one response.', integer(1, 500, 100)),
  type: meaning('Only events of these types.', anyOf(FEED_TYPES)),
  project: meaning(
    'Only events of the Projects with these keys.',
    anyParsed((text) => ProjectKey.parse(text), 'a Project key', SCHEMA.projectKey),
  ),
};

@Controller('api/x/organizations/:organizationSlug/events')
export class FeedController {
  constructor(private readonly views: FeedViews) {}

  @Get()
  @Operation({
    id: 'listEvents',
    stability: 'experimental',
    summary: 'The changes of an Organization, in the order in which they were committed.',
    description:
      'Lists events after a cursor, oldest first. `cursor` of the response covers everything that was looked through, also what you do not see, and is the next `after`; repeating a request is safe. To mirror an Organization, ask for `latest`, read the lists of v1, then follow. The scopes of the token decide which types are there.',
    examples: EXAMPLES.listEvents,
    scope: null,
    role: null,
    query: Q_EVENTS,
    responses: { status: 200, with: FeedEventPage },
    errors: ['INVALID_CURSOR', 'EVENTS_EXPIRED', 'INSUFFICIENT_SCOPE'],
  })
  list(
    @Caller() caller: Principal,
    @InOrganization() scope: OrganizationScope,
    @InQuery() { after, limit, type, project }: QueryOf<typeof Q_EVENTS>,
  ): Promise<FeedEventPage> {
    return this.views.page(readerOf(caller, scope), { after, limit, types: type, projects: project });
  }

  @Get(':eventId')
  @Operation({
    id: 'getEvent',
    stability: 'experimental',
    summary: 'One event.',
    description: 'Shows an event by its id, as `listEvents` does.',
    examples: EXAMPLES.getEvent,
    scope: null,
    role: null,
    responses: { status: 200, with: FeedEvent },
    errors: ['INSUFFICIENT_SCOPE'],
  })
  get(
    @Caller() caller: Principal,
    @InOrganization() scope: OrganizationScope,
    @Param('eventId') id: string,
  ): Promise<FeedEvent> {
    return this.views.one(readerOf(caller, scope), id);
  }
}

/** The types that the scopes of the caller cover. Without any there is nothing to read. */
function readerOf({ token: { scopes } }: Principal, scope: OrganizationScope): FeedReader {
  const types = FEED_TYPES.filter((type) => coversType(scopes, type));
  if (types.length > 0) return { scope, types };
  const requiredScope = 'work_item:read';
  refuse('INSUFFICIENT_SCOPE', `This token lacks the scope ${requiredScope}, or another one that reads.`, {
    details: { requiredScope },
  });
}
