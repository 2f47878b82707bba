import { setTimeout as delay } from 'node:timers/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { patiently } from './patiently.js';

/**
 * Keeps in the row of a Work Item since when it has its status, so that the ageing of work in progress reads no second table. It is `null`
 * until the first change of status after this migration, except of items in progress, which get it here; `item_flow` has it of all.
 *
 * Without a transaction: locks that stop others are held for moments, and each step may be repeated.
 */
export class StatusSince1797379200000 implements MigrationInterface {
  readonly name = '0027-status-since-1797379200000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await patiently(runner, COLUMN);
    for (let organization = LEAST_ID; ;) {
      const found = (await runner.query(NEXT_ORGANIZATION, [organization])) as { readonly id: string }[];
      if (!found[0]) return;
      organization = found[0].id;
      await fill(runner, organization);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await patiently(runner, BACK);
  }
}

/** The number of rows that one statement changes at most: it holds their locks until it ends. */
const BATCH = 1_000;
/** Milliseconds between two batches, for the requests that waited. */
const PAUSE = 20;

/** Fills the column in one Organization, a batch of its Work Items at a time. */
async function fill(runner: QueryRunner, organization: string): Promise<void> {
  for (let last = LEAST_ID; ;) {
    const batch = (await runner.query(NEXT_BATCH, [organization, last])) as { readonly id: string }[];
    const ids = batch.map(({ id }) => id);
    if (ids.length > 0) await patiently(runner, FILL, [organization, ids]);
    if (ids.length < BATCH) return;
    last = ids[BATCH - 1] ?? last;
    await delay(PAUSE);
  }
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/** A trigger, so that changes by servers of the release before count too while these still run. */
const COLUMN = /* sql */ `
alter table work_items add column if not exists status_since timestamptz(3);
create or replace function keep_status_since() returns trigger language plpgsql as $$
begin
  new.status_since := new.updated_at;
  return new;
end $$;
create or replace trigger status_since_is_kept before update on work_items for each row
  when (new.status <> old.status) execute function keep_status_since();
`;

const NEXT_ORGANIZATION = 'select id from organizations where id > $1 order by id limit 1';

const IN_PROGRESS = `item.status in ('in_progress', 'in_review') and item.status_since is null and item.deleted_at is null`;

const NEXT_BATCH = /* sql */ `
select item.id from work_items item where item.organization_id = $1 and item.id > $2 and ${IN_PROGRESS} order by item.id limit ${BATCH}
`;

/** An item whose status changes meanwhile gets the instant from the trigger: then it is no longer null, and not written here. */
const FILL = /* sql */ `
update work_items item set status_since = flow.since from item_flow flow
where item.organization_id = $1 and item.id = any($2::uuid[]) and ${IN_PROGRESS}
  and flow.organization_id = $1 and flow.work_item_id = item.id
`;

const BACK = /* sql */ `
drop trigger if exists status_since_is_kept on work_items;
drop function if exists keep_status_since();
alter table work_items drop column if exists status_since;
`;
