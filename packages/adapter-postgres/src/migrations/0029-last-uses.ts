import type { MigrationInterface, QueryRunner } from 'typeorm';
import { patiently } from './patiently.js';

/** The day on which a token was last used, so that an operator finds the tokens that nobody uses any more. */
export class LastUses1797552000000 implements MigrationInterface {
  readonly name = '0029-last-uses-1797552000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await patiently(runner, 'alter table access_tokens add column if not exists last_used_on date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await patiently(runner, 'alter table access_tokens drop column last_used_on');
  }
}
