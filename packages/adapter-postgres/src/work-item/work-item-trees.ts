import type { FoundParent, ProjectScope, WorkItemReference, WorkItemTrees } from '@worktrack/application';
import { LONGEST_CHAIN, type Deletion, type Descendant, type WorkItemId } from '@worktrack/domain';
import { statement } from '../sql/statement.js';
import type { Locks } from '../unit-of-work/locks.js';
import type { Session } from '../unit-of-work/session.js';
import type { HistoryWriter } from './history.js';

/** A statement of its own: what is asked behind it must be read by a snapshot that is younger than the lock. */
const HOLD = statement(
  'work-item-tree.hold',
  `select pg_advisory_xact_lock(hashtextextended('tree of project:' || $1::text || ':' || $2::text, 0))`,
);

/**
 * The item $3 or $4, as `root` says, and all that is live below it: one row a level, as long as there is one. An array a level
 * and not a row an item, because a join of unknown many to unknown many is planned badly. A circle could only close at the root,
 * as every item has one parent.
 */
const levelsBelow = (root: '$3' | '$4') => `level (ids) as (
       select array[${root}::uuid]
       union all
       select next.ids
       from level
       cross join lateral (
         select array(
           select id from work_items
           where organization_id = $1 and project_id = $2 and parent_id = any(level.ids) and deleted_at is null
             and id <> ${root}
         ) as ids
       ) next
       where cardinality(next.ids) > 0
     )`;

/** The way up from the parent ends at the longest chain there may be ($5): whatever lies beyond is too long already. */
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

/** Nothing live is below a deleted item: to look at the children is enough. */
const HAS_DESCENDANTS = statement(
  'work-item-tree.has-descendants',
  `select exists (
     select from work_items
     where organization_id = $1 and project_id = $2 and parent_id = $3 and deleted_at is null
   ) as found`,
);

const LOCK_DESCENDANTS = statement(
  'work-item-tree.lock-descendants',
  `with recursive ${levelsBelow('$3')}
   select organization_id as "organizationId", project_id as "projectId", id, revision, status,
     story_points as "storyPoints", sprint_id as "sprintId"
   from work_items
   where organization_id = $1 and project_id = $2 and id = any(array(select unnest(ids) from level))
   order by id for update`,
);

const DELETE = statement(
  'work-item-tree.delete',
  `update work_items item set revision = gone.revision, updated_at = gone."updatedAt", deleted_at = gone."deletedAt"
   from jsonb_to_recordset($3::jsonb)
     as gone (id uuid, revision integer, "updatedAt" timestamptz(3), "deletedAt" timestamptz(3))
   where item.organization_id = $1 and item.project_id = $2 and item.id = gone.id`,
);

export class PostgresWorkItemTrees implements WorkItemTrees {
  constructor(
    private readonly session: Session,
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
    // A key of another Project names nothing here, whatever its number.
    if (reference.kind === 'key' && reference.projectKey !== scope.projectKey) return undefined;
    const { organizationId, projectId } = scope;
    const [find, name] =
      reference.kind === 'id' ? [FIND_PARENT_BY_ID, reference.id] : [FIND_PARENT_BY_NUMBER, reference.number];
    this.hold(scope);
    const [found] = await this.session.rows<FoundParent>(find, [organizationId, projectId, name, child, LONGEST_CHAIN]);
    return found;
  }

  async hasDescendants(scope: ProjectScope, id: WorkItemId): Promise<boolean> {
    this.hold(scope);
    const { organizationId, projectId } = scope;
    const [any] = await this.session.rows<{ found: boolean }>(HAS_DESCENDANTS, [organizationId, projectId, id]);
    return any?.found === true;
  }

  async lockDescendants(scope: ProjectScope, id: WorkItemId): Promise<readonly Descendant[]> {
    this.hold(scope);
    const { organizationId, projectId } = scope;
    const locked = await this.locks.take<Descendant>(LOCK_DESCENDANTS, [organizationId, projectId, id]);
    this.locks.hold(locked);
    return locked.filter((item) => item.id !== id);
  }

  delete({ organizationId, projectId }: ProjectScope, deletions: readonly Deletion[]): void {
    if (deletions.length === 0) return;
    const rows = deletions.map(({ id, revision, updatedAt, deletedAt }) => ({ id, revision, updatedAt, deletedAt }));
    this.session.write(DELETE, [organizationId, projectId, JSON.stringify(rows)]);
    const changes = deletions.map((item) => ({ item, events: [item.event] }));
    this.history.record({ organizationId, projectId }, changes);
  }
}
