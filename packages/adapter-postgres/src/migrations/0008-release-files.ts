import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files of the application for browsers, of all releases that servers have offered lately. The forms are compressed already, so PostgreSQL need
 * not try to.
 */
const RELEASE_FILES = /* sql */ `
create table if not exists release_files (
  name text collate "C" primary key,
  content_type text not null,
  bytes bytea not null,
  br bytea,
  gzip bytea,
  offered_at timestamptz(3) not null
);
alter table release_files alter column br set storage external, alter column gzip set storage external;
create index if not exists release_files_by_offer on release_files (offered_at);
`;

export class ReleaseFiles1798070411000 implements MigrationInterface {
  readonly name = '0008-release-files-1798070411000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(RELEASE_FILES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table release_files');
  }
}
