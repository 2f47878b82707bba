import type { MigrationInterface, QueryRunner } from 'typeorm';
import { patiently } from './patiently.js';

/**
 * Gives an Organization a quota of attachments of its own: `null` for the default of the installation, 0 for any number of bytes.
 *
 * Without a transaction: locks that stop others are held for moments, and each step may be repeated.
 */
export class AttachmentQuotas1798070400000 implements MigrationInterface {
  readonly name = '0035-attachment-quotas-1798070400000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await patiently(runner, 'alter table attachment_usage add column if not exists quota_bytes bigint');
    await patiently(runner, `alter table attachment_usage drop constraint if exists ${CHECK}`);
    await patiently(runner, `alter table attachment_usage add constraint ${CHECK} check (quota_bytes >= 0) not valid`);
    await patiently(runner, `alter table attachment_usage validate constraint ${CHECK}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await patiently(runner, 'alter table attachment_usage drop column if exists quota_bytes');
  }
}

const CHECK = 'attachment_quota_is_not_negative';
