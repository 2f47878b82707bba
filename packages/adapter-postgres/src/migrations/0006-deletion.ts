import { escapeIdentifier } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runWithRetries } from './run-with-retries.js';

/** Handovers of the open Work Items of a removed member, until all are given to somebody else. */
const HANDOVERS = /* sql */ `
create table if not exists handovers (
  organization_id uuid not null,
  user_id uuid not null,
  to_id uuid,
  actor_id uuid,
  began_at timestamptz(3) not null,
  primary key (organization_id, user_id)
)`;

/** The tables whose rows nobody removes, but for the audit trail, which has such a trigger in its partitions already. */
const NEVER_REWRITTEN = [
  'work_item_history',
  'sprint_commitments',
  'sprint_entries',
  'sprint_exits',
  'sprint_outcomes',
  'sprint_departures',
  'sprint_summaries',
] as const;

/** Called for each row that is deleted, and lets those of an Organization go whose deletion has begun. */
const REFUSE_REWRITING = /* sql */ `
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if tg_level = 'STATEMENT' then return null; end if;
    if exists (select from organizations where id = old.organization_id and deletion_began_at is not null) then return old; end if;
  end if;
  raise exception 'What % tells is never rewritten.', tg_table_name
    using errcode = 'insufficient_privilege', table = tg_table_name;
end $$`;

/**
 * Servers call them: their role can delete neither history nor Organizations. Both do nothing to an Organization whose removal is not due. The
 * rows are chosen by their keys in order, so that each machine of a cluster chooses the same. `schema` is the name of the schema as SQL.
 */
const functions = (schema: string): string => /* sql */ `
create or replace function delete_rows_of_organization(organization uuid, named text, most integer) returns integer
language plpgsql security definer set search_path = ${schema}, pg_temp as $$
declare
  keys text;
  children text;
  deleted integer;
begin
  perform from organizations where id = organization and deletion_began_at is not null and removal_due_at <= clock_timestamp();
  if not found then
    raise exception 'The deletion of the Organization % has not begun.', organization using errcode = 'insufficient_privilege';
  end if;
  select string_agg(quote_ident(attname), ', ' order by place) into keys
  from pg_index cross join unnest(indkey::smallint[]) with ordinality as part (number, place)
    join pg_attribute on attrelid = indrelid and attnum = part.number
  where indrelid = to_regclass(quote_ident(named)) and indisprimary;
  -- A row that others of its table refer to is deleted after them.
  select coalesce(string_agg(format(' and not exists (select from %1$I child where child.organization_id = $1 and child.%2$I = row.id)',
      named, attname), ''), '') into children
  from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[array_length(conkey, 1)]
  where contype = 'f' and conrelid = to_regclass(quote_ident(named)) and confrelid = conrelid;
  execute format('delete from %1$I where organization_id = $1 and (%2$s) in
    (select %2$s from %1$I row where organization_id = $1%3$s order by %2$s limit $2)', named, keys, children)
    using organization, most;
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- Returns the name of a table that still has rows of the Organization; null when it was deleted.
create or replace function delete_removed_organization(organization uuid) returns text
language plpgsql security definer set search_path = ${schema}, pg_temp as $$
declare
  named text;
  is_left boolean;
begin
  for named in
    select relname from pg_class join pg_attribute on attrelid = pg_class.oid
    where attname = 'organization_id' and relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname
  loop
    execute format('select exists (select from %I where organization_id = $1)', named) into is_left using organization;
    if is_left then return named; end if;
  end loop;
  delete from organizations where id = organization and deletion_began_at is not null and removal_due_at <= clock_timestamp();
  return null;
end $$`;

/** Organizations can be deleted with all that they hold, when their removal is due, and many Work Items be handed over in small steps. */
export class Deletion1798070409000 implements MigrationInterface {
  readonly name = '0006-deletion-1798070409000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, 'alter table organizations add column if not exists deletion_began_at timestamptz(3)');
    await runner.query(HANDOVERS);
    for (const table of NEVER_REWRITTEN) {
      await runWithRetries(
        runner,
        `create or replace trigger row_of_${table}_is_kept before delete on ${table} for each row execute function refuse_rewriting()`,
      );
    }
    // After the triggers: until then each statement is refused.
    await runner.query(REFUSE_REWRITING);
    const [found] = (await runner.query('select current_schema() as schema')) as { readonly schema: string }[];
    await runner.query(functions(escapeIdentifier(found?.schema ?? 'public')));
  }

  /** All of it can stay: servers of the release before begin no deletion. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
