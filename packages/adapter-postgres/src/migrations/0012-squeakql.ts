import { fold } from '@worktrack/domain';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What queries find Sprints by: their names in any case. */
export class Squeakql1796083200000 implements MigrationInterface {
  readonly name = '0012-squeakql-1796083200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sprints add column folded_name text collate "C"`);
    await foldExisting(runner);
    await runner.query(`create index sprints_by_folded_name on sprints (organization_id, folded_name)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sprints drop column folded_name`);
  }
}

/** Folding is Unicode's, not the database's: the names go through this process. */
async function foldExisting(runner: QueryRunner): Promise<void> {
  const names = (await runner.query(`select distinct name from sprints`)) as { readonly name: string }[];
  await runner.query(
    `update sprints set folded_name = given.folded
     from jsonb_to_recordset($1::jsonb) as given (name text, folded text) where sprints.name = given.name`,
    [JSON.stringify(names.map(({ name }) => ({ name, folded: fold(name) })))],
  );
}
