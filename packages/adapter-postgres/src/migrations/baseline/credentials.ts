import { NOW } from './terms.js';

/**
 * Passwords, the sessions of browsers, links that begin one, and tokens with their grants. Secrets are stored as their SHA-256 alone,
 * passwords as argon2id.
 */
export const CREDENTIALS = /* sql */ `
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

create table access_tokens (
  id uuid primary key,
  user_id uuid not null constraint token_is_of_a_user references users (id),
  name text collate "C" not null,
  token_hash bytea not null constraint token_hash_is_unique unique,
  scopes text[] not null,
  created_at timestamptz(3) not null default ${NOW},
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- By which an operator finds the tokens that nobody uses any more.
  last_used_on date
);
create index tokens_of_a_user on access_tokens (user_id, created_at, id);
-- A list of valid tokens reads none of the many that were revoked or expired.
create index valid_tokens_of_a_user on access_tokens (user_id, expires_at) where revoked_at is null;

create table token_grants (
  organization_id uuid not null constraint grant_is_of_an_organization references organizations (id),
  token_id uuid not null constraint grant_is_of_a_token references access_tokens (id),
  whole boolean not null,
  primary key (organization_id, token_id)
);
create index grants_of_a_token on token_grants (token_id, organization_id);

-- Without a foreign key to Projects: these are kept on the machines of their Organizations, and grants on every machine.
create table token_project_grants (
  organization_id uuid not null,
  token_id uuid not null,
  project_id uuid not null,
  primary key (organization_id, token_id, project_id),
  constraint project_grant_is_part_of_a_grant foreign key (organization_id, token_id)
    references token_grants (organization_id, token_id) on delete cascade
);
`;
