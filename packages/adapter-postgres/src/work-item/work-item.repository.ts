import {
  type OrganizationScope,
  type ProjectScope,
  type WorkItemReference,
  type WorkItemRepository,
} from '@worktrack/application';
import { WorkItem, type OrganizationId, type ProjectId, type WorkItemId, type WorkItemRecord } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { type Statement, type Value, statement } from '../engine/statement.js';
import type { Locks } from '../recording/locks.js';
import type { ItemCache } from './item-cache.js';
import type { ItemWrites } from './item-writes.js';
import type { LockedViews } from './locked-views.js';
import type { WorkItemNumbers } from './work-item-numbers.js';
import { WorkItemTable } from './work-item.table.js';
import type { NamesRow } from './item-row.js';
import { SELECT_NAMES } from './work-item.views.js';

const RESOLVE_ID = statement(
  'work-item.resolve-id',
  `select id from work_items where organization_id = $1 and project_id = $2 and id = $3`,
);
const RESOLVE_NUMBER = statement(
  'work-item.resolve-number',
  `select id from work_items where organization_id = $1 and project_id = $2 and number = $3`,
);

/**
 * Locks with `for update`: a weaker lock would not block a transaction that is about to insert a foreign key to the item. One item has a
 * statement of its own: PostgreSQL would plan one with a list of ids at each execution, because the plan that it keeps is for more ids.
 */
const FIND_WORK_ITEM = statement(
  'work-item.find',
  `select ${WorkItemTable.columns} from work_items
   where organization_id = $1 and project_id = $2 and id = $3 for update`,
);
const FIND_WORK_ITEMS = statement(
  'work-item.find-many',
  `select ${WorkItemTable.columns} from work_items
   where organization_id = $1 and project_id = $2 and id = any($3::uuid[]) order by id for update`,
);

const RESOLVE_ID_ACROSS = statement(
  'work-item.resolve-id-across',
  `select id, project_id as "projectId" from work_items where organization_id = $1 and id = $2`,
);
const RESOLVE_KEY_ACROSS = statement(
  'work-item.resolve-key-across',
  `select item.id, item.project_id as "projectId" from projects project
   join work_items item on item.organization_id = $1 and item.project_id = project.id and item.number = $3
   where project.organization_id = $1 and project.key = $2`,
);

const FIND_ONE_ACROSS = statement(
  'work-item.find-across',
  `select ${WorkItemTable.columns} from work_items where organization_id = $1 and id = $2 for update`,
);
/** Two items: those of a link. */
const FIND_TWO_ACROSS = statement(
  'work-item.find-two-across',
  `select ${WorkItemTable.columns} from work_items
   where organization_id = $1 and id in ($2, $3) order by id for update`,
);
const FIND_ACROSS = statement(
  'work-item.find-many-across',
  `select ${WorkItemTable.columns} from work_items
   where organization_id = $1 and id = any($2::uuid[]) order by id for update`,
);

type InOrganization = Pick<OrganizationScope, 'organizationId'>;

interface Resolved {
  readonly id: WorkItemId;
  readonly projectId: ProjectId;
}

export class PostgresWorkItemRepository implements WorkItemRepository {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
    private readonly writes: ItemWrites,
    private readonly numbers: WorkItemNumbers,
    private readonly items: ItemCache,
    private readonly views: LockedViews,
    /** True within a savepoint, where all requested items are already locked. */
    private readonly inSavepoint: boolean,
  ) {}

  async resolve(
    { organizationId, projectId, projectKey }: ProjectScope,
    reference: WorkItemReference,
  ): Promise<WorkItemId | undefined> {
    // A key of another Project refers to no Work Item of this one.
    if (reference.kind === 'key' && reference.projectKey !== projectKey) return undefined;
    const [found] = await (reference.kind === 'id'
      ? this.transaction.rows<{ id: WorkItemId }>(RESOLVE_ID, [organizationId, projectId, reference.id])
      : this.transaction.rows<{ id: WorkItemId }>(RESOLVE_NUMBER, [organizationId, projectId, reference.number]));
    return found?.id;
  }

  async find(
    { organizationId, projectId }: ProjectScope,
    ids: readonly WorkItemId[],
  ): Promise<ReadonlyMap<WorkItemId, WorkItem>> {
    const [find, named] = ids.length === 1 ? [FIND_WORK_ITEM, ids] : [FIND_WORK_ITEMS, [ids]];
    const found = await this.foundLocked(organizationId, find, [organizationId, projectId, ...named], ids);
    return new Map([...found].filter(([, { record }]) => record.projectId === projectId));
  }

  async findWithView(scope: ProjectScope, id: WorkItemId): Promise<ReadonlyMap<WorkItemId, WorkItem>> {
    if (this.inSavepoint) return this.find(scope, [id]);
    const values = [scope.organizationId, scope.projectId, id];
    const [[record], [names]] = await this.locks.takeOne<WorkItemRecord, NamesRow>(
      scope.organizationId,
      { statement: FIND_WORK_ITEM, values },
      { statement: SELECT_NAMES, values },
    );
    if (record && names) this.views.keep(record, names);
    return this.restored(record ? [record] : []);
  }

  async resolveAcross({ organizationId }: InOrganization, reference: WorkItemReference): Promise<Resolved | undefined> {
    const [found] = await (reference.kind === 'id'
      ? this.transaction.rows<Resolved>(RESOLVE_ID_ACROSS, [organizationId, reference.id])
      : this.transaction.rows<Resolved>(RESOLVE_KEY_ACROSS, [organizationId, reference.projectKey, reference.number]));
    return found;
  }

  findAcross(
    { organizationId }: InOrganization,
    ids: readonly WorkItemId[],
  ): Promise<ReadonlyMap<WorkItemId, WorkItem>> {
    const find = [FIND_ONE_ACROSS, FIND_TWO_ACROSS][ids.length - 1];
    if (find) return this.foundLocked(organizationId, find, [organizationId, ...ids], ids);
    return this.foundLocked(organizationId, FIND_ACROSS, [organizationId, ids], ids);
  }

  nextNumber(scope: ProjectScope): Promise<number> {
    return this.numbers.next(scope);
  }

  reserveNumbers(scope: ProjectScope, count: number): Promise<void> {
    return this.numbers.reserve(scope, count);
  }

  add(item: WorkItem): void {
    this.items.keep(item.record);
    this.writes.add(item);
  }

  save(item: WorkItem): void {
    if (item.hasChanged) this.items.keep(item.record);
    if (this.inSavepoint) this.views.forget(item.record.id);
    else this.views.save(item);
    this.writes.save(item);
  }

  private async foundLocked(
    organizationId: OrganizationId,
    find: Statement,
    values: readonly Value[],
    ids: readonly WorkItemId[],
  ): Promise<ReadonlyMap<WorkItemId, WorkItem>> {
    const cached = this.inSavepoint ? this.items.all(ids) : undefined;
    const records = cached ?? (await this.locks.takeLast<WorkItemRecord>(organizationId, find, values, ids));
    return this.restored(records);
  }

  private restored(records: readonly WorkItemRecord[]): ReadonlyMap<WorkItemId, WorkItem> {
    for (const record of records) this.items.keep(record);
    return new Map(records.map((record) => [record.id, WorkItem.restore(record)]));
  }
}
