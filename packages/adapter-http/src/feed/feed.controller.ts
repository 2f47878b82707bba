import type { Readable } from 'node:stream';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { FEED_TYPES, FeedViews, type OrganizationScope, type Principal } from '@worktrack/application';
import { ONE_SECOND, ProjectKey } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SCHEMA } from '../body/patterns.js';
import { anyOf, anyParsed, integer, meaning, parsedOr, type QueryOf } from '../checks/query.js';
import { UNCHANGED } from '../openapi/headers.js';
import { Caller, InOrganization, InQuery } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { EventStreams } from './event-streams.js';
import { EventWaits } from './event-waits.js';
import { readerOf } from './feed-reader.js';
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
  wait: meaning('The most seconds to wait for the first event.', integer(0, 25, 0)),
  type: meaning('Only events of these types.', anyOf(FEED_TYPES)),
  project: meaning(
    'Only events of the Projects with these keys.',
    anyParsed((text) => ProjectKey.parse(text), 'a Project key', SCHEMA.projectKey),
  ),
};

const { after: Q_AFTER, type: Q_TYPE, project: Q_PROJECT } = Q_EVENTS;
const Q_STREAM = { after: Q_AFTER, type: Q_TYPE, project: Q_PROJECT };

@Controller('api/x/organizations/:organizationSlug/events')
export class FeedController {
  constructor(
    private readonly views: FeedViews,
    private readonly waits: EventWaits,
    private readonly streams: EventStreams,
  ) {}

  @Get()
  @Operation({
    id: 'listEvents',
    stability: 'experimental',
    summary: 'The changes of an Organization, in the order in which they were committed.',
    description:
      'Lists events after a cursor, oldest first. `cursor` of the response covers everything that was looked through, also what you do not see, and is the next `after`; repeating a request is safe. With `wait`, a response without events is made only when none has come for so many seconds. To mirror an Organization, ask for `latest`, read the lists of v1, then follow. The scopes of the token decide which types are there.',
    examples: EXAMPLES.listEvents,
    scope: null,
    role: null,
    query: Q_EVENTS,
    responses: { status: 200, with: FeedEventPage },
    errors: ['INVALID_CURSOR', 'EVENTS_EXPIRED', 'INSUFFICIENT_SCOPE'],
  })
  list(
    @Req() request: FastifyRequest,
    @InQuery() { after, limit, wait, type, project }: QueryOf<typeof Q_EVENTS>,
  ): Promise<FeedEventPage> {
    return this.waits.page(request, { after, limit, types: type, projects: project }, wait * ONE_SECOND);
  }

  @Get('stream')
  @Operation({
    id: 'streamEvents',
    stability: 'experimental',
    summary: 'The changes of an Organization, as they are committed.',
    description:
      'Sends events as Server-Sent Events: `id` is the cursor, `data` the event as in `listEvents`. A block without `data` moves the position only. The header `Last-Event-ID` wins over `after`, so that a client that has lost the stream goes on where it stood. The last block is `event: end` with a `code`: that of a refusal when your access has ended, `SERVER_STOPPING` or `STREAM_OVER`, after about 15 minutes, when you can come back. A token or session has at most four streams.',
    examples: EXAMPLES.streamEvents,
    scope: null,
    role: null,
    query: Q_STREAM,
    responses: { status: 200, with: 'events' },
    errors: ['INVALID_CURSOR', 'EVENTS_EXPIRED', 'INSUFFICIENT_SCOPE'],
  })
  async stream(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @InQuery() { after, type, project }: QueryOf<typeof Q_STREAM>,
  ): Promise<Readable> {
    const last = request.headers['last-event-id'];
    const begin = typeof last === 'string' && last !== '' ? last : after;
    const stream = await this.streams.open(request, { after: begin, types: type, projects: project });
    void reply.headers({
      'Content-Type': 'text/event-stream',
      'Cache-Control': UNCHANGED,
      'X-Accel-Buffering': 'no',
      'X-Content-Type-Options': 'nosniff',
    });
    return stream;
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
