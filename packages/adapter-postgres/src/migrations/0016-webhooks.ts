import { randomBytes } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions to feeds, the attempts to deliver their events, and the events that receivers refused. */
const NEW_TABLES = /* sql */ `
create table if not exists webhooks (
  organization_id uuid not null,
  id uuid not null,
  name text collate "C" not null,
  url text collate "C" not null,
  -- Null: all types.
  types text[],
  -- Null: all Projects that the webhook sees.
  project_ids uuid[],
  -- Null: the whole Organization.
  granted_project_ids uuid[],
  owner_id uuid not null,
  scopes text[] not null,
  position bigint not null,
  state text collate "C" not null constraint webhook_has_a_known_state check (state in ('active', 'retrying', 'paused')),
  paused_reason text collate "C",
  attempt integer not null,
  refusals integer not null,
  failing_since timestamptz(3),
  next_attempt_at timestamptz(3),
  leased_until timestamptz(3),
  lease_token bigint not null,
  ping_id uuid,
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz(3),
  revision integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint only_a_paused_webhook_has_a_reason check ((state = 'paused') = (paused_reason is not null))
);

create table if not exists webhook_attempts (
  organization_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  event_id uuid not null,
  type text collate "C" not null,
  attempt integer not null,
  outcome text collate "C" not null,
  status smallint,
  milliseconds integer not null,
  primary key (organization_id, webhook_id, id),
  constraint attempt_is_of_a_webhook foreign key (organization_id, webhook_id)
    references webhooks (organization_id, id) on delete cascade
);
create index if not exists attempts_of_a_webhook on webhook_attempts (organization_id, webhook_id, at, id);

create table if not exists webhook_dead_letters (
  organization_id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  position bigint not null,
  type text collate "C" not null,
  at timestamptz(3) not null,
  attempts integer not null,
  status smallint,
  requested_at timestamptz(3),
  primary key (organization_id, webhook_id, event_id),
  constraint dead_letter_is_of_a_webhook foreign key (organization_id, webhook_id)
    references webhooks (organization_id, id) on delete cascade
);
create index if not exists dead_letters_of_a_webhook on webhook_dead_letters (organization_id, webhook_id, at, event_id);
`;

const KEY = `insert into server_secrets (name, value) values ('webhook-key', $1) on conflict (name) do nothing`;

export class Webhooks1798070419000 implements MigrationInterface {
  readonly name = '0016-webhooks-1798070419000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NEW_TABLES);
    await runner.query(KEY, [randomBytes(32)]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_dead_letters, webhook_attempts, webhooks');
    await runner.query(`delete from server_secrets where name = 'webhook-key'`);
  }
}
