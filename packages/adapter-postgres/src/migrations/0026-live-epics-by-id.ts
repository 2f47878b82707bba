import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrently.js';
import { patiently } from './patiently.js';

/**
 * The epics of a Project in the order of their identifiers, which is that of the parents in `live_children_by_status`: the progress of
 * epics merges the two indexes. Replaces the index of epics by number.
 *
 * Without a transaction: requests go on while the index is built, and each step may be repeated.
 */
export class LiveEpicsById1797292800000 implements MigrationInterface {
  readonly name = '0026-live-epics-by-id-1797292800000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildConcurrently(runner, 'live_epics_by_id', BUILD);
    await patiently(runner, 'drop index if exists live_epics');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildConcurrently(runner, 'live_epics', BUILD_BEFORE);
    await patiently(runner, 'drop index if exists live_epics_by_id');
  }
}

/** Only a change of an epic writes here. The longest title has 2,000 bytes, which an entry of an index can hold. */
const BUILD = /* sql */ `
create index concurrently live_epics_by_id on work_items (organization_id, project_id, id)
  include (number, status, due_date, created_at, title)
  where type = 'epic' and deleted_at is null and archived_at is null`;

const BUILD_BEFORE = /* sql */ `
create index concurrently live_epics on work_items (organization_id, project_id, number)
  include (id, status, due_date, created_at, title)
  where type = 'epic' and deleted_at is null and archived_at is null`;
