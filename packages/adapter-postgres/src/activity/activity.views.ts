import {
  ActivityViews,
  type ActivityView,
  type Cursors,
  type ListActivity,
  type OrganizationScope,
  type Page,
  type ProjectActivityView,
  type ProjectScope,
} from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import type { Reader } from '../engine/statement.js';
import { GREATEST_ID, KeysetPages, type PageOrdering } from '../engine/keyset.js';
import {
  BEFORE_ALL,
  ENTRY_COLUMNS,
  ENTRY_FROM,
  ENTRY_ITEM_COLUMNS,
  entryOf,
  itemEntryOf,
  type EntryRow,
  type ItemEntryRow,
} from './entry-row.js';
import { SHOWN_ACTIONS } from './projection.js';
import { ReferenceBook } from './references.js';

const SHOWN = `history.action in (${SHOWN_ACTIONS.map((action) => `'${action}'`).join(', ')})`;

const by = (direction: 'asc' | 'desc'): PageOrdering<EntryRow>[] => [
  { by: 'history.at', direction, type: 'timestamptz', valueOf: ({ createdAt }) => createdAt },
  { by: 'history.id', direction, type: 'uuid', valueOf: ({ id }) => id },
];

/**
 * Leaves the entry of the deletion out: a deleted Work Item is not found. A request that found the item before another one deleted it, and
 * reads its activity afterwards, gets what was there before.
 */
const OF_A_WORK_ITEM = new KeysetPages<EntryRow>({
  name: 'activity-view.of-a-work-item',
  select: `select ${ENTRY_COLUMNS} ${ENTRY_FROM}
   where history.organization_id = $1 and history.project_id = $2 and history.work_item_id = $3
     and ${SHOWN} and history.action <> 'work_item_deleted'`,
  parameters: 3,
  orderings: by('asc'),
});

const OF_A_PROJECT = new KeysetPages<ItemEntryRow>({
  name: 'activity-view.of-a-project',
  select: `select ${ENTRY_COLUMNS}, ${ENTRY_ITEM_COLUMNS}
   ${ENTRY_FROM}
   join work_items item on item.organization_id = $1 and item.id = history.work_item_id
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
    const start = request.since && [request.since.toISOString(), GREATEST_ID];
    const collection = `activity of ${id}`;
    const page = await OF_A_WORK_ITEM.read(this.reader, this.cursors, collection, request, values, (row) => row, start);
    return this.shown(viewer, page, entryOf);
  }

  async ofProject(
    viewer: OrganizationScope,
    { organizationId, projectId }: ProjectScope,
    request: ListActivity,
  ): Promise<Page<ProjectActivityView>> {
    const values = [organizationId, projectId, request.since ?? BEFORE_ALL];
    const collection = `activity of Project ${projectId}`;
    const page = await OF_A_PROJECT.read(this.reader, this.cursors, collection, request, values, (row) => row);
    return this.shown(viewer, page, itemEntryOf);
  }

  /** Runs the projection twice: first to collect the references of the page, then to show them. */
  private async shown<Recorded extends EntryRow, Entry>(
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
