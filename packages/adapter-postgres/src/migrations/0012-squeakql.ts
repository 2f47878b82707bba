import { fold } from '@worktrack/domain';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for queries: Sprints by their names in any case, Work Items by their last change, and Work Items of a whole
 * Organization by their due date, as each Project has one.
 */
export class Squeakql1796083200000 implements MigrationInterface {
  readonly name = '0012-squeakql-1796083200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sprints add column folded_name text collate "C"`);
    await foldExisting(runner);
    await runner.query(INDEXES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BACK);
  }
}

const INDEXES = /* sql */ `
create index sprints_by_folded_name on sprints (organization_id, folded_name);
create index changes_of_fields on work_item_history (organization_id, action, at, work_item_id)
  where action in ('status_changed', 'priority_changed', 'assigned', 'sprint_changed', 'title_changed', 'due_date_changed',
    'parent_changed');
-- As for the index of all items in migration 8, only who asks for a whole Organization says that numbers are more than 0.
create index open_work_items_of_an_organization_by_due_date
  on work_items (organization_id, due_order desc, updated_at desc, project_key desc, number desc)
  where deleted_at is null and archived_at is null and status <> 'done' and due_date is not null and number > 0;
`;

const BACK = /* sql */ `
drop index open_work_items_of_an_organization_by_due_date, changes_of_fields;
alter table sprints drop column folded_name;
`;

/** Folding is Unicode's, not the database's: the names go through this process. */
async function foldExisting(runner: QueryRunner): Promise<void> {
  const names = (await runner.query(`select distinct name from sprints`)) as { readonly name: string }[];
  await runner.query(
    `update sprints set folded_name = given.folded
     from jsonb_to_recordset($1::jsonb) as given (name text, folded text) where sprints.name = given.name`,
    [JSON.stringify(names.map(({ name }) => ({ name, folded: fold(name) })))],
  );
}
