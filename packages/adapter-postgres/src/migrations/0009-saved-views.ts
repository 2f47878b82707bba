import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queries that users save under a name with the form of their result, and the pins of their readers. */
const NEW_TABLES = /* sql */ `
create table if not exists saved_views (
  organization_id uuid not null,
  id uuid not null,
  -- Null: the whole Organization.
  project_id uuid,
  -- Null when the account of the owner was removed.
  owner_id uuid,
  name text collate "C" not null,
  folded_name text collate "C" not null,
  query text not null,
  layout text collate "C" not null constraint saved_view_has_a_known_layout check (layout in ('list', 'table', 'board')),
  group_by text collate "C",
  columns text[] not null constraint saved_view_has_columns check (cardinality(columns) > 0),
  shared boolean not null,
  revision integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  constraint private_saved_view_has_an_owner check (shared or owner_id is not null),
  constraint saved_view_name_is_taken unique (organization_id, owner_id, folded_name),
  constraint saved_view_is_of_a_project foreign key (organization_id, project_id) references projects (organization_id, id),
  constraint saved_view_has_an_owner foreign key (owner_id) references users (id)
);
create index if not exists shared_views_of_an_organization on saved_views (organization_id, folded_name, id) where shared;
create index if not exists saved_views_of_an_owner on saved_views (owner_id);

create table if not exists saved_view_pins (
  organization_id uuid not null,
  view_id uuid not null,
  user_id uuid not null,
  pinned_at timestamptz(3) not null,
  primary key (organization_id, view_id, user_id),
  constraint pin_is_of_a_saved_view foreign key (organization_id, view_id)
    references saved_views (organization_id, id) on delete cascade,
  constraint view_pin_is_of_a_user foreign key (user_id) references users (id)
);
create index if not exists view_pins_of_a_user on saved_view_pins (user_id, organization_id);
`;

export class SavedViews1798070412000 implements MigrationInterface {
  readonly name = '0009-saved-views-1798070412000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(NEW_TABLES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table saved_view_pins, saved_views');
  }
}
