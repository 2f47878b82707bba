import { KNOWN_STATUS, keepsRevisions, ROWS_ARE_CHANGED } from './terms.js';

/** The condition of an index that lists show by default. */
const LIVE = 'where deleted_at is null and archived_at is null';

/** Work Items, their labels, and the texts that searches read. */
export const WORK_ITEMS = /* sql */ `
create table work_items (
  organization_id uuid not null,
  id uuid not null,
  project_id uuid not null,
  project_key text collate "C" not null,
  number bigint not null constraint work_item_number_starts_at_one check (number >= 1),
  revision integer not null constraint work_item_revision_starts_at_one check (revision >= 1),
  title text collate "C" not null,
  description text,
  type text collate "C" not null
    constraint work_item_has_a_known_type check (type in ('task', 'bug', 'story', 'feature', 'epic')),
  status text collate "C" not null constraint work_item_has_a_known_status ${KNOWN_STATUS},
  priority text collate "C" not null
    constraint work_item_has_a_known_priority check (priority in ('low', 'medium', 'high', 'urgent')),
  assignee_id uuid constraint assignee_is_a_user references users (id),
  reporter_id uuid constraint reporter_is_a_user references users (id),
  sprint_id uuid,
  parent_id uuid constraint work_item_is_not_its_own_parent check (parent_id <> id),
  story_points integer constraint story_points_are_not_negative check (story_points >= 0),
  due_date timestamptz(3),
  archived_at timestamptz(3),
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Orders that run up and down are kept as numbers that all run down, so that one comparison of rows finds the start of a page in an index.
  -- Minus the milliseconds since 1970: an earlier due date is more, none is least.
  due_order bigint not null generated always as
    (coalesce(-(extract(epoch from due_date at time zone 'UTC') * 1000)::bigint, -9007199254740991)) stored,
  priority_order smallint not null generated always as
    (case priority when 'urgent' then 4 when 'high' then 3 when 'medium' then 2 else 1 end) stored,
  status_order smallint not null generated always as
    (case status when 'done' then 0 when 'backlog' then 1 when 'todo' then 1 else 2 end) stored,
  -- Null until the first change of status. The ageing of work in progress then reads no second table.
  status_since timestamptz(3),
  primary key (organization_id, id),
  constraint work_item_number_is_taken unique (organization_id, project_id, number),
  -- After the one above: without statistics both cost the same to the planner, and the last one made is the one it takes.
  constraint work_item_is_of_one_project unique (organization_id, project_id, id),
  constraint work_item_is_in_a_project foreign key (organization_id, project_id) references projects (organization_id, id),
  constraint work_item_is_in_a_sprint_of_its_project foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id),
  constraint work_item_is_under_an_item_of_its_project foreign key (organization_id, project_id, parent_id)
    references work_items (organization_id, project_id, id)
) with (${ROWS_ARE_CHANGED});
${keepsRevisions('work_items')}
create function keep_status_since() returns trigger language plpgsql as $$
begin
  new.status_since := new.updated_at;
  return new;
end $$;
create trigger status_since_is_kept before update on work_items for each row
  when (new.status <> old.status) execute function keep_status_since();

-- Lists of a Project: an index for each order and each common filter.
create index work_items_last_updated_first
  on work_items (organization_id, project_id, updated_at desc, project_key desc, number desc, id) ${LIVE};
create index archived_work_items_last_updated_first
  on work_items (organization_id, project_id, updated_at desc, project_key desc, number desc, id)
  where deleted_at is null and archived_at is not null;
create index work_items_of_a_sprint on work_items (organization_id, sprint_id) where sprint_id is not null;
create index work_items_under_a_parent on work_items (organization_id, parent_id) where parent_id is not null;
create index work_items_by_due_date
  on work_items (organization_id, project_id, due_order desc, updated_at desc, project_key desc, number desc) ${LIVE};
create index work_items_by_priority
  on work_items (organization_id, project_id, priority_order desc, updated_at desc, project_key desc, number desc) ${LIVE};
create index work_items_by_rank
  on work_items (organization_id, project_id, status_order desc, priority_order desc, due_order desc, updated_at desc,
    project_key desc, number desc) ${LIVE};
create index open_work_items_by_due_date
  on work_items (organization_id, project_id, due_order desc, status_order desc, priority_order desc, updated_at desc,
    project_key desc, number desc) ${LIVE} and status <> 'done' and due_date is not null;
create index open_work_items_last_updated_first
  on work_items (organization_id, project_id, updated_at desc, project_key desc, number desc) ${LIVE} and status <> 'done';

-- The work of a user in an Organization.
create index assigned_work_items_last_updated_first
  on work_items (organization_id, assignee_id, updated_at desc, project_key desc, number desc, id)
  where deleted_at is null and assignee_id is not null;
create index reported_work_items_last_updated_first
  on work_items (organization_id, reporter_id, updated_at desc, project_key desc, number desc, id)
  where deleted_at is null and reporter_id is not null;

-- Lists and searches of a whole Organization. Every number is more than 0; but only who asks for a whole Organization says so. Else the
-- planner would take these for a Project that has most of the items, and then read past those of all the others.
create index work_items_of_an_organization_last_updated_first
  on work_items (organization_id, updated_at desc, project_key desc, number desc, id) ${LIVE} and number > 0;
create index open_work_items_of_an_organization_by_due_date
  on work_items (organization_id, due_order desc, updated_at desc, project_key desc, number desc)
  ${LIVE} and status <> 'done' and due_date is not null and number > 0;
-- Items of one instant are few: they are sorted when they are read, so the index needs no further columns.
create index work_items_of_an_organization_by_creation on work_items (organization_id, created_at) ${LIVE} and number > 0;
-- A search by priority and then by creation sorts all items of one priority, and reads them from the index alone. The included columns
-- never change: they make an entry 40 bytes longer, and no entry more.
create index open_work_items_most_urgent_first
  on work_items (organization_id, priority_order desc, updated_at desc, project_key desc, number desc)
  include (created_at, project_id, id) ${LIVE} and status <> 'done' and number > 0;

-- Reports of a Project: whom they count, and what these are counted by, without the descriptions in between. By id, so that no list is
-- tempted by it.
create index live_work_items on work_items (organization_id, project_id, id)
  include (number, status, story_points, type, priority, assignee_id, sprint_id, created_at) ${LIVE};
-- Equal entries are stored once, with the list of their rows: a tenth of the pages of live_work_items.
create index live_work_items_by_status on work_items (organization_id, project_id, status, story_points) ${LIVE};
-- The live children of each item, by status.
create index live_children_by_status on work_items (organization_id, project_id, parent_id, status, story_points)
  ${LIVE} and parent_id is not null;
-- A change of a live item writes nothing here.
create index gone_work_items on work_items (organization_id, project_id, id)
  where deleted_at is not null or archived_at is not null;
-- In the order of the parents in live_children_by_status: the progress of epics merges the two. Only a change of an epic writes here. The
-- longest title has 2,000 bytes, which an entry of an index can hold.
create index live_epics_by_id on work_items (organization_id, project_id, id)
  include (number, status, due_date, created_at, title)
  where type = 'epic' and deleted_at is null and archived_at is null;

create table work_item_labels (
  organization_id uuid not null,
  project_id uuid not null,
  work_item_id uuid not null,
  label_id uuid not null,
  primary key (organization_id, work_item_id, label_id),
  constraint labelled_item_is_of_the_project foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id),
  constraint label_of_an_item_is_of_its_project foreign key (organization_id, project_id, label_id)
    references labels (organization_id, project_id, id)
);
create index items_of_a_label on work_item_labels (organization_id, label_id, work_item_id);

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Title, description and key of each Work Item, folded as Unicode says: the server folds, not the locale of the database.
create table work_item_texts (
  organization_id uuid not null,
  project_id uuid not null,
  work_item_id uuid not null,
  folded text collate "C" not null,
  primary key (organization_id, work_item_id),
  constraint text_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id)
) with (${ROWS_ARE_CHANGED});
-- Whoever writes a text sorts it into the index, and not whoever happens to come when a list of new entries is full.
create index work_item_texts_by_trigrams on work_item_texts
  using gin (organization_id, project_id, folded gin_trgm_ops) with (fastupdate = off);
`;
