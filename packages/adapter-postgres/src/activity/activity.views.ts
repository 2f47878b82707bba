import {
  ActivityViews,
  type ActivityView,
  type Cursors,
  type ListActivity,
  type OrganizationScope,
  type Page,
  type ProjectActivityView,
  type ProjectScope,
  type PublicUserSummaryView,
} from '@worktrack/application';
import {
  WorkItemKey,
  type HistoryAction,
  type ProjectKey,
  type PublicUserId,
  type WorkItemId,
} from '@worktrack/domain';
import type { Reader } from '../connection/connections.js';
import { KeysetPages, type PageOrdering } from '../sql/keyset-pages.js';
import { SHOWN_ACTIONS, detailOf } from './projection.js';
import { ReferenceBook } from './references.js';

/** Before every instant: no `since`. */
const EVER = '-infinity';

/** Behind every entry of its instant. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const COLUMNS = `history.id, history.action, history.detail as recorded, history.at as "createdAt",
  actor.public_id as "actorPublicId", actor.name as "actorName"`;

const FROM = `from work_item_history history left join users actor on actor.id = history.actor_id and actor.removed_at is null`;

const SHOWN = `history.action in (${SHOWN_ACTIONS.map((action) => `'${action}'`).join(', ')})`;

interface Row {
  readonly id: string;
  readonly action: HistoryAction;
  readonly recorded: object | null;
  readonly createdAt: string;
  readonly actorPublicId: PublicUserId | null;
  readonly actorName: string;
}

interface ProjectRow extends Row {
  readonly itemId: WorkItemId;
  readonly itemProjectKey: ProjectKey;
  readonly itemNumber: number;
  readonly itemTitle: string;
}

const by = (direction: 'asc' | 'desc'): PageOrdering<Row>[] => [
  { by: 'history.at', direction, type: 'timestamptz', valueOf: ({ createdAt }) => createdAt },
  { by: 'history.id', direction, type: 'uuid', valueOf: ({ id }) => id },
];

const OF_A_WORK_ITEM = new KeysetPages<Row>({
  name: 'activity-view.of-a-work-item',
  select: `select ${COLUMNS} ${FROM}
   where history.organization_id = $1 and history.project_id = $2 and history.work_item_id = $3
     and ${SHOWN}`,
  parameters: 3,
  orderings: by('asc'),
});

const OF_A_PROJECT = new KeysetPages<ProjectRow>({
  name: 'activity-view.of-a-project',
  select: `select ${COLUMNS},
     item.id as "itemId", item.project_key as "itemProjectKey", item.number as "itemNumber", item.title as "itemTitle"
   ${FROM}
   join work_items item on item.organization_id = history.organization_id and item.id = history.work_item_id
   where history.organization_id = $1 and history.project_id = $2 and history.at > $3::timestamptz and ${SHOWN}
     and (item.deleted_at is null or history.action = 'work_item_deleted')`,
  parameters: 3,
  orderings: by('desc'),
});

export class PostgresActivityViews extends ActivityViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async ofWorkItem(
    viewer: OrganizationScope,
    { organizationId, projectId }: ProjectScope,
    id: WorkItemId,
    request: ListActivity,
  ): Promise<Page<ActivityView>> {
    const values = [organizationId, projectId, id];
    const start = request.since && [request.since.toISOString(), LAST_ID];
    const collection = `activity of ${id}`;
    const page = await OF_A_WORK_ITEM.read(this.reader, this.cursors, collection, request, values, (row) => row, start);
    return this.shown(viewer, page, entryOf);
  }

  async ofProject(
    viewer: OrganizationScope,
    { organizationId, projectId }: ProjectScope,
    request: ListActivity,
  ): Promise<Page<ProjectActivityView>> {
    const values = [organizationId, projectId, request.since ?? EVER];
    const collection = `activity of Project ${projectId}`;
    const page = await OF_A_PROJECT.read(this.reader, this.cursors, collection, request, values, (row) => row);
    return this.shown(viewer, page, projectEntryOf);
  }

  /** Asks the projection twice: which references the page has, and what they show. */
  private async shown<Recorded extends Row, Entry>(
    viewer: OrganizationScope,
    { items, page }: Page<Recorded>,
    show: (row: Recorded, references: ReferenceBook) => Entry,
  ): Promise<Page<Entry>> {
    const references = new ReferenceBook(viewer);
    for (const row of items) show(row, references);
    await references.load(this.reader);
    return { items: items.map((row) => show(row, references)), page };
  }
}

function entryOf(row: Row, references: ReferenceBook): ActivityView {
  const { id, action, recorded, createdAt } = row;
  return { id, action, actor: actorOf(row), detail: detailOf(action, recorded, references), createdAt };
}

function projectEntryOf(row: ProjectRow, references: ReferenceBook): ProjectActivityView {
  const { itemId: id, itemProjectKey, itemNumber, itemTitle: title } = row;
  return { ...entryOf(row, references), workItem: { id, key: WorkItemKey.of(itemProjectKey, itemNumber), title } };
}

function actorOf({ actorPublicId: publicId, actorName: name }: Row): PublicUserSummaryView | null {
  return publicId === null ? null : { publicId, name };
}
