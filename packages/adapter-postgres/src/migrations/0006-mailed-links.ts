import type { MigrationInterface, QueryRunner } from 'typeorm';
import { runWithRetries } from './run-with-retries.js';

/** Links that went to the address of the account by mail: whoever uses one has proven to receive mail there. */
export class MailedLinks1798070409000 implements MigrationInterface {
  readonly name = '0006-mailed-links-1798070409000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(
      runner,
      'alter table sign_in_links add column if not exists by_mail boolean not null default false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, 'alter table sign_in_links drop column by_mail');
  }
}
