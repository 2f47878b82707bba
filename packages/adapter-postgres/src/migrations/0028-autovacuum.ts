import type { MigrationInterface, QueryRunner } from 'typeorm';
import { patiently } from './patiently.js';

/**
 * Lets PostgreSQL vacuum and analyze the five tables that get the most changes after a hundredth of their rows has changed, instead of a
 * fifth: large tables would otherwise keep dead rows for days, and then be vacuumed for hours.
 *
 * Without a transaction: each statement locks one table, against other maintenance only.
 */
export class Autovacuum1797465600000 implements MigrationInterface {
  readonly name = '0028-autovacuum-1797465600000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, settings] of Object.entries(SETTINGS)) {
      await patiently(runner, `alter table ${table} set (${listed(settings)})`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, settings] of Object.entries(SETTINGS)) {
      await patiently(runner, `alter table ${table} reset (${Object.keys(settings).join(', ')})`);
    }
  }
}

const listed = (settings: object): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${String(value)}`)
    .join(', ');

/** A vacuum freezes new rows and makes them visible to index-only scans; statistics follow the newest rows. */
const INSERTED = {
  autovacuum_vacuum_insert_scale_factor: 0.01,
  autovacuum_vacuum_insert_threshold: 5_000,
  autovacuum_analyze_scale_factor: 0.01,
  autovacuum_analyze_threshold: 1_000,
};

/** A vacuum also makes the room of dead rows usable again. */
const CHANGED = { ...INSERTED, autovacuum_vacuum_scale_factor: 0.01, autovacuum_vacuum_threshold: 1_000 };

const SETTINGS = {
  // The large answers are in the TOAST table, which has settings of its own.
  idempotency_records: {
    ...CHANGED,
    'toast.autovacuum_vacuum_scale_factor': 0.01,
    'toast.autovacuum_vacuum_threshold': 1_000,
  },
  work_items: CHANGED,
  work_item_texts: CHANGED,
  work_item_history: INSERTED,
  audit_log: INSERTED,
};
