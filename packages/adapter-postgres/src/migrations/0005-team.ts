import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runWithRetries } from './run-with-retries.js';

/**
 * Tables for teams that manage themselves: revisions and the removal of Organizations, slugs that were changed, invitations, join links, changes
 * of an e-mail address, and links that set an installation up. Secrets are stored as their SHA-256 alone.
 */
const NEW_TABLES = /* sql */ `
create table if not exists former_slugs (
  slug text collate "C" primary key,
  organization_id uuid not null,
  ends_at timestamptz(3) not null
);
create index if not exists former_slugs_of_an_organization on former_slugs (organization_id);

create table if not exists invitations (
  organization_id uuid not null,
  id uuid not null,
  email text collate "C" not null,
  role text collate "C" not null constraint invitation_has_a_known_role check (role in ('owner', 'admin', 'member')),
  message text,
  token_hash bytea not null constraint invitation_hash_is_unique unique,
  invited_by uuid not null,
  -- True: a join link has sent it, to prove the address.
  by_link boolean not null,
  -- The mail with its link; null where none was sent.
  mail_cause uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint address_is_invited_once unique (organization_id, email)
);
create index if not exists invitations_by_end on invitations (expires_at);

create table if not exists join_links (
  organization_id uuid primary key,
  token_hash bytea not null constraint join_link_hash_is_unique unique,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  most_uses integer not null constraint join_link_has_uses check (most_uses between 1 and 500),
  uses integer not null,
  domains text[] not null
);

create table if not exists email_changes (
  user_id uuid primary key,
  email text collate "C" not null,
  token_hash bytea not null constraint email_change_hash_is_unique unique,
  expires_at timestamptz(3) not null
);

create table if not exists setup_links (
  token_hash bytea primary key,
  expires_at timestamptz(3) not null
);
`;

const ADD_COLUMNS = /* sql */ `
alter table organizations
  add column if not exists revision integer not null default 1,
  add column if not exists removal_due_at timestamptz(3)
`;

export class Team1798070408000 implements MigrationInterface {
  readonly name = '0005-team-1798070408000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NEW_TABLES);
    await runWithRetries(runner, ADD_COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, 'alter table organizations drop column revision, drop column removal_due_at');
    await runner.query('drop table setup_links, email_changes, join_links, invitations, former_slugs');
  }
}
