/** Comments, links and attachments: things that people put on Work Items. */
export const ON_WORK_ITEMS = /* sql */ `
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
create index live_comments_of_an_author on comments (organization_id, author_id, work_item_id) where deleted_at is null;

create table work_item_links (
  organization_id uuid not null,
  id uuid not null,
  relation text collate "C" not null constraint link_has_a_known_relation check (relation in ('blocks', 'relates')),
  source_project_id uuid not null,
  source_id uuid not null,
  target_project_id uuid not null,
  target_id uuid not null,
  created_by uuid not null constraint link_maker_is_a_user references users (id),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  constraint link_starts_at_a_work_item foreign key (organization_id, source_project_id, source_id)
    references work_items (organization_id, project_id, id),
  constraint link_ends_at_a_work_item foreign key (organization_id, target_project_id, target_id)
    references work_items (organization_id, project_id, id),
  constraint link_joins_two_work_items check (source_id <> target_id),
  constraint link_without_direction_is_stored_one_way check (relation <> 'relates' or source_id < target_id)
);
create index links_from_a_work_item on work_item_links (organization_id, source_id, created_at, id)
  where deleted_at is null;
create index links_to_a_work_item on work_item_links (organization_id, target_id, created_at, id)
  where deleted_at is null;
-- The first of the two is the first to refuse: a row that is there already would break both.
create unique index link_is_there_already on work_item_links (organization_id, source_id, target_id, relation)
  where deleted_at is null;
create unique index link_contradicts_another
  on work_item_links (organization_id, least(source_id, target_id), greatest(source_id, target_id))
  where relation = 'blocks' and deleted_at is null;

-- The bytes of an attachment are kept elsewhere, under blob_name.
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
  blob_name text collate "C" not null,
  created_by uuid not null constraint uploader_is_a_user references users (id),
  created_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (organization_id, id),
  constraint blob_is_of_one_attachment unique (organization_id, blob_name),
  constraint attachment_is_on_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
);
create index attachments_oldest_first on attachments (organization_id, work_item_id, created_at, id)
  where deleted_at is null;
-- The store of attachments looks bytes up by their name, whoever they belong to.
create index attachments_by_blob on attachments (blob_name);

-- The bytes of the attachments of each Organization, which the statements that write attachments count.
create table attachment_usage (
  organization_id uuid primary key constraint attachment_usage_is_of_an_organization references organizations (id),
  bytes bigint not null constraint attachment_usage_is_not_negative check (bytes >= 0),
  -- Null for the default of the installation, 0 for any number of bytes.
  quota_bytes bigint constraint attachment_quota_is_not_negative check (quota_bytes >= 0)
);
`;
