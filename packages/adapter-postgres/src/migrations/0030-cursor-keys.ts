import type { MigrationInterface, QueryRunner } from 'typeorm';
import { patiently } from './patiently.js';

/** When each key of the cursors was made: the newest one signs. */
export class CursorKeys1797638400000 implements MigrationInterface {
  readonly name = '0030-cursor-keys-1797638400000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await patiently(runner, COLUMN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await patiently(runner, 'alter table server_secrets drop column created_at');
  }
}

/** The key of the first migration is older than all others. */
const COLUMN = /* sql */ `
alter table server_secrets add column if not exists created_at timestamptz(3) not null default '1970-01-01T00:00:00Z'
`;
