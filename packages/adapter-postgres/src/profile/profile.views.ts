import {
  ProfileViews,
  type Cursors,
  type ListActivity,
  type OrganizationSummaryView,
  type Page,
  type ProfileActivityView,
  type ProfileScope,
  type ProjectSummaryView,
  type UserStatsView,
} from '@worktrack/application';
import { visibleCondition, visibleProjects } from '../access/visible-projects.js';
import {
  BEFORE_ALL,
  ENTRY_COLUMNS,
  ENTRY_FROM,
  ENTRY_ITEM_COLUMNS,
  itemEntryOf,
  type ItemEntryRow,
} from '../activity/entry-row.js';
import type { References } from '../activity/references.js';
import { GREATEST_ID, comparing, rowsByOrganization } from '../engine/keyset.js';
import { type ReaderOfSeveral, viewStatement } from '../engine/statement.js';

const COUNTED = (item: string) =>
  `${item}.organization_id = any($1::uuid[]) and ${visibleCondition(item)} and ${item}.deleted_at is null and ${item}.archived_at is null`;

/** Counts items of archived Projects, but neither archived items nor their comments. */
const STATS = viewStatement(
  'profile-view.stats',
  `with assigned as (
     select item.project_id, item.status from work_items item where ${COUNTED('item')} and item.assignee_id = $4
   ), created as (
     select item.project_id from work_items item where ${COUNTED('item')} and item.reporter_id = $4
   ), commented as (
     select item.project_id from comments comment
     join work_items item on item.organization_id = comment.organization_id and item.id = comment.work_item_id
     where comment.organization_id = any($1::uuid[]) and comment.author_id = $4 and comment.deleted_at is null
       and ${COUNTED('item')}
   )
   select
     (select count(distinct project_id) from (
        select project_id from assigned union all select project_id from created union all select project_id from commented
      ) involved) as projects,
     (select count(*) from assigned) as "workItemsAssigned",
     (select count(*) from created) as "workItemsCreated",
     (select count(*) from assigned where status = 'done') as "workItemsCompleted",
     (select count(*) from commented) as comments`,
);

const AVATAR = viewStatement('profile-view.avatar', `select content from user_avatars where user_id = $1`);

/**
 * Reads one Organization ($1), by its index, as far as the page can reach. $2: the visible Projects, `null` for all of them. A scalar subquery
 * looks up a comment by its id: with `exists`, PostgreSQL can read all comments first.
 */
const ACTIVITY = viewStatement(
  'profile-view.activity',
  `select ${ENTRY_COLUMNS}, ${ENTRY_ITEM_COLUMNS},
     project.id as "projectId", project.key as "projectKey", project.name as "projectName",
     organization.id as "organizationId", organization.slug as "organizationSlug", organization.name as "organizationName"
   ${ENTRY_FROM}
   join work_items item on item.organization_id = $1 and item.id = history.work_item_id and item.deleted_at is null
   join projects project on project.organization_id = $1 and project.id = history.project_id
   join organizations organization on organization.id = $1
   where history.organization_id = $1 and ($2::uuid[] is null or history.project_id = any($2::uuid[]))
     and history.actor_id = $3
     and history.action in ('created', 'comment_added', 'comment_replied', 'status_changed')
     and case history.action
       when 'created' then true
       when 'status_changed' then history.detail ->> 'to' = 'done'
       else (
         select comment.deleted_at is null from comments comment
         where comment.organization_id = $1 and comment.id = (history.detail ->> 'comment')::uuid)
       end
     and history.at > $4::timestamptz and (history.at, history.id) < ($5::timestamptz, $6::uuid)
   order by history.at desc, history.id desc limit $7`,
);

/** The order of `ACTIVITY`. */
const LATEST_FIRST = comparing<RecentEntryRow>({ of: 'createdAt', descending: true }, { of: 'id', descending: true });

/** A position greater than that of every entry: the first page starts there. */
const START = ['infinity', GREATEST_ID];

/** The references of the entries of a profile, which have none. */
const NO_REFERENCES: References = { user: () => null, sprint: () => null, workItem: () => null, label: () => null };

type RecentEntryRow = ItemEntryRow & {
  readonly projectId: ProjectSummaryView['id'];
  readonly projectKey: ProjectSummaryView['key'];
  readonly projectName: string;
  readonly organizationId: OrganizationSummaryView['id'];
  readonly organizationSlug: string;
  readonly organizationName: string;
};

export class PostgresProfileViews extends ProfileViews {
  constructor(
    private readonly reader: ReaderOfSeveral,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async avatar({ person }: ProfileScope): Promise<Buffer | undefined> {
    const [avatar] = await this.reader.rows<{ content: Buffer }>(AVATAR, [person.id]);
    return avatar?.content;
  }

  async stats({ person, visible }: ProfileScope): Promise<UserStatsView> {
    const [stats] = await this.reader.rows<UserStatsView>(STATS, [...visibleProjects(visible), person.id]);
    if (!stats) throw new Error('Counting answered nothing.');
    return stats;
  }

  async activity({ person, visible }: ProfileScope, request: ListActivity): Promise<Page<ProfileActivityView>> {
    const collection = `activity of User ${person.id}`;
    const [at, id] = this.cursors.open(collection, request)?.map(String) ?? START;
    const size = request.limit + 1;
    const shared = [person.id, request.since ?? BEFORE_ALL, at ?? '', id ?? '', size];
    const statements = visible.map(({ organizationId, onlyProjects }) => {
      return { statement: ACTIVITY, values: [organizationId, onlyProjects ? [...onlyProjects] : null, ...shared] };
    });
    const rows = await rowsByOrganization(this.reader, statements, LATEST_FIRST, size);
    return this.cursors.page(collection, request, rows, viewOf, ({ createdAt, id: last }) => [createdAt, last]);
  }
}

function viewOf(row: RecentEntryRow): ProfileActivityView {
  const { organizationId, organizationSlug: slug, organizationName, projectId, projectKey: key, projectName } = row;
  return {
    ...itemEntryOf(row, NO_REFERENCES),
    organization: { id: organizationId, slug, name: organizationName },
    project: { id: projectId, key, name: projectName },
  };
}
