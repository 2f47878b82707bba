import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passwords, the sessions of browsers, and links that begin one. Secrets are stored as their SHA-256 alone, passwords as argon2id. */
export class Sessions1796601600000 implements MigrationInterface {
  readonly name = '0018-sessions-1796601600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(SESSIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_links, sessions, passwords');
  }
}

const SESSIONS = /* sql */ `
create table passwords (
  user_id uuid primary key constraint password_is_of_a_user references users (id),
  hash text collate "C" not null,
  set_at timestamptz(3) not null
);

create table sessions (
  id uuid primary key,
  user_id uuid not null constraint session_is_of_a_user references users (id),
  token_hash bytea not null constraint session_hash_is_unique unique,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  by_link text collate "C" constraint session_began_by_a_known_link check (by_link in ('sign-in', 'set-password')),
  user_agent text collate "C" constraint user_agent_is_short check (length(user_agent) <= 512),
  ended_at timestamptz(3)
);
create index sessions_of_a_user on sessions (user_id, created_at desc, id);
create index sessions_by_end on sessions ((coalesce(ended_at, expires_at)));

create table sign_in_links (
  token_hash bytea primary key,
  user_id uuid not null constraint link_signs_a_user_in references users (id),
  purpose text collate "C" not null constraint link_has_a_known_purpose check (purpose in ('sign-in', 'set-password')),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index sign_in_links_of_a_user on sign_in_links (user_id);
create index sign_in_links_by_end on sign_in_links (expires_at);

grant select, insert, update, delete on passwords, sessions, sign_in_links to worktrack_app;
`;
