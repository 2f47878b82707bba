import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runWithRetries } from './run-with-retries.js';

/** The most Work Items of a Project that should be in each status together. */
export class WorkLimits1798070417000 implements MigrationInterface {
  readonly name = '0014-work-limits-1798070417000';
  readonly transaction = false;

  /** Servers of the release before do not write the column: it has a default. */
  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(
      runner,
      `alter table projects add column if not exists work_limits jsonb not null default '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, 'alter table projects drop column work_limits');
  }
}
