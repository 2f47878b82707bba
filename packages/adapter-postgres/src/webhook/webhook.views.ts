import {
  MOST_LAG,
  WebhookViews,
  refuse,
  type Cursors,
  type FeedCursors,
  type OrganizationScope,
  type Page,
  type PageRequest,
  type WebhookDeadLetterView,
  type WebhookDeliveryView,
  type WebhookView,
} from '@worktrack/application';
import type { WebhookId } from '@worktrack/domain';
import { KeysetPages } from '../engine/keyset.js';
import { type Reader, viewStatement } from '../engine/statement.js';

/** The days for which attempts are kept. */
export const ATTEMPT_DAYS = 14;

/** The most attempts of a webhook that are kept. */
export const MOST_ATTEMPTS = 1_000;

/** The most positions that the lag looks through. */
const MOST_LOOKED_THROUGH = 5_000;

const PROJECTS = 'coalesce(webhook.project_ids, webhook.granted_project_ids)';

/** The webhooks of the Organization $1. $2 is null, or the only Projects that the caller sees: a webhook for others is not there. */
const SELECT = `select webhook.id, webhook.name, webhook.url, webhook.types,
    case when ${PROJECTS} is not null then (
      select coalesce(json_agg(json_build_object('id', project.id, 'key', project.key, 'name', project.name)
        order by project.key), '[]')
      from projects project where project.organization_id = $1 and project.id = any(${PROJECTS})
    ) end as projects,
    webhook.state, webhook.paused_reason as "pausedReason", webhook.position::float8 as position,
    json_build_object('events', lag.events,
      'seconds', coalesce(greatest(extract(epoch from clock_timestamp() - lag.since), 0), 0)::integer) as lag,
    webhook.failing_since as "failingSince", webhook.next_attempt_at as "nextAttemptAt",
    case when webhook.previous_until > clock_timestamp() then webhook.previous_until end as "previousSecretValidUntil",
    case when owner.id is not null
      then json_build_object('publicId', owner.public_id, 'name', owner.name) end as owner,
    webhook.revision, webhook.created_at as "createdAt", webhook.updated_at as "updatedAt"
  from webhooks webhook
  left join users owner on owner.id = webhook.owner_id and owner.removed_at is null
  cross join lateral (
    select count(*)::integer as events, min(waiting.at) as since from (
      select told.at from changes told
      where told.organization_id = $1 and told.position > webhook.position
        and told.position <= webhook.position + ${MOST_LOOKED_THROUGH}
        and (webhook.types is null or told.type = any(webhook.types))
        and (${PROJECTS} is null or told.project_id = any(${PROJECTS}))
      order by told.position limit ${MOST_LAG}
    ) waiting
  ) lag
  where webhook.organization_id = $1 and ($2::uuid[] is null or ${PROJECTS} <@ $2::uuid[])`;

const ONE = viewStatement('webhook-view.one', `${SELECT} and webhook.id = $3`);

const LIST = viewStatement('webhook-view.list', `${SELECT} order by webhook.name, webhook.id`);

const EXISTS = viewStatement(
  'webhook-view.exists',
  `select id from webhooks webhook
   where organization_id = $1 and id = $3 and ($2::uuid[] is null or ${PROJECTS} <@ $2::uuid[])`,
);

/** The attempts of the webhook $2 that are kept: nobody removes those of a webhook that does nothing. */
const DELIVERIES = new KeysetPages<WebhookDeliveryView>({
  name: 'webhook-view.deliveries',
  select: `select id, event_id as "eventId", type, at, attempt, outcome, status, milliseconds
    from webhook_attempts
    where organization_id = $1 and webhook_id = $2 and at > clock_timestamp() - interval '${ATTEMPT_DAYS} days'`,
  parameters: 2,
  orderings: [
    { by: 'at', direction: 'desc', type: 'timestamptz', valueOf: ({ at }) => at },
    { by: 'id', direction: 'desc', type: 'uuid', valueOf: ({ id }) => id },
  ],
});

const DEAD_LETTER = `select event_id as "eventId", type, at, attempts, status, requested_at is not null as "isRequested"
    from webhook_dead_letters where organization_id = $1 and webhook_id = $2`;

const DEAD_LETTERS = new KeysetPages<WebhookDeadLetterView>({
  name: 'webhook-view.dead-letters',
  select: DEAD_LETTER,
  parameters: 2,
  orderings: [
    { by: 'at', direction: 'desc', type: 'timestamptz', valueOf: ({ at }) => at },
    { by: 'event_id', direction: 'desc', type: 'uuid', valueOf: ({ eventId }) => eventId },
  ],
});

const ONE_DEAD_LETTER = viewStatement('webhook-view.dead-letter', `${DEAD_LETTER} and event_id = $3`);

interface WebhookViewRow extends Omit<WebhookView, 'cursor'> {
  readonly position: number;
}

export class PostgresWebhookViews extends WebhookViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
    private readonly feedCursors: FeedCursors,
  ) {
    super();
  }

  async one(scope: OrganizationScope, id: WebhookId): Promise<WebhookView> {
    const [row] = await this.reader.rows<WebhookViewRow>(ONE, [...valuesOf(scope), id]);
    return row ? this.viewOf(scope, row) : refuse('NOT_FOUND');
  }

  async list(scope: OrganizationScope): Promise<readonly WebhookView[]> {
    const rows = await this.reader.rows<WebhookViewRow>(LIST, valuesOf(scope));
    return rows.map((row) => this.viewOf(scope, row));
  }

  async deliveries(scope: OrganizationScope, id: WebhookId, page: PageRequest): Promise<Page<WebhookDeliveryView>> {
    await this.assertVisible(scope, id);
    return DELIVERIES.read(this.reader, this.cursors, `deliveries of ${id}`, page, [scope.organizationId, id], asIs);
  }

  async deadLetters(scope: OrganizationScope, id: WebhookId, page: PageRequest): Promise<Page<WebhookDeadLetterView>> {
    await this.assertVisible(scope, id);
    return DEAD_LETTERS.read(
      this.reader,
      this.cursors,
      `dead letters of ${id}`,
      page,
      [scope.organizationId, id],
      asIs,
    );
  }

  async deadLetter(scope: OrganizationScope, id: WebhookId, eventId: string): Promise<WebhookDeadLetterView> {
    const values = [scope.organizationId, id, eventId];
    const [row] = await this.reader.rows<WebhookDeadLetterView>(ONE_DEAD_LETTER, values);
    return row ?? refuse('NOT_FOUND');
  }

  private async assertVisible(scope: OrganizationScope, id: WebhookId): Promise<void> {
    const found = await this.reader.rows(EXISTS, [...valuesOf(scope), id]);
    if (found.length === 0) refuse('NOT_FOUND');
  }

  private viewOf({ organizationId }: OrganizationScope, { position, ...row }: WebhookViewRow): WebhookView {
    return { ...row, cursor: this.feedCursors.seal(organizationId, position) };
  }
}

const asIs = <Row>(row: Row): Row => row;

const valuesOf = ({ organizationId, onlyProjects }: OrganizationScope) => [
  organizationId,
  onlyProjects ? [...onlyProjects] : null,
];
