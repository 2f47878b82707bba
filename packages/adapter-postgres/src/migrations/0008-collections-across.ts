import { fold } from '@worktrack/domain';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for collections across Projects: the Work Items of an Organization in their usual order, the work, comments and
 * changes of a user, and the folded names that the directory searches.
 */
export class CollectionsAcross1795737600000 implements MigrationInterface {
  readonly name = '0008-collections-across-1795737600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INDEXES);
    await runner.query(NAMES);
    await foldExisting(runner);
    await runner.query(`alter table users alter column folded_name set not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BACK);
  }
}

const INDEXES = /* sql */ `
-- Every number is more than 0; but only who asks for a whole Organization says so. Else the planner would take this index for a Project
-- that has most of the items, and then read past those of all the others.
create index work_items_of_an_organization_last_updated_first
  on work_items (organization_id, updated_at desc, project_key desc, number desc, id)
  where deleted_at is null and archived_at is null and number > 0;
create index reported_work_items_last_updated_first
  on work_items (organization_id, reporter_id, updated_at desc, project_key desc, number desc, id)
  where deleted_at is null and reporter_id is not null;
create index live_comments_of_an_author on comments (organization_id, author_id, work_item_id) where deleted_at is null;
create index history_of_an_actor on work_item_history (organization_id, actor_id, at desc, id desc)
  where action in ('created', 'comment_added', 'comment_replied', 'status_changed');
`;

const NAMES = /* sql */ `
alter table users add column folded_name text collate "C";
`;

const BACK = /* sql */ `
alter table users drop column folded_name;
drop index work_items_of_an_organization_last_updated_first, reported_work_items_last_updated_first, live_comments_of_an_author,
  history_of_an_actor;
`;

/** Folding is Unicode's, not the database's: the names go through this process. */
async function foldExisting(runner: QueryRunner): Promise<void> {
  const users = (await runner.query(`select id, name from users`)) as { readonly id: string; readonly name: string }[];
  const names = users.map(({ id, name }) => ({ id, folded: fold(name) }));
  await runner.query(
    `update users set folded_name = given.folded
     from jsonb_to_recordset($1::jsonb) as given (id uuid, folded text) where users.id = given.id`,
    [JSON.stringify(names)],
  );
}
