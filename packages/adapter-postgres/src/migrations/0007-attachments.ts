import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files on Work Items; their bytes are kept elsewhere, under `blob_name`. */
export class Attachments1795564801000 implements MigrationInterface {
  readonly name = '0007-attachments-1795564801000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ATTACHMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table attachments');
  }
}

const ATTACHMENTS = /* sql */ `
create table attachments (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  work_item_id uuid not null,
  file_name text collate "C" not null
    constraint file_name_has_1_to_255_characters check (char_length(file_name) between 1 and 255),
  content_type text collate "C" not null,
  size bigint not null constraint attachment_size_is_not_negative check (size >= 0),
  sha256 bytea not null constraint attachment_digest_has_32_bytes check (octet_length(sha256) = 32),
  blob_name text collate "C" not null constraint blob_is_of_one_attachment unique,
  created_by uuid not null constraint uploader_is_a_user references users (id),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  constraint attachment_is_on_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);
create index attachments_oldest_first on attachments (organization_id, work_item_id, created_at, id)
  where deleted_at is null;

grant select, insert, update on attachments to worktrack_app;
`;
