import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments on Work Items. */
export class Comments1795219202000 implements MigrationInterface {
  readonly name = '0003-comments-1795219202000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table comments');
  }
}

const COMMENTS = /* sql */ `
create table comments (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  work_item_id uuid not null,
  parent_comment_id uuid constraint comment_is_no_reply_to_itself check (parent_comment_id <> id),
  author_id uuid not null constraint comment_author_is_a_user references users (id),
  body text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  constraint comment_is_of_one_work_item unique (organization_id, work_item_id, id),
  constraint comment_is_on_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id),
  constraint reply_is_on_the_work_item_of_its_parent foreign key (organization_id, work_item_id, parent_comment_id)
    references comments (organization_id, work_item_id, id),
  constraint only_a_deleted_comment_has_no_body check ((body is null) = (deleted_at is not null))
);
create index comments_oldest_first on comments (organization_id, work_item_id, created_at, id);
create index live_replies_to_a_comment on comments (organization_id, parent_comment_id)
  where parent_comment_id is not null and deleted_at is null;

grant select, insert, update on comments to worktrack_app;
`;
