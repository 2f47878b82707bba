import { NOW } from './terms.js';

/** Organizations, users, and who belongs to which Organization. */
export const PEOPLE = /* sql */ `
create table organizations (
  id uuid primary key,
  slug text collate "C" not null constraint organization_slug_is_taken unique,
  name text collate "C" not null,
  description text,
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null default ${NOW},
  updated_at timestamptz(3) not null default ${NOW}
);

create table users (
  id uuid primary key,
  public_id text collate "C" not null constraint public_user_id_is_taken unique,
  email text collate "C" constraint email_is_taken unique,
  name text collate "C" not null,
  -- The name for comparisons: the directory searches it.
  folded_name text collate "C" not null,
  default_organization_id uuid constraint default_organization_exists references organizations (id),
  created_at timestamptz(3) not null default ${NOW},
  removed_at timestamptz(3),
  constraint only_a_removed_user_has_no_email check ((email is null) = (removed_at is not null))
);

create table user_avatars (
  user_id uuid primary key constraint avatar_is_of_a_user references users (id),
  version text collate "C" not null,
  content bytea not null constraint avatar_is_small check (octet_length(content) between 1 and 1048576)
);

create table memberships (
  organization_id uuid not null constraint membership_is_in_an_organization references organizations (id),
  user_id uuid not null constraint membership_is_of_a_user references users (id),
  role text collate "C" not null constraint membership_has_a_known_role check (role in ('owner', 'admin', 'member')),
  username text collate "C",
  created_at timestamptz(3) not null default ${NOW},
  primary key (organization_id, user_id),
  constraint username_is_taken unique (organization_id, username)
);
create index memberships_of_a_user on memberships (user_id, created_at, organization_id);
`;
