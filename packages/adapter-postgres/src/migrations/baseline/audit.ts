import { NOW, neverRewritten, ROWS_ARE_ADDED } from './terms.js';

/** The end of the newest partition, as PostgreSQL writes it in the time zone UTC. */
const NEWEST_END = `(select max(substring(pg_get_expr(relpartbound, pg_class.oid) from 'TO \\(''([^'']+)''')::timestamptz)
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'audit_log'::regclass)`;

/**
 * The audit trail, in a partition for each month (UTC), so that old months can be exported and dropped. `schema` is the name of the schema
 * as SQL.
 */
export const auditTrail = (schema: string): string => /* sql */ `
create table audit_log (
  id bigint generated always as identity (sequence name audit_entry_ids),
  at timestamptz(3) not null default ${NOW},
  operation text collate "C" not null,
  -- The nil UUID for an entry that belongs to no Organization.
  organization_id uuid not null,
  actor_id uuid,
  token_id uuid,
  request_id text collate "C" not null,
  touched jsonb not null,
  primary key (organization_id, id, at)
) partition by range (at);
${neverRewritten('audit_log', 'audit_is_never_rewritten')}
create trigger audit_partition_is_never_rewritten before update or delete on audit_log
  for each row execute function refuse_rewriting();

-- Servers call the function: their role cannot make a table. A partition is made first and then attached, which lets others read and
-- write. A lock that refuses only itself lets one caller work at a time. On a cluster the trail can be one table: then there is nothing to do.
create function make_audit_partitions() returns integer language plpgsql security definer
set search_path = ${schema}, pg_temp set timezone = 'UTC' as $$
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
    execute format('create table %I (like audit_log including defaults including constraints) with (${ROWS_ARE_ADDED})', partition);
    execute format('alter table audit_log attach partition %I for values from (%L) to (%L)',
      partition, begins, begins + interval '1 month');
    begins := begins + interval '1 month';
    made := made + 1;
  end loop;
  return made;
end $$;
select make_audit_partitions();

-- The partitions that were exported: only the owner writes them down.
create table audit_exports (
  partition text collate "C" primary key,
  entries bigint not null,
  sha256 bytea not null,
  exported_at timestamptz(3) not null
);
`;
