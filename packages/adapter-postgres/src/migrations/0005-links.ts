import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links between Work Items. */
export class Links1795219204000 implements MigrationInterface {
  readonly name = '0005-links-1795219204000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(LINKS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table work_item_links');
  }
}

const LINKS = /* sql */ `
create table work_item_links (
  organization_id uuid not null,
  id uuid not null,
  relation text collate "C" not null constraint link_has_a_known_relation check (relation in ('blocks', 'relates')),
  source_project_id uuid not null,
  source_id uuid not null,
  target_project_id uuid not null,
  target_id uuid not null,
  created_by uuid not null constraint link_maker_is_a_user references users (id),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  constraint link_starts_at_a_work_item foreign key (organization_id, source_project_id, source_id)
    references work_items (organization_id, project_id, id),
  constraint link_ends_at_a_work_item foreign key (organization_id, target_project_id, target_id)
    references work_items (organization_id, project_id, id),
  constraint link_joins_two_work_items check (source_id <> target_id),
  constraint link_without_direction_is_stored_one_way check (relation <> 'relates' or source_id < target_id)
);
create index links_from_a_work_item on work_item_links (organization_id, source_id, created_at, id)
  where deleted_at is null;
create index links_to_a_work_item on work_item_links (organization_id, target_id, created_at, id)
  where deleted_at is null;
-- The first of the two is the first to refuse: a row that is there already would break both.
create unique index link_is_there_already on work_item_links (organization_id, source_id, target_id, relation)
  where deleted_at is null;
create unique index link_contradicts_another
  on work_item_links (organization_id, least(source_id, target_id), greatest(source_id, target_id))
  where relation = 'blocks' and deleted_at is null;

grant select, insert, update on work_item_links to worktrack_app;
`;
