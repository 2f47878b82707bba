import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import {
  FeedViews,
  WebhookReceivers,
  WebhookViews,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  refuse,
  rotateWebhookSecret,
  type OrganizationScope,
  type Principal,
  type WebhookView,
} from '@worktrack/application';
import { invalid, type WebhookId } from '@worktrack/domain';
import { parseUuid } from '../body/uuid.js';
import { Caller, InOrganization, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner, type Outcome } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { ChangeWebhookBody, CreateWebhookBody, RotateSecretBody } from './webhook.requests.js';
import { NewWebhook, Webhook, WebhookList, WebhookSecret } from './webhook.responses.js';
import EXAMPLES from './webhook.examples.json';

@Controller('api/x/organizations/:organizationSlug/webhooks')
export class WebhookController {
  constructor(
    private readonly views: WebhookViews,
    private readonly feed: FeedViews,
    private readonly receivers: WebhookReceivers,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listWebhooks',
    stability: 'experimental',
    summary: 'The webhooks of an Organization.',
    description:
      'Lists webhooks by name, with their state and the events that wait. A token for some Projects sees the webhooks for some of these only.',
    examples: EXAMPLES.listWebhooks,
    scope: 'webhook:manage',
    role: 'admin',
    responses: { status: 200, with: WebhookList },
  })
  async list(@InOrganization() scope: OrganizationScope): Promise<WebhookList> {
    return { items: await this.views.list(scope) };
  }

  @Post()
  @Operation({
    id: 'createWebhook',
    stability: 'experimental',
    summary: 'Creates a webhook, and shows its secret once.',
    description:
      'Has the events after a cursor sent to an address, strictly in order, each at least once. The webhook sees what you see, as far as the scopes and the Projects of this token reach; it outlives the token, but not your membership and your role. An Organization has at most 20.',
    examples: EXAMPLES.createWebhook,
    scope: 'webhook:manage',
    role: 'admin',
    idempotencyKey: 'required',
    body: CreateWebhookBody,
    responses: { status: 201, with: NewWebhook, tag: 'webhook' },
    errors: ['INVALID_CURSOR', 'EVENTS_EXPIRED', 'WEBHOOK_LIMIT_REACHED'],
  })
  async create(
    @Caller() { token: { scopes } }: Principal,
    @InOrganization() scope: OrganizationScope,
    @Body() body: CreateWebhookBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const { from = 'latest' } = body;
    this.assertReachable(body.url);
    const position = await this.feed.positionOf(scope.organizationId, from);
    const input = body.toInput();
    // A repeat is the same request although the feed has grown.
    const identity = { ...input, from };
    return this.mutations.perform(conditions, createWebhook, scope, { ...input, scopes, position }, shown, identity);
  }

  @Get(':webhookId')
  @Operation({
    id: 'getWebhook',
    stability: 'experimental',
    summary: 'One webhook.',
    description:
      'Shows a webhook. Its `ETag` is what a change of it needs; what the server does, such as a retry, leaves it.',
    examples: EXAMPLES.getWebhook,
    scope: 'webhook:manage',
    role: 'admin',
    responses: { status: 200, with: Webhook, tag: 'webhook' },
  })
  get(@InOrganization() scope: OrganizationScope, @Param('webhookId') text: string): Promise<Webhook> {
    return this.views.one(scope, idIn(text));
  }

  @Patch(':webhookId')
  @Operation({
    id: 'changeWebhook',
    stability: 'experimental',
    summary: 'Changes a webhook.',
    description:
      'Changes name, address, types or Projects. It goes on where it stands. Its Projects must be some that the creating token saw.',
    examples: EXAMPLES.changeWebhook,
    scope: 'webhook:manage',
    role: 'admin',
    ifMatch: 'webhook',
    idempotencyKey: 'required',
    body: ChangeWebhookBody,
    responses: { status: 200, with: Webhook, tag: 'webhook' },
  })
  change(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @Body() { name, url, types, projects }: ChangeWebhookBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    if (url !== undefined) this.assertReachable(url);
    const command = { id: idIn(text), expected: conditions.expected, changes: { name, url, types, projects } };
    return this.mutations.perform(conditions, changeWebhook, scope, command, shown);
  }

  @Delete(':webhookId')
  @Operation({
    id: 'deleteWebhook',
    stability: 'experimental',
    summary: 'Deletes a webhook.',
    description: 'Deletes a webhook with its attempts and dead letters. Nothing more is sent.',
    examples: EXAMPLES.deleteWebhook,
    scope: 'webhook:manage',
    role: 'admin',
    ifMatch: 'webhook',
    idempotencyKey: 'required',
    responses: { status: 204, with: null },
  })
  delete(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const command = { id: idIn(text), expected: conditions.expected };
    return this.mutations.perform(conditions, deleteWebhook, scope, command, () => touchedBy(command.id));
  }

  @Post(':webhookId/secret')
  @Operation({
    id: 'rotateWebhookSecret',
    stability: 'experimental',
    summary: 'Replaces the secret of a webhook.',
    description:
      'Makes a new secret, and shows it once. For `overlapHours` each request has a signature by both, so that a receiver can change in peace.',
    examples: EXAMPLES.rotateWebhookSecret,
    scope: 'webhook:manage',
    role: 'admin',
    idempotencyKey: 'required',
    body: RotateSecretBody,
    bodyOptional: true,
    responses: { status: 200, with: WebhookSecret },
  })
  rotate(
    @InOrganization() scope: OrganizationScope,
    @Param('webhookId') text: string,
    @Body() { overlapHours = 24 }: RotateSecretBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const id = idIn(text);
    return this.mutations.perform(conditions, rotateWebhookSecret, scope, { id, overlapHours }, (secret) => ({
      ...touchedBy(id),
      shown: secret,
    }));
  }

  private assertReachable(url: string): void {
    const problem = this.receivers.problemOf(url);
    if (problem !== undefined) invalid('url', problem);
  }
}

/** Reads the id of a webhook in a path. */
export const idIn = (text: string): WebhookId => (parseUuid(text) ?? refuse('NOT_FOUND')) as WebhookId;

/** Shows a webhook. Names its Projects too: a repeat by a token that has lost one does not show the webhook again. */
export const shown = (view: WebhookView): Outcome => ({
  shown: view,
  shows: view.projects?.map(({ id }) => id) ?? [],
  touched: [{ kind: 'webhook', id: view.id, revision: view.revision }],
  revision: view.revision,
});

/** Shows nothing of a webhook that was changed. */
export const touchedBy = (id: WebhookId): Outcome => ({ shown: null, touched: [{ kind: 'webhook', id }] });
