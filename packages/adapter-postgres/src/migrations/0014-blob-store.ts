import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The store of attachment bytes that belongs to this database, the bytes that each Organization keeps there, and leases for work
 * that one process at a time may do.
 */
export class BlobStore1796256000000 implements MigrationInterface {
  readonly name = '0014-blob-store-1796256000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(STORE);
    await runner.query(LEASES);
    await runner.query(USAGE);
    await runner.query(COUNTING);
    await runner.query(COUNT_WHAT_IS_THERE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger attachments_are_counted on attachments');
    await runner.query('drop function count_attachment_bytes()');
    await runner.query('drop table attachment_usage, leases, blob_store');
  }
}

const STORE = /* sql */ `
create table blob_store (
  only_row boolean primary key default true constraint database_has_one_store check (only_row),
  store_id uuid not null,
  -- Which database was tied to the store: a copy of the database has the same row, but another identity.
  database_identity text collate "C"
);
grant select, insert, update on blob_store to worktrack_app;
`;

const LEASES = /* sql */ `
create table leases (
  name text collate "C" primary key,
  holder uuid not null,
  held_until timestamptz(3) not null
);
grant select, insert, update on leases to worktrack_app;
`;

const USAGE = /* sql */ `
create table attachment_usage (
  organization_id uuid primary key constraint attachment_usage_is_of_an_organization references organizations (id),
  bytes bigint not null constraint attachment_usage_is_not_negative check (bytes >= 0)
);
grant select, insert, update on attachment_usage to worktrack_app;
`;

/** A trigger, so that servers of the release before this migration are counted too while they still run. */
const COUNTING = /* sql */ `
create function count_attachment_bytes() returns trigger language plpgsql as $$
declare
  change bigint := case when new.deleted_at is null then new.size else 0 end;
begin
  if tg_op = 'UPDATE' and old.deleted_at is null then
    change := change - old.size;
  end if;
  if change > 0 then
    insert into attachment_usage as counted (organization_id, bytes) values (new.organization_id, change)
    on conflict (organization_id) do update set bytes = counted.bytes + excluded.bytes;
  elsif change < 0 then
    update attachment_usage set bytes = bytes + change where organization_id = new.organization_id;
  end if;
  return null;
end $$;
create trigger attachments_are_counted after insert or update on attachments
  for each row execute function count_attachment_bytes();
`;

/** The trigger was made first, and its lock keeps writers away until this is committed. */
const COUNT_WHAT_IS_THERE = /* sql */ `
insert into attachment_usage (organization_id, bytes)
select organization_id, sum(size) from attachments where deleted_at is null group by organization_id;
`;
