import { refuse, type ProjectScope, type WorkItemReference, type WorkItemRepository } from '@worktrack/application';
import { WorkItem, type WorkItemId, type WorkItemRecord } from '@worktrack/domain';
import { statement } from '../sql/statement.js';
import type { Locks } from '../unit-of-work/locks.js';
import { guardedUpdate } from '../unit-of-work/guarded-update.js';
import type { Session } from '../unit-of-work/session.js';
import type { HistoryWriter } from './history.js';
import { writeLabelAssignments } from './label-assignments.js';
import { changesSearchText, writeSearchTexts } from './search-texts.js';
import { WorkItemTable } from './work-item.table.js';

const RESOLVE_ID = statement(
  'work-item.resolve-id',
  `select id from work_items where organization_id = $1 and project_id = $2 and id = $3`,
);
const RESOLVE_NUMBER = statement(
  'work-item.resolve-number',
  `select id from work_items where organization_id = $1 and project_id = $2 and number = $3`,
);

/** `for update` and no less: it also keeps out who is about to point at the item by a foreign key. */
const FIND = statement(
  'work-item.find',
  `select ${WorkItemTable.columns} from work_items
   where organization_id = $1 and project_id = $2 and id = any($3::uuid[]) order by id for update`,
);

const NEXT_NUMBER = statement(
  'project-counter.next',
  `update project_counters set last_number = last_number + 1
   where organization_id = $1 and project_id = $2 returning last_number as number`,
);

export class PostgresWorkItemRepository implements WorkItemRepository {
  constructor(
    private readonly session: Session,
    private readonly locks: Locks,
    private readonly history: HistoryWriter,
  ) {}

  async resolve(
    { organizationId, projectId, projectKey }: ProjectScope,
    reference: WorkItemReference,
  ): Promise<WorkItemId | undefined> {
    // A key of another Project names nothing here, whatever its number.
    if (reference.kind === 'key' && reference.projectKey !== projectKey) return undefined;
    const [found] = await (reference.kind === 'id'
      ? this.session.rows<{ id: WorkItemId }>(RESOLVE_ID, [organizationId, projectId, reference.id])
      : this.session.rows<{ id: WorkItemId }>(RESOLVE_NUMBER, [organizationId, projectId, reference.number]));
    return found?.id;
  }

  async find(
    { organizationId, projectId }: ProjectScope,
    ids: readonly WorkItemId[],
  ): Promise<ReadonlyMap<WorkItemId, WorkItem>> {
    const values = [organizationId, projectId, ids];
    const records = await this.locks.takeLast<WorkItemRecord>(organizationId, FIND, values, ids);
    return new Map(records.map((record) => [record.id, WorkItem.restore(record)]));
  }

  async nextNumber({ organizationId, projectId }: ProjectScope): Promise<number> {
    const values = [organizationId, projectId];
    const [next] = await this.locks.takeLast<{ number: number }>(organizationId, NEXT_NUMBER, values);
    return next?.number ?? refuse('NOT_FOUND');
  }

  add(item: WorkItem): void {
    this.session.write(WorkItemTable.insert, WorkItemTable.insertValues(item.record));
    writeSearchTexts(this.session, [item]);
    writeLabelAssignments(this.session, item.record, item.events);
    this.history.record(item.record, item.events);
  }

  save(item: WorkItem): void {
    if (item.hasChanged) guardedUpdate(this.session, WorkItemTable, item.record, item.loadedRevision);
    if (item.events.length === 0) return;
    if (item.events.some(({ change }) => changesSearchText(change))) writeSearchTexts(this.session, [item]);
    writeLabelAssignments(this.session, item.record, item.events);
    this.history.record(item.record, item.events);
  }
}
