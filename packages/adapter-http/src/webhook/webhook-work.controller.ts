import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import {
  FeedViews,
  WebhookViews,
  pauseWebhook,
  pingWebhook,
  redeliverDeadLetter,
  refuse,
  replayWebhook,
  resumeWebhook,
  type OrganizationScope,
} from '@worktrack/application';
import { EmptyBody } from '../body/empty-body.js';
import { parseUuid } from '../body/uuid.js';
import { PAGE_OF_100, type QueryOf } from '../checks/query.js';
import { InOrganization, InQuery, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { idIn, shown, touchedBy } from './webhook.controller.js';
import { ReplayBody } from './webhook.requests.js';
import { Webhook, WebhookDeadLetter, WebhookDeadLetterList, WebhookDeliveryList } from './webhook.responses.js';
import EXAMPLES from './webhook.examples.json';

/** The rights and the response of an act on a webhook. */
const ACT = {
  stability: 'experimental',
  scope: 'webhook:manage',
  role: 'admin',
  idempotencyKey: 'required',
  responses: { status: 200, with: Webhook, tag: 'webhook' },
} as const;

const WITHOUT_BODY = { body: EmptyBody, bodyOptional: true } as const;

const LIST = { stability: 'experimental', scope: 'webhook:manage', role: 'admin', query: PAGE_OF_100 } as const;

@Controller('api/x/organizations/:organizationSlug/webhooks/:webhookId')
export class WebhookWorkController {
  constructor(
    private readonly views: WebhookViews,
    private readonly feed: FeedViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Post('pause')
  @Operation({
    ...ACT,
    ...WITHOUT_BODY,
    id: 'pauseWebhook',
    summary: 'Pauses a webhook.',
    description: 'Sends nothing until somebody resumes the webhook. Nothing is lost, as long as the feed keeps it.',
    examples: EXAMPLES.pauseWebhook,
  })
  pause(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @UnderConditions() conditions: Conditions,
    @Body() _body: EmptyBody,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, pauseWebhook, scope, { id: idIn(text) }, shown);
  }

  @Post('resume')
  @Operation({
    ...ACT,
    ...WITHOUT_BODY,
    id: 'resumeWebhook',
    summary: 'Goes on with a webhook.',
    description:
      'Goes on where the webhook stood, with an attempt right away; where the feed keeps those events no longer, with its oldest one. Also ends the wait of one that is `retrying`. Refused when its owner is not an administrator any more.',
    examples: EXAMPLES.resumeWebhook,
    errors: ['CONFLICT'],
  })
  resume(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @UnderConditions() conditions: Conditions,
    @Body() _body: EmptyBody,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, resumeWebhook, scope, { id: idIn(text) }, shown);
  }

  @Post('ping')
  @Operation({
    ...ACT,
    ...WITHOUT_BODY,
    id: 'pingWebhook',
    summary: 'Sends a test event.',
    description:
      'Has an event `webhook.ping` sent once, ahead of all others, also by a webhook that is paused. `listWebhookDeliveries` shows the result.',
    examples: EXAMPLES.pingWebhook,
  })
  ping(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @UnderConditions() conditions: Conditions,
    @Body() _body: EmptyBody,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, pingWebhook, scope, { id: idIn(text) }, shown);
  }

  @Post('replay')
  @Operation({
    ...ACT,
    id: 'replayWebhook',
    summary: 'Sends events again.',
    description:
      'Sets the webhook to a cursor or an instant: all events after it are sent, those that were sent before included, with the same `webhook-id`.',
    examples: EXAMPLES.replayWebhook,
    body: ReplayBody,
    errors: ['INVALID_CURSOR', 'EVENTS_EXPIRED'],
  })
  async replay(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @Body() body: ReplayBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const id = idIn(text);
    const start = body.toStart();
    const position = await ('after' in start
      ? this.feed.positionOf(scope.organizationId, start.after)
      : this.feed.positionBefore(scope.organizationId, start.since));
    return this.mutations.perform(conditions, replayWebhook, scope, { id, position }, shown, { id, ...start });
  }

  @Get('deliveries')
  @Operation({
    ...LIST,
    id: 'listWebhookDeliveries',
    summary: 'The attempts of a webhook.',
    description: 'Lists the attempts of the last 14 days, at most 1,000, newest first.',
    examples: EXAMPLES.listWebhookDeliveries,
    responses: { status: 200, with: WebhookDeliveryList },
  })
  deliveries(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @InQuery() query: QueryOf<typeof PAGE_OF_100>,
  ): Promise<WebhookDeliveryList> {
    return this.views.deliveries(scope, idIn(text), query);
  }

  @Get('dead-letters')
  @Operation({
    ...LIST,
    id: 'listWebhookDeadLetters',
    summary: 'The events that the receiver refused.',
    description:
      'Lists events that the receiver refused with 4xx at five attempts, newest first, as long as the feed keeps them.',
    examples: EXAMPLES.listWebhookDeadLetters,
    responses: { status: 200, with: WebhookDeadLetterList },
  })
  deadLetters(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @InQuery() query: QueryOf<typeof PAGE_OF_100>,
  ): Promise<WebhookDeadLetterList> {
    return this.views.deadLetters(scope, idIn(text), query);
  }

  @Post('dead-letters/:eventId/redelivery')
  @Operation({
    ...ACT,
    ...WITHOUT_BODY,
    id: 'redeliverWebhookEvent',
    summary: 'Sends a dead letter once more.',
    description:
      'Has the event sent once more, ahead of all others. When the receiver takes it, the dead letter is gone.',
    examples: EXAMPLES.redeliverWebhookEvent,
    responses: { status: 200, with: WebhookDeadLetter },
  })
  redeliver(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @Param('eventId') event: string,
    @UnderConditions() conditions: Conditions,
    @Body() _body: EmptyBody,
  ): Promise<string | null> {
    const command = { id: idIn(text), eventId: parseUuid(event) ?? refuse('NOT_FOUND') };
    return this.mutations.perform(conditions, redeliverDeadLetter, scope, command, (letter) => ({
      ...touchedBy(command.id),
      shown: letter,
    }));
  }
}
