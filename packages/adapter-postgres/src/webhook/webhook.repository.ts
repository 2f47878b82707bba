import type { OrganizationScope, WebhookRepository, WebhookSecrets } from '@worktrack/application';
import {
  MOST_WEBHOOKS,
  Webhook,
  type FeedRange,
  type ProjectId,
  type ProjectKey,
  type UserId,
  type WebhookId,
} from '@worktrack/domain';
import { statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';
import type { Locks } from '../recording/locks.js';
import { isAdministrator } from './owner-access.js';
import { WebhookTable, rowOf, type WebhookRow } from './webhook.table.js';

/** A separate statement: what follows must be read in a snapshot that is later than the lock. */
const LOCK = statement(
  'webhook.lock-organization',
  `select pg_advisory_xact_lock(hashtextextended('webhooks of organization:' || $1::text, 0))`,
);

/** Locks the row: the job that sends events waits with its next write. */
const FIND = statement(
  'webhook.find',
  `select ${WebhookTable.columns} from webhooks where organization_id = $1 and id = $2 for update`,
);

const FACTS = statement(
  'webhook.facts',
  `select (
     select count(*)::integer from (select from webhooks where organization_id = $1 limit ${MOST_WEBHOOKS}) known
   ) as count,
   (select coalesce(json_agg(json_build_array(key, id)), '[]') from projects
    where organization_id = $1 and key = any($2::text[])) as projects`,
);

const FACTS_TO_RESUME = statement(
  'webhook.facts-to-resume',
  `select coalesce((select last_position from feed_heads where organization_id = $1), 0)::float8 as last,
     coalesce((select oldest_position from feed_heads where organization_id = $1), 1)::float8 as oldest,
     ${isAdministrator('$1', '$2')} as "ownerHasAccess"`,
);

const REPLACE_SECRET = statement(
  'webhook.replace-secret',
  `update webhooks set secret = $3, previous_secret = secret,
     previous_until = clock_timestamp() + $4::integer * interval '1 hour'
   where organization_id = $1 and id = $2 returning previous_until as until`,
);

const DELETE = statement('webhook.delete', 'delete from webhooks where organization_id = $1 and id = $2');

const PING = statement('webhook.ping', 'update webhooks set ping_id = $3 where organization_id = $1 and id = $2');

const REDELIVER = statement(
  'webhook.redeliver',
  `update webhook_dead_letters set requested_at = clock_timestamp()
   where organization_id = $1 and webhook_id = $2 and event_id = $3 returning event_id as "eventId"`,
);

interface Facts {
  readonly count: number;
  readonly projects: readonly (readonly [ProjectKey, ProjectId])[];
}

export class PostgresWebhookRepository implements WebhookRepository {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
    private readonly secrets: WebhookSecrets,
  ) {}

  lock({ organizationId }: OrganizationScope): void {
    this.locks.takeWithNext(LOCK, [organizationId]);
  }

  async find({ organizationId }: OrganizationScope, id: WebhookId): Promise<Webhook | undefined> {
    const [row] = await this.locks.takeLast<WebhookRow>(organizationId, FIND, [organizationId, id]);
    return row && Webhook.restore(row);
  }

  async factsFor({ organizationId }: OrganizationScope, keys: readonly ProjectKey[]) {
    const [facts] = await this.transaction.rows<Facts>(FACTS, [organizationId, [...keys]]);
    if (!facts) throw new Error('The webhooks of the Organization were not counted.');
    return { count: facts.count, projects: new Map(facts.projects) };
  }

  async factsToResume({ organizationId }: OrganizationScope, owner: UserId) {
    const values = [organizationId, owner];
    const [facts] = await this.transaction.rows<FeedRange & { ownerHasAccess: boolean }>(FACTS_TO_RESUME, values);
    if (!facts) throw new Error('The feed of the Organization was not read.');
    const { ownerHasAccess, ...range } = facts;
    return { range, ownerHasAccess };
  }

  add({ record }: Webhook, secret: string): void {
    const row = rowOf(record, this.secrets.seal(record, secret));
    this.transaction.write(WebhookTable.insert, WebhookTable.insertValues(row));
  }

  save(webhook: Webhook): void {
    if (!webhook.hasChanged) return;
    this.transaction.writeRevised(WebhookTable, rowOf(webhook.record), webhook.loadedRevision);
  }

  async replaceSecret({ record }: Webhook, secret: string, overlapHours: number): Promise<Date | null> {
    const values = [record.organizationId, record.id, this.secrets.seal(record, secret), overlapHours];
    const [replaced] = await this.transaction.rows<{ until: Date | null }>(REPLACE_SECRET, values);
    return overlapHours > 0 ? (replaced?.until ?? null) : null;
  }

  delete({ record: { organizationId, id } }: Webhook): void {
    this.transaction.write(DELETE, [organizationId, id]);
  }

  ping({ record: { organizationId, id } }: Webhook, pingId: string): void {
    this.transaction.write(PING, [organizationId, id, pingId]);
  }

  async redeliver({ record: { organizationId, id } }: Webhook, eventId: string): Promise<boolean> {
    return (await this.transaction.rows(REDELIVER, [organizationId, id, eventId])).length > 0;
  }
}
