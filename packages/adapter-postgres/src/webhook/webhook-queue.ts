import type { AttemptRecord, DueWebhook, TakenWebhook, WebhookQueue, WebhookSecrets } from '@worktrack/application';
import type { NextStep, WebhookPauseReason } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { statement, type Value } from '../engine/statement.js';
import { isAdministrator } from './owner-access.js';
import { ATTEMPT_DAYS, MOST_ATTEMPTS } from './webhook.views.js';

/** Seconds for which a webhook belongs to a process: a crash costs no more. */
const LEASE_SECONDS = 60;

const IS_DUE = `webhook.state <> 'paused'
     and (webhook.next_attempt_at is null or webhook.next_attempt_at <= clock_timestamp())`;

/** Finds the webhooks that were worked on longest ago first: none waits for ever while others have much to send. */
const DUE = statement(
  'webhook-queue.due',
  `select webhook.organization_id as "organizationId", webhook.id
   from webhooks webhook
   join organizations organization on organization.id = webhook.organization_id
     and organization.suspended_at is null and organization.removal_due_at is null
   left join feed_heads head on head.organization_id = webhook.organization_id
   where (webhook.leased_until is null or webhook.leased_until <= clock_timestamp())
     and (webhook.ping_id is not null
       or (webhook.state <> 'paused' and not ${isAdministrator('webhook.organization_id', 'webhook.owner_id')})
       or (${IS_DUE} and coalesce(head.last_position, 0) <> webhook.position)
       or exists (select from webhook_dead_letters letter
         where letter.organization_id = webhook.organization_id and letter.webhook_id = webhook.id
           and letter.requested_at is not null))
   order by webhook.next_attempt_at nulls first, webhook.lease_token limit $1`,
);

const TAKE = statement(
  'webhook-queue.take',
  `update webhooks set lease_token = lease_token + 1,
     leased_until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
   where organization_id = $1 and id = $2 and (leased_until is null or leased_until <= now())
   returning lease_token::float8 as "leaseToken", leased_until as "leasedUntil"`,
);

/** Reads what was taken; no row of an Organization that is suspended. */
const TAKEN = statement(
  'webhook-queue.taken',
  `select webhook.organization_id as "organizationId", webhook.id, organization.slug as "organizationSlug",
     organization.name as "organizationName", webhook.owner_id as "ownerId",
     ${isAdministrator('$1', 'webhook.owner_id')} as "ownerHasAccess",
     webhook.url, webhook.types, webhook.project_ids as "projectIds", webhook.granted_project_ids as "grantedProjectIds",
     webhook.scopes, webhook.position::float8 as position, webhook.attempt, webhook.refusals, ${IS_DUE} as "isDue",
     webhook.ping_id as "pingId", webhook.secret,
     case when webhook.previous_until > clock_timestamp() then webhook.previous_secret end as "previousSecret",
     (select json_build_object('eventId', letter.event_id, 'attempts', letter.attempts) from webhook_dead_letters letter
      where letter.organization_id = $1 and letter.webhook_id = $2 and letter.requested_at is not null
      order by letter.requested_at, letter.event_id limit 1) as redelivery
   from webhooks webhook join organizations organization on organization.id = webhook.organization_id
     and organization.suspended_at is null and organization.removal_due_at is null
   where webhook.organization_id = $1 and webhook.id = $2 and webhook.lease_token = $3::bigint`,
);

/** $1 is the Organization, $2 the webhook. */
const isMine = (lease: string) => `organization_id = $1 and id = $2 and lease_token = ${lease}::bigint`;

/** Adds the attempt $3 to $8, unless the webhook is gone. */
const RECORD = `insert into webhook_attempts
     (organization_id, webhook_id, id, at, event_id, type, attempt, outcome, status, milliseconds)
   select $1::uuid, $2::uuid, gen_random_uuid(), clock_timestamp(), $3::uuid, $4::text, $5::integer, $6::text,
     $7::smallint, $8::integer
   where exists (select from webhooks where organization_id = $1 and id = $2)`;

/** Moves to the position $10 by the lease $9. */
const MOVED = `update webhooks set position = $10::bigint, state = 'active', attempt = 0, refusals = 0,
       failing_since = null, next_attempt_at = null
     where ${isMine('$9')} and state <> 'paused' returning owner_id`;

const DELIVERED = statement(
  'webhook-queue.delivered',
  `with told as (${RECORD}), moved as (${MOVED})
   select ${isAdministrator('$1', 'moved.owner_id')} as "goesOn" from moved`,
);

const DEAD = statement(
  'webhook-queue.dead-letter',
  `with told as (${RECORD}), moved as (${MOVED}), kept as (
     insert into webhook_dead_letters (organization_id, webhook_id, event_id, position, type, at, attempts, status)
     select $1::uuid, $2::uuid, $3::uuid, $10::bigint, $4::text, clock_timestamp(), $5::integer, $7::smallint from moved
     on conflict (organization_id, webhook_id, event_id)
       do update set at = excluded.at, attempts = excluded.attempts, status = excluded.status
   )
   select ${isAdministrator('$1', 'moved.owner_id')} as "goesOn" from moved`,
);

/** $10 is the state, $11 the reason, $12 and $13 the attempts that failed, $14 the seconds to the next one, $15 the present instant. */
const FAILED = statement(
  'webhook-queue.failed',
  `with told as (${RECORD})
   update webhooks set state = $10::text, paused_reason = $11::text, attempt = $12::integer, refusals = $13::integer,
     failing_since = coalesce(failing_since, $15::timestamptz),
     next_attempt_at = clock_timestamp() + $14::float8 * interval '1 second'
   where ${isMine('$9')} and state <> 'paused'`,
);

