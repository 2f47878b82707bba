import type { MigrationInterface, QueryRunner } from 'typeorm';
import { patiently } from './patiently.js';

/**
 * Bounds what one user can leave for others. Stored replies may be compressed and are counted by user. Search texts are sorted into
 * their index by whoever writes them, and no longer by whoever happens to come when the list of new entries is full. Grants end with
 * the membership they came from.
 *
 * Without a transaction: locks that stop others are held for moments, and each step may be repeated.
 */
export class BoundedKeys1796342400000 implements MigrationInterface {
  readonly name = '0015-bounded-keys-1796342400000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await patiently(runner, COLUMN);
    await runner.query(USAGE);
    await runner.query(USAGE_SO_FAR);
    await runner.query(END_OLD_GRANTS);
    await patiently(runner, `alter index work_item_texts_by_trigrams set (fastupdate = off)`);
    // Searches and writers go on meanwhile.
    await runner.query(`select gin_clean_pending_list('work_item_texts_by_trigrams')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await patiently(runner, `alter index work_item_texts_by_trigrams reset (fastupdate)`);
    await runner.query('drop table idempotency_usage');
    await patiently(runner, 'alter table idempotency_records drop column body_gzip');
  }
}

const COLUMN = /* sql */ `
-- In place of the body, where that is long. PostgreSQL need not try to compress it again.
alter table idempotency_records add column if not exists body_gzip bytea;
alter table idempotency_records alter column body_gzip set storage external;
`;

const USAGE = /* sql */ `
-- How many bytes of replies were stored for a user in an hour. In several slots, so that mutations of one user that commit at the
-- same moment rarely wait for each other. Room in each page keeps the many updates of a row from writing to the indexes.
create table if not exists idempotency_usage (
  user_id uuid not null,
  hour timestamptz(3) not null,
  slot smallint not null,
  bytes bigint not null,
  primary key (user_id, hour, slot)
) with (fillfactor = 50);
create index if not exists idempotency_usage_by_age on idempotency_usage (hour);
grant select, insert, update, delete on idempotency_usage to worktrack_app;
`;

const USAGE_SO_FAR = /* sql */ `
insert into idempotency_usage (user_id, hour, slot, bytes)
select user_id, date_trunc('hour', created_at), 0, sum(coalesce(octet_length(body), 0) + 256)
from idempotency_records where created_at > clock_timestamp() - interval '24 hours'
group by user_id, date_trunc('hour', created_at)
on conflict do nothing;
`;

/** Grants of members who were removed would come alive with a new membership. */
const END_OLD_GRANTS = /* sql */ `
delete from token_grants old using access_tokens token
where token.id = old.token_id and not exists (
  select from memberships where organization_id = old.organization_id and user_id = token.user_id
);
`;
