import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runWithRetries } from './run-with-retries.js';

/** The changes of transactions until they have a position, the positions of each Organization, and the feed. */
const FEED = /* sql */ `
create table if not exists change_queue (
  sequence bigint generated always as identity primary key,
  organization_id uuid not null,
  request_id text collate "C" not null,
  at timestamptz(3) not null default clock_timestamp(),
  entries jsonb not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create table if not exists feed_heads (
  organization_id uuid primary key,
  last_position bigint not null,
  -- Positions below it were purged.
  oldest_position bigint not null
);

create table if not exists changes (
  organization_id uuid not null,
  position bigint not null,
  id uuid not null,
  type text collate "C" not null,
  at timestamptz(3) not null,
  project_id uuid,
  subject uuid not null,
  revision integer,
  actor_id uuid,
  request_id text collate "C" not null,
  changes jsonb not null,
  primary key (organization_id, position),
  constraint change_is_told_once unique (organization_id, id)
);
create index if not exists changes_of_a_project on changes (organization_id, project_id, position);
`;

/** The feed of changes of an Organization. */
export class Feed1798070416000 implements MigrationInterface {
  readonly name = '0013-feed-1798070416000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, FEED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, 'drop table changes, feed_heads, change_queue');
  }
}