const SKIP = statement(
  'webhook-queue.skip',
  `update webhooks set position = $4::bigint where ${isMine('$3')} and position < $4::bigint`,
);

const PAUSE = statement(
  'webhook-queue.pause',
  `with forgotten as (
     update webhook_dead_letters set requested_at = null
     where organization_id = $1 and webhook_id = $2 and requested_at is not null
   )
   update webhooks set ping_id = null, attempt = 0, refusals = 0, failing_since = null, next_attempt_at = null,
     paused_reason = case when state = 'paused' then paused_reason else $4::text end, state = 'paused'
   where ${isMine('$3')}`,
);

/** A ping that was asked for meanwhile stays. */
const PINGED = statement(
  'webhook-queue.pinged',
  `with told as (${RECORD})
   update webhooks set ping_id = null where organization_id = $1 and id = $2 and ping_id = $3::uuid`,
);

const TAKEN_AT_LAST = statement(
  'webhook-queue.redelivered',
  `with told as (${RECORD})
   delete from webhook_dead_letters where organization_id = $1 and webhook_id = $2 and event_id = $3::uuid`,
);

const REFUSED_AGAIN = statement(
  'webhook-queue.refused-again',
  `with told as (${RECORD})
   update webhook_dead_letters
   set requested_at = null, attempts = $5::integer, status = $7::smallint, at = clock_timestamp()
   where organization_id = $1 and webhook_id = $2 and event_id = $3::uuid`,
);

/** People can have changed the webhook, and with it the token of the lease: its end says whose it is. */
const RELEASE = statement(
  'webhook-queue.release',
  `with old as (
     delete from webhook_attempts
     where organization_id = $1 and webhook_id = $2 and (at < now() - interval '${ATTEMPT_DAYS} days'
       or at < (select newer.at from webhook_attempts newer
         where newer.organization_id = $1 and newer.webhook_id = $2
         order by newer.at desc offset ${MOST_ATTEMPTS - 1} limit 1))
   ), expired as (
     delete from webhook_dead_letters letter using feed_heads head
     where letter.organization_id = $1 and letter.webhook_id = $2 and head.organization_id = $1
       and letter.position < head.oldest_position
   )
   update webhooks set leased_until = null where organization_id = $1 and id = $2 and leased_until = $3::timestamptz`,
);

type Lease = Pick<TakenWebhook, 'leaseToken' | 'leasedUntil'>;

interface TakenRow extends Omit<TakenWebhook, 'secrets' | keyof Lease> {
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
}

export class PostgresWebhookQueue implements WebhookQueue {
  constructor(
    private readonly connections: Connections,
    private readonly secrets: WebhookSecrets,
  ) {}

  due(most: number): Promise<readonly DueWebhook[]> {
    return this.connections.rows<DueWebhook>(DUE, [most]);
  }

  async take({ organizationId, id }: DueWebhook): Promise<TakenWebhook | undefined> {
    const [lease] = await this.connections.once<Lease>(TAKE, [organizationId, id]);
    if (!lease) return undefined;
    const [row] = await this.connections.once<TakenRow>(TAKEN, [organizationId, id, lease.leaseToken]);
    if (!row) {
      await this.release({ organizationId, id, ...lease });
      return undefined;
    }
    const { secret, previousSecret, ...taken } = row;
    const sealed = previousSecret ? [secret, previousSecret] : [secret];
    return { ...taken, ...lease, secrets: sealed.map((bytes) => this.secrets.open(taken, bytes)) };
  }

  async delivered(taken: TakenWebhook, position: number, record: AttemptRecord): Promise<boolean> {
    const values = [...valuesOf(taken, record), taken.leaseToken, position];
    const [moved] = await this.connections.once<{ goesOn: boolean }>(DELIVERED, values);
    return moved?.goesOn ?? false;
  }

  async failed(taken: TakenWebhook, position: number, record: AttemptRecord, step: NextStep): Promise<boolean> {
    const values = [...valuesOf(taken, record), taken.leaseToken];
    const { state, pausedReason, attempt, refusals, seconds, isDeadLetter } = step;
    if (!isDeadLetter) {
      await this.connections.once(FAILED, [...values, state, pausedReason, attempt, refusals, seconds, new Date()]);
      return false;
    }
    const [moved] = await this.connections.once<{ goesOn: boolean }>(DEAD, [...values, position]);
    return moved?.goesOn ?? false;
  }

  async skip({ organizationId, id, leaseToken }: TakenWebhook, position: number): Promise<void> {
    await this.connections.once(SKIP, [organizationId, id, leaseToken, position]);
  }

  async pause({ organizationId, id, leaseToken }: TakenWebhook, reason: WebhookPauseReason): Promise<void> {
    await this.connections.once(PAUSE, [organizationId, id, leaseToken, reason]);
  }

  async pinged(taken: TakenWebhook, record: AttemptRecord): Promise<void> {
    await this.connections.once(PINGED, valuesOf(taken, record));
  }

  async redelivered(taken: TakenWebhook, record: AttemptRecord): Promise<void> {
    const result = record.outcome === 'delivered' ? TAKEN_AT_LAST : REFUSED_AGAIN;
    await this.connections.once(result, valuesOf(taken, record));
  }

  async release({ organizationId, id, leasedUntil }: DueWebhook & Lease): Promise<void> {
    await this.connections.once(RELEASE, [organizationId, id, leasedUntil]);
  }
}

const valuesOf = (
  { organizationId, id }: TakenWebhook,
  { eventId, type, attempt, outcome, status, milliseconds }: AttemptRecord,
): readonly Value[] => [organizationId, id, eventId, type, attempt, outcome, status, milliseconds];
