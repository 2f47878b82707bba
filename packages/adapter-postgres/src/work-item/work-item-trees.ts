import type { FoundParent, ProjectScope, WorkItemReference, WorkItemTrees } from '@worktrack/application';
import { LONGEST_CHAIN, type ChangeOfMany, type WorkItemId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement, statementOfMany } from '../engine/statement.js';
import type { HistoryWriter } from '../recording/history.js';
import type { Locks } from '../recording/locks.js';
import {
  CHANGED_SETS,
  LOCKED_MEMBER_ITEMS,
  LOCKED_SETS,
  PLANNED_WITHOUT_VALUES,
  RAISED_LIMIT,
  levelsBelow,
  membersOf,
  replanSets,
} from '../recording/work-item-sets.js';

/** Locks the tree of a Project in a separate statement: the statements after it must read from a snapshot that is later than the lock. */
const HOLD = statement(
  'work-item-tree.hold',
  `select pg_advisory_xact_lock(hashtextextended('tree of project:' || $1::text || ':' || $2::text, 0)), ${PLANNED_WITHOUT_VALUES}`,
);

/** Finds a parent and follows its ancestors, at most up to the longest permitted chain ($5): a longer one is too long in any case. */
const findParentBy = (name: string, column: 'id' | 'number') =>
  statement(
    name,
    `with recursive chain (id, parent_id, depth) as (
       select id, parent_id, 1 from work_items where organization_id = $1 and project_id = $2 and ${column} = $3
       union all
       select above.id, above.parent_id, chain.depth + 1
       from chain
       join work_items above on above.organization_id = $1 and above.project_id = $2 and above.id = chain.parent_id
       where chain.depth < $5
     ), ${levelsBelow('$4')}
     select parent.id, (select max(depth) from chain) as depth,
       (select count(*)::integer from level) as "heightOfChild",
       exists (select from chain where id = $4 and depth > 1) as "isBelowChild"
     from chain parent where parent.depth = 1`,
  );
const FIND_PARENT_BY_ID = findParentBy('work-item-tree.find-parent-by-id', 'id');
const FIND_PARENT_BY_NUMBER = findParentBy('work-item-tree.find-parent-by-number', 'number');

/** Checks only the children: no live item is below a deleted one. */
const HAS_DESCENDANTS = statement(
  'work-item-tree.has-descendants',
  `select exists (
     select from work_items
     where organization_id = $1 and project_id = $2 and parent_id = $3 and deleted_at is null
   ) as found`,
);

const LOCK_DESCENDANTS = statementOfMany(
  'work-item-tree.lock-descendants',
  `${membersOf(LOCKED_SETS.tree)}
   select count(*) filter (where item.id <> $3)::integer as descendants, ${RAISED_LIMIT}
   from ${LOCKED_MEMBER_ITEMS}`,
);

const DELETE = statementOfMany(
  'work-item-tree.delete',
  `${membersOf(CHANGED_SETS.descendants)}
   update work_items item set revision = item.revision + 1, updated_at = $4, deleted_at = $4
   from member where item.organization_id = $1 and item.id = member.id`,
);

export class PostgresWorkItemTrees implements WorkItemTrees {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
    private readonly history: HistoryWriter,
  ) {}

  hold({ organizationId, projectId }: ProjectScope): void {
    this.locks.takeWithNext(HOLD, [organizationId, projectId]);
  }

  async findParent(
    scope: ProjectScope,
    reference: WorkItemReference,
    child: WorkItemId,
  ): Promise<FoundParent | undefined> {
    // A key of another Project refers to no Work Item of this one.
    if (reference.kind === 'key' && reference.projectKey !== scope.projectKey) return undefined;
    const { organizationId, projectId } = scope;
    const [find, name] =
      reference.kind === 'id' ? [FIND_PARENT_BY_ID, reference.id] : [FIND_PARENT_BY_NUMBER, reference.number];
    this.hold(scope);
    const [found] = await this.transaction.rows<FoundParent>(find, [
      organizationId,
      projectId,
      name,
      child,
      LONGEST_CHAIN,
    ]);
    return found;
  }

  async hasDescendants(scope: ProjectScope, id: WorkItemId): Promise<boolean> {
    this.hold(scope);
    const { organizationId, projectId } = scope;
    const [any] = await this.transaction.rows<{ found: boolean }>(HAS_DESCENDANTS, [organizationId, projectId, id]);
    return any?.found === true;
  }

  async lockDescendants(scope: ProjectScope, id: WorkItemId): Promise<number> {
    this.hold(scope);
    replanSets(this.transaction);
    const values = [scope.organizationId, scope.projectId, id] as const;
    const [locked] = await this.locks.take<{ descendants: number }>(LOCK_DESCENDANTS, values);
    if (!locked) throw new Error('The descendants were not counted.');
    this.locks.holdSet('tree', values);
    return locked.descendants;
  }

  deleteDescendants(
    { organizationId, projectId }: ProjectScope,
    id: WorkItemId,
    deletion: ChangeOfMany<'work_item_deleted'>,
    descendants: number,
  ): void {
    if (descendants === 0) return;
    // Record the history first: it is derived from the items before their deletion.
    this.history.recordMany({ organizationId, projectId }, 'descendants', id, deletion, descendants);
    this.transaction.writeAll(DELETE, [organizationId, projectId, id, deletion.at], descendants);
  }
}
