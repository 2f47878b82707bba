import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrently.js';
import { serveOlderServers, stopServingOlderServers } from './older-servers.js';
import { patiently } from './patiently.js';

/**
 * Keys begin with the Organization, so that the rows of an Organization can be kept on a machine of their own. An entry of the audit trail
 * that belongs to no Organization has the nil UUID in place of null. The statements that write attachments count their bytes, because a
 * trigger on such a machine cannot write to another table. Triggers do both for servers of the release before, while these still run.
 *
 * Without a transaction: requests go on while the indexes are built, and each step may be repeated.
 */
export class OrganizationKeys1797206400000 implements MigrationInterface {
  readonly name = '0025-organization-keys-1797206400000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await serveOlderServers(runner);
    if (!(await isKeptBy(runner, 'audit_log_pkey'))) {
      await buildConcurrently(runner, 'audit_key', BUILD_AUDIT_KEY);
      await patiently(runner, REFUSE_NULL);
      await patiently(runner, NAME_NO_ORGANIZATION);
      await runner.query('alter table audit_log validate constraint audit_names_an_organization');
      await patiently(runner, CHANGE_AUDIT_KEY);
    }
    await buildConcurrently(runner, 'attachments_by_blob', BUILD_BLOBS);
    if (!(await isKeptBy(runner, 'blob_is_of_one_attachment'))) {
      await buildConcurrently(runner, 'blob_key', BUILD_BLOB_KEY);
      await patiently(runner, CHANGE_BLOB_KEY);
    }
    await patiently(runner, 'alter table token_project_grants drop constraint if exists project_grant_is_of_a_project');
  }

  async down(runner: QueryRunner): Promise<void> {
    await stopServingOlderServers(runner);
    await runner.query(BACK);
  }
}

/** True when the constraint has two columns: the Organization and another one. */
async function isKeptBy(runner: QueryRunner, constraint: string): Promise<boolean> {
  const found = (await runner.query(
    `select cardinality(conkey) = 2 as kept from pg_constraint
     where conname = $1 and connamespace = current_schema()::regnamespace`,
    [constraint],
  )) as { readonly kept: boolean }[];
  return found[0]?.kept === true;
}

const NO_ORGANIZATION = `'00000000-0000-0000-0000-000000000000'`;

const BUILD_AUDIT_KEY = 'create unique index concurrently audit_key on audit_log (organization_id, id)';

const REFUSE_NULL = /* sql */ `
alter table audit_log drop constraint if exists audit_names_an_organization,
  add constraint audit_names_an_organization check (organization_id is not null) not valid;
`;

/** Nothing else was ever changed in the trail. One transaction, in which nobody can write to it. */
const NAME_NO_ORGANIZATION = /* sql */ `
alter table audit_log disable trigger audit_is_never_rewritten;
update audit_log set organization_id = ${NO_ORGANIZATION} where organization_id is null;
alter table audit_log enable trigger audit_is_never_rewritten;
`;

/** The validated constraint spares PostgreSQL a look at every row. */
const CHANGE_AUDIT_KEY = /* sql */ `
alter table audit_log alter column organization_id set not null;
alter table audit_log drop constraint audit_names_an_organization;
alter table audit_log drop constraint audit_log_pkey;
alter table audit_log add constraint audit_log_pkey primary key using index audit_key;
drop index audit_of_an_organization;
`;

/** The store of attachments looks bytes up by their name, whoever they belong to. */
const BUILD_BLOBS = 'create index concurrently attachments_by_blob on attachments (blob_name)';

const BUILD_BLOB_KEY = 'create unique index concurrently blob_key on attachments (organization_id, blob_name)';

const CHANGE_BLOB_KEY = /* sql */ `
alter table attachments drop constraint blob_is_of_one_attachment;
alter table attachments add constraint blob_is_of_one_attachment unique using index blob_key;
`;

const BACK = /* sql */ `
create index audit_of_an_organization on audit_log (organization_id, id);
alter table audit_log drop constraint audit_log_pkey, add constraint audit_log_pkey primary key (id);
alter table audit_log alter column organization_id drop not null;
alter table attachments drop constraint blob_is_of_one_attachment,
  add constraint blob_is_of_one_attachment unique (blob_name);
drop index attachments_by_blob;
alter table token_project_grants add constraint project_grant_is_of_a_project foreign key (organization_id, project_id)
  references projects (organization_id, id);
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
