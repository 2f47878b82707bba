import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LABEL_NAMES, foldAgain, type RunStatement } from './fold-again.js';
import { buildConcurrently } from './concurrently.js';
import { isDistributed } from './older-servers.js';
import { patiently } from './patiently.js';

/**
 * Makes the names of labels unique case-insensitively, as `fold` compares them, and finds them so: `STRASSE` is the label `straße`. Of labels
 * that exist already and are the same now, one gets the folded name, and the others keep their own name in its place: all of them stay, and
 * no further one is made.
 *
 * Without a transaction: requests go on while the index is built and names are folded, and each step may be repeated.
 */
export class FoldedLabelNames1798070403000 implements MigrationInterface {
  readonly name = '0040-folded-label-names-1798070403000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await patiently(runner, 'alter table labels add column if not exists folded_name text collate "C"');
    if (!(await isDistributed(runner))) await patiently(runner, FOLD_FOR_OLDER_SERVERS);
    while (await hasFilled(runner));
    await patiently(runner, CHECK);
    await runner.query('alter table labels validate constraint label_has_a_folded_name');
    if (!(await isByFoldedName(runner))) {
      await buildConcurrently(runner, 'labels_by_folded_name', BUILD);
      await patiently(runner, SWAP);
    }
    const run: RunStatement = async (sql, values) =>
      (await runner.query(sql, [...values])) as Awaited<ReturnType<RunStatement>>;
    await foldAgain(run, LABEL_NAMES, 0);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BACK);
  }
}

/**
 * Writes the name of a label by a server of the release before, which knows no folded names. For a name in ASCII, both are the same. The
 * backfill folds the others.
 */
const FOLD_FOR_OLDER_SERVERS = /* sql */ `
create or replace function fold_label_name() returns trigger language plpgsql as $$
begin
  new.folded_name := new.name;
  return new;
end $$;
create or replace trigger labels_have_a_folded_name before insert or update of name on labels for each row
  when (new.folded_name is null or octet_length(new.name) = char_length(new.name)) execute function fold_label_name();
`;

/** Every name is in lower case and unique in its Project, so each can stand in for its folded form. */
const FILL = /* sql */ `
with filled as (
  update labels set folded_name = name
  where (organization_id, id) in (select organization_id, id from labels where folded_name is null limit 1000)
  returning true
) select count(*)::integer as rows from filled
`;

async function hasFilled(runner: QueryRunner): Promise<boolean> {
  const [filled] = (await runner.query(FILL)) as { readonly rows: number }[];
  return filled !== undefined && filled.rows > 0;
}

const CHECK = /* sql */ `
alter table labels drop constraint if exists label_has_a_folded_name,
  add constraint label_has_a_folded_name check (folded_name is not null) not valid;
`;

const BUILD =
  'create unique index concurrently labels_by_folded_name on labels (organization_id, project_id, folded_name)';

/** Servers of the release before know the constraint by this name. */
const SWAP = /* sql */ `
alter table labels drop constraint label_name_is_taken;
alter table labels add constraint label_name_is_taken unique using index labels_by_folded_name;
`;

/** True when the constraint is on the folded name. */
async function isByFoldedName(runner: QueryRunner): Promise<boolean> {
  const [found] = (await runner.query(
    `select pg_get_constraintdef(oid) like '%folded_name%' as is from pg_constraint
     where conname = 'label_name_is_taken' and connamespace = current_schema()::regnamespace`,
  )) as { readonly is: boolean }[];
  return found?.is === true;
}

const BACK = /* sql */ `
drop trigger if exists labels_have_a_folded_name on labels;
drop function if exists fold_label_name();
alter table labels drop constraint label_name_is_taken, drop column folded_name,
  add constraint label_name_is_taken unique (organization_id, project_id, name);
`;
