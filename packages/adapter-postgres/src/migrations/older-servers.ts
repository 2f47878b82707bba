import type { QueryRunner } from 'typeorm';
import { patiently } from './patiently.js';

const BEFORE_25 = [
  { name: 'attachments_are_counted', table: 'attachments' },
  { name: 'audit_names_no_organization', table: 'audit_log' },
] as const;

/** The triggers that serve only servers of an older release. A cluster has none: it begins with the newest release. */
export const TRIGGERS_FOR_OLDER_SERVERS = [
  ...BEFORE_25,
  { name: 'labels_have_a_folded_name', table: 'labels' },
] as const;

/**
 * Lets servers from before migration 25 work on: those leave the Organization of some audit entries empty, and count no bytes of attachments.
 * May be repeated. A later release removes it, when no such server can run any more.
 */
export async function serveOlderServers(runner: QueryRunner): Promise<void> {
  if (await isDistributed(runner)) return;
  await patiently(runner, NAME_NO_ORGANIZATION);
  await patiently(runner, COUNT_FOR_OTHERS);
}

/** Removes what `serveOlderServers` made. */
export async function stopServingOlderServers(runner: QueryRunner): Promise<void> {
  for (const { name, table } of BEFORE_25) {
    await patiently(runner, `drop trigger if exists ${name} on ${table}`);
  }
  await runner.query('drop function if exists name_no_organization(), count_attachment_bytes()');
}

/** True when the tables are spread over a cluster. */
export async function isDistributed(runner: QueryRunner): Promise<boolean> {
  const [found] = (await runner.query(`select to_regclass('pg_catalog.pg_dist_partition') is not null as is`)) as {
    readonly is: boolean;
  }[];
  return found?.is === true;
}

const NAME_NO_ORGANIZATION = /* sql */ `
create or replace function name_no_organization() returns trigger language plpgsql as $$
begin
  new.organization_id := '00000000-0000-0000-0000-000000000000';
  return new;
end $$;
create or replace trigger audit_names_no_organization before insert on audit_log for each row
  when (new.organization_id is null) execute function name_no_organization();
`;

/**
 * Counts at the commit, unless the transaction has changed the count by statements of its own. A transaction in which this trigger has
 * counted is remembered by a setting, so that its further attachments count too.
 */
const COUNT_FOR_OTHERS = /* sql */ `
create or replace function count_attachment_bytes() returns trigger language plpgsql as $$
declare
  change bigint := case when new.deleted_at is null then new.size else 0 end;
  me text := pg_current_xact_id()::xid::text;
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then
    change := change - old.size;
  end if;
  if change = 0 then
    return null;
  end if;
  if current_setting('worktrack.counting_transaction', true) is distinct from me then
    perform from attachment_usage where organization_id = new.organization_id and xmin::text = me;
    if found then
      return null;
    end if;
    perform set_config('worktrack.counting_transaction', me, true);
  end if;
  insert into attachment_usage as counted (organization_id, bytes) values (new.organization_id, greatest(change, 0))
  on conflict (organization_id) do update set bytes = counted.bytes + change;
  return null;
end $$;
drop trigger if exists attachments_are_counted on attachments;
create constraint trigger attachments_are_counted after insert or update on attachments deferrable initially deferred
  for each row execute function count_attachment_bytes();
`;
