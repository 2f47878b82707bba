import {
  LinkViews,
  refuse,
  type Cursors,
  type LinkView,
  type OrganizationScope,
  type Page,
  type PageRequest,
} from '@worktrack/application';
import {
  WorkItemKey,
  type LinkId,
  type LinkRelation,
  type ProjectId,
  type ProjectKey,
  type PublicUserId,
  type WorkItemId,
  type WorkItemStatus,
  type WorkItemType,
} from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { KeysetPages } from '../engine/keyset.js';

const COLUMNS = `link.id, link.relation, link.created_at as "createdAt",
  creator.public_id as "creatorPublicId", creator.name as "creatorName",
  other.id as "otherId", other.number, other.title, other.type, other.status,
  project.id as "projectId", project.key as "projectKey", project.name as "projectName"`;

const FROM_SOURCE = `select id, relation, created_by, created_at, target_id as other_id
  from work_item_links where organization_id = $1 and source_id = $2`;
const FROM_TARGET = `select id, case relation when 'blocks' then 'blocked_by' else relation end, created_by, created_at, source_id
  from work_item_links where organization_id = $1 and target_id = $2`;

/**
 * Selects links by a union rather than an `or`: each half is read in order from its own index. `offset 0` forces a lookup of the other
 * Work Item by its id for each link: while the tables have no statistics, the planner might otherwise start with all items.
 */
const select = (condition: string) => `
  select ${COLUMNS}
  from (${FROM_SOURCE} and ${condition} union all ${FROM_TARGET} and ${condition}) as link
  cross join lateral (
    select id, project_id, number, title, type, status from work_items
    where organization_id = $1 and id = link.other_id and deleted_at is null offset 0
  ) as other
  join projects project on project.organization_id = $1 and project.id = other.project_id
  left join users creator on creator.id = link.created_by and creator.removed_at is null
  where true`;

const LIVE = select('deleted_at is null');
const GRANTED = `${LIVE} and other.project_id = any($3::uuid[])`;

const SELECT_LINK = viewStatement('link-view.one', select('id = $3 and deleted_at is null'));

const pagesOf = (name: string, text: string, parameters: number) =>
  new KeysetPages<LinkRow>({
    name: `link-view.${name}`,
    select: text,
    parameters,
    orderings: [
      { by: 'link.created_at', direction: 'asc', type: 'timestamptz', valueOf: ({ createdAt }) => createdAt },
      { by: 'link.id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
    ],
  });

const ALL = pagesOf('oldest-first', LIVE, 2);
const NARROWED = pagesOf('oldest-first-granted', GRANTED, 3);

interface SharedRow {
  readonly id: LinkId;
  readonly relation: LinkRelation;
  readonly createdAt: string;
  readonly otherId: WorkItemId;
  readonly number: number;
  readonly title: string;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
  readonly projectId: ProjectId;
  readonly projectKey: ProjectKey;
  readonly projectName: string;
}

type LinkRow = SharedRow &
  (
    | { readonly creatorPublicId: PublicUserId; readonly creatorName: string }
    | { readonly creatorPublicId: null; readonly creatorName: null }
  );

export class PostgresLinkViews extends LinkViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async one(
    { organizationId, onlyProjects }: OrganizationScope,
    workItemId: WorkItemId,
    id: LinkId,
  ): Promise<LinkView> {
    const [row] = await this.reader.rows<LinkRow>(SELECT_LINK, [organizationId, workItemId, id]);
    if (!row || onlyProjects?.has(row.projectId) === false) refuse('NOT_FOUND');
    return viewOf(row);
  }

  page(
    { organizationId, onlyProjects }: OrganizationScope,
    workItemId: WorkItemId,
    request: PageRequest,
  ): Promise<Page<LinkView>> {
    const collection = `links of ${workItemId}`;
    const values = [organizationId, workItemId];
    return onlyProjects
      ? NARROWED.read(this.reader, this.cursors, collection, request, [...values, [...onlyProjects]], viewOf)
      : ALL.read(this.reader, this.cursors, collection, request, values, viewOf);
  }
}

function viewOf(row: LinkRow): LinkView {
  return {
    id: row.id,
    relation: row.relation,
    otherWorkItem: {
      id: row.otherId,
      key: WorkItemKey.of(row.projectKey, row.number),
      project: { id: row.projectId, key: row.projectKey, name: row.projectName },
      title: row.title,
      type: row.type,
      status: row.status,
    },
    createdBy: row.creatorPublicId === null ? null : { publicId: row.creatorPublicId, name: row.creatorName },
    createdAt: row.createdAt,
  };
}
