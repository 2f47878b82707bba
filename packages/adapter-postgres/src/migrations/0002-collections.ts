import { WorkItemKey, type ProjectKey } from '@worktrack/domain';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { searchTextOf } from '../recording/search-text.js';

/** Rows read and written at once while the texts of existing Work Items are folded. */
const BATCH = 500;

/**
 * Indexes for the collections of Work Items: one for each order and each common filter, and the folded text that `q`
 * searches. Orders that run up and down at once are kept as numbers that all run down, so that a page is entered in an index by one
 * comparison of rows.
 */
export class Collections1795219200000 implements MigrationInterface {
  readonly name = '0002-collections-1795219200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ORDERS);
    await runner.query(TEXTS);
    await foldExisting(runner);
    await runner.query(TEXT_INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BACK);
  }
}

const LIVE = 'where deleted_at is null and archived_at is null';

const ORDERS = /* sql */ `
alter table work_items
  -- Minus the milliseconds since 1970: an earlier due date is more, none is least.
  add column due_order bigint not null generated always as
    (coalesce(-(extract(epoch from due_date at time zone 'UTC') * 1000)::bigint, -9007199254740991)) stored,
  add column priority_order smallint not null generated always as
    (case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 else 1 end) stored,
  add column status_order smallint not null generated always as
    (case status when 'done' then 0 when 'backlog' then 1 when 'todo' then 1 else 2 end) stored;

create index work_items_by_due_date
  on work_items (organization_id, project_id, due_order desc, updated_at desc, project_key desc, number desc) ${LIVE};
create index work_items_by_priority
  on work_items (organization_id, project_id, priority_order desc, updated_at desc, project_key desc, number desc) ${LIVE};
create index work_items_by_rank
  on work_items (organization_id, project_id, status_order desc, priority_order desc, due_order desc, updated_at desc,
    project_key desc, number desc) ${LIVE};
create index open_work_items_by_due_date
  on work_items (organization_id, project_id, due_order desc, status_order desc, priority_order desc, updated_at desc,
    project_key desc, number desc) ${LIVE} and status <> 'done' and due_date is not null;
create index open_work_items_last_updated_first
  on work_items (organization_id, project_id, updated_at desc, project_key desc, number desc) ${LIVE} and status <> 'done';
create index assigned_work_items_last_updated_first
  on work_items (organization_id, assignee_id, updated_at desc, project_key desc, number desc, id)
  where deleted_at is null and assignee_id is not null;
`;

const TEXTS = /* sql */ `
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table work_item_texts (
  organization_id uuid not null,
  project_id uuid not null,
  work_item_id uuid not null,
  folded text collate "C" not null,
  primary key (organization_id, work_item_id),
  constraint text_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);
grant select, insert, update on work_item_texts to worktrack_app;
`;

const TEXT_INDEX = /* sql */ `
create index work_item_texts_by_trigrams on work_item_texts using gin (organization_id, project_id, folded gin_trgm_ops);
`;

const BACK = /* sql */ `
drop table work_item_texts;
drop index assigned_work_items_last_updated_first, open_work_items_last_updated_first;
alter table work_items drop column due_order, drop column priority_order, drop column status_order;
`;

interface ItemRow {
  readonly organization_id: string;
  readonly project_id: string;
  readonly id: string;
  readonly project_key: ProjectKey;
  readonly number: string;
  readonly title: string;
  readonly description: string | null;
}

/** Folding is Unicode's, not the database's: the texts go through this process. */
async function foldExisting(runner: QueryRunner): Promise<void> {
  let after = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const rows = (await runner.query(
      `select organization_id, project_id, id, project_key, number, title, description from work_items
       where (organization_id, id) > ($1, $2) order by organization_id, id limit ${BATCH}`,
      after,
    )) as ItemRow[];
    const last = rows.at(-1);
    if (!last) return;
    const texts = rows.map((row) => {
      const { organization_id, project_id, id, title, description } = row;
      const key = WorkItemKey.of(row.project_key, Number(row.number));
      return { organization_id, project_id, work_item_id: id, folded: searchTextOf({ key, title, description }) };
    });
    await runner.query(
      `insert into work_item_texts (organization_id, project_id, work_item_id, folded)
       select organization_id, project_id, work_item_id, folded
       from jsonb_populate_recordset(null::work_item_texts, $1::jsonb)`,
      [JSON.stringify(texts)],
    );
    after = [last.organization_id, last.id];
  }
}
