import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runWithRetries } from './run-with-retries.js';

/** Adds the time zone of the days of an Organization. */
export class TimeZone1798070407000 implements MigrationInterface {
  readonly name = '0004-time-zone-1798070407000';
  readonly transaction = false;

  /** Servers of the release before do not write the column: it has a default. */
  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(
      runner,
      `alter table organizations add column if not exists time_zone text not null default 'UTC'`,
    );
  }

  /** The column can stay: servers of the release before do not see it. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
