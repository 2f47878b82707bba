import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrently.js';
import { patiently } from './patiently.js';

/**
 * Keeps the audit trail in a partition for each month (UTC), so that old months can be exported and dropped. Entries that exist already stay
 * where they are: their table becomes the first partition, which ends with a month. Servers of the release before work on: they name the
 * same table. A trail that a cluster has distributed already stays one table.
 *
 * Without a transaction: requests go on while an index is built and entries are checked, and each step may be repeated.
 */
export class AuditByMonth1798070402000 implements MigrationInterface {
  readonly name = '0039-audit-by-month-1798070402000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(EXPORTS);
    if (!(await isOneTable(runner))) return;
    await buildConcurrently(runner, 'audit_month_key', BUILD_KEY);
    const end = endOfFirst(new Date()).toISOString();
    await patiently(runner, LIMIT(end));
    await runner.query('alter table audit_log validate constraint audit_is_of_the_first_partition');
    await patiently(runner, await functions(runner));
    await patiently(runner, SWITCH(end));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BACK);
  }
}

/** True while the trail is one table of one machine. */
async function isOneTable(runner: QueryRunner): Promise<boolean> {
  const [found] = (await runner.query(
    `select relkind = 'p' or to_regclass('pg_catalog.pg_dist_partition') is not null as "isDone"
     from pg_class where oid = 'audit_log'::regclass`,
  )) as { readonly isDone: boolean }[];
  return found?.isDone !== true;
}

/** Milliseconds. The migration ends, and entries are still written to the first partition, well before its end. */
const WEEK = 7 * 86_400_000;

/** The end of the month in a week. */
function endOfFirst(now: Date): Date {
  const soon = new Date(now.getTime() + WEEK);
  return new Date(Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1));
}

/** The table of the partitions that were exported: only the owner may write it. */
const EXPORTS = /* sql */ `
create table if not exists audit_exports (
  partition text collate "C" primary key,
  entries bigint not null,
  sha256 bytea not null,
  exported_at timestamptz(3) not null
);
grant select on audit_exports to worktrack_app;
`;

const BUILD_KEY = 'create unique index concurrently audit_month_key on audit_log (organization_id, id, at)';

const LIMIT = (end: string): string => /* sql */ `
alter table audit_log drop constraint if exists audit_is_of_the_first_partition,
  add constraint audit_is_of_the_first_partition check (at < '${end}') not valid;
`;

/** The settings of migration 28 for a table whose rows are only added: they belong to partitions. */
const AUTOVACUUM = `autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000`;

/** The end of the newest partition, as PostgreSQL writes it in the time zone UTC. */
const NEWEST_END = `(select max(substring(pg_get_expr(relpartbound, pg_class.oid) from 'TO \\(''([^'']+)''')::timestamptz)
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'audit_log'::regclass)`;

/**
 * Servers call the function: their role may not make a table. A partition is made beside the trail and then attached, which lets others
 * read and write. A lock that refuses only itself lets one caller work at a time.
 */
async function functions(runner: QueryRunner): Promise<string> {
  const [found] = (await runner.query('select quote_ident(current_schema()) as schema')) as {
    readonly schema: string;
  }[];
  return /* sql */ `
create or replace function make_audit_partitions() returns integer language plpgsql security definer
set search_path = ${found?.schema ?? 'public'}, pg_temp set timezone = 'UTC' as $$
declare
  wanted constant timestamptz := date_trunc('month', now()) + interval '4 months';
  begins timestamptz := coalesce(${NEWEST_END}, date_trunc('month', now()));
  made integer := 0;
  partition text;
begin
  if begins >= wanted or not exists (select from pg_class where oid = 'audit_log'::regclass and relkind = 'p') then
    return 0;
  end if;
  lock table audit_log in share update exclusive mode;
  begins := coalesce(${NEWEST_END}, date_trunc('month', now()));
  while begins < wanted loop
    partition := 'audit_log_' || to_char(begins, 'YYYY_MM');
    execute format('create table %I (like audit_log including defaults including constraints) with (${AUTOVACUUM})', partition);
    execute format('alter table audit_log attach partition %I for values from (%L) to (%L)',
      partition, begins, begins + interval '1 month');
    begins := begins + interval '1 month';
    made := made + 1;
  end loop;
  return made;
end $$;
revoke execute on function make_audit_partitions() from public;
grant execute on function make_audit_partitions() to worktrack_app;
`;
}

/** One transaction: whoever writes an entry waits for it, and then writes to the new table, which has the name of the old one. */
const SWITCH = (end: string): string => /* sql */ `
alter table audit_log rename to audit_log_before;
alter table audit_log_before drop constraint audit_log_pkey;
create table audit_log (
  id bigint generated always as identity (sequence name audit_entry_ids),
  at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  operation text collate "C" not null,
  organization_id uuid not null,
  actor_id uuid,
  token_id uuid,
  request_id text collate "C" not null,
  touched jsonb not null,
  primary key (organization_id, id, at)
) partition by range (at);
select setval('audit_entry_ids', last_value, is_called) from audit_log_id_seq;
alter table audit_log_before alter column id drop identity;
alter table audit_log_before add constraint audit_log_before_pkey primary key using index audit_month_key;
drop trigger audit_is_never_rewritten on audit_log_before;
drop trigger if exists audit_names_no_organization on audit_log_before;
create trigger audit_is_never_rewritten before update or delete or truncate on audit_log
  for each statement execute function refuse_rewriting();
create trigger audit_partition_is_never_rewritten before update or delete on audit_log
  for each row execute function refuse_rewriting();
do $$
begin
  if to_regproc('name_no_organization') is not null then
    create trigger audit_names_no_organization before insert on audit_log for each row
      when (new.organization_id is null) execute function name_no_organization();
  end if;
  if exists (select from audit_log_before) then
    alter table audit_log attach partition audit_log_before for values from (minvalue) to ('${end}');
    alter table audit_log_before drop constraint audit_is_of_the_first_partition;
    revoke all on audit_log_before from worktrack_app, worktrack_tx;
  else
    drop table audit_log_before;
  end if;
end $$;
grant select, insert on audit_log to worktrack_app;
grant insert on audit_log to worktrack_tx;
select make_audit_partitions();
`;

const BACK = /* sql */ `
alter table audit_log rename to audit_log_by_month;
create table audit_log (like audit_log_by_month including defaults);
insert into audit_log select * from audit_log_by_month;
alter table audit_log alter column id add generated always as identity;
select setval('audit_log_id_seq', last_value, is_called) from audit_entry_ids;
drop table audit_log_by_month;
alter table audit_log add constraint audit_log_pkey primary key (organization_id, id);
alter table audit_log set (${AUTOVACUUM});
create trigger audit_is_never_rewritten before update or delete or truncate on audit_log
  for each statement execute function refuse_rewriting();
do $$
begin
  if to_regproc('name_no_organization') is not null then
    create trigger audit_names_no_organization before insert on audit_log for each row
      when (new.organization_id is null) execute function name_no_organization();
  end if;
end $$;
grant select, insert on audit_log to worktrack_app;
drop function make_audit_partitions();
drop table audit_exports;
`;
