import type { DeletedWorkItems, FoundDeleted, ProjectScope, WorkItemReference } from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';

const FACTS = `id, deleted_at, assignee_id, sprint_id, parent_id`;

/**
 * Finds a Work Item and those below it that were deleted at the same instant, level by level. The rows are looked up for each parent; without
 * an order the limit ends the search.
 */
const findBy = (name: string, column: 'id' | 'number') =>
  statement(
    name,
    `with recursive tree (${FACTS}, level) as (
       select ${FACTS}, 1 from work_items
       where organization_id = $1 and project_id = $2 and ${column} = $3 and erasure_due_at is null
       union all
       select below.id, below.deleted_at, below.assignee_id, below.sprint_id, below.parent_id, tree.level + 1
       from tree
       cross join lateral (
         select ${FACTS} from work_items
         where organization_id = $1 and parent_id = tree.id and project_id is not distinct from $2
           and deleted_at = tree.deleted_at and erasure_due_at is null and tree.level < 20
         offset 0
       ) below
     )
     select id, level, deleted_at is not null as "isDeleted", assignee_id as "assigneeId", sprint_id as "sprintId",
       parent_id as "parentId"
     from tree limit $4`,
  );
const FIND_BY_ID = findBy('deleted-work-items.find-by-id', 'id');
const FIND_BY_NUMBER = findBy('deleted-work-items.find-by-number', 'number');

const GIVE_UP = statement(
  'deleted-work-items.give-up',
  `update work_items set erasure_due_at = $4
   where organization_id = $1 and project_id = $2 and id = $3 and deleted_at is not null and erasure_due_at is null`,
);

export class PostgresDeletedWorkItems implements DeletedWorkItems {
  constructor(private readonly transaction: SqlTransaction) {}

  async find(scope: ProjectScope, reference: WorkItemReference, most: number): Promise<readonly FoundDeleted[]> {
    const { organizationId, projectId, projectKey } = scope;
    // A key of another Project refers to no Work Item of this one.
    if (reference.kind === 'key' && reference.projectKey !== projectKey) return [];
    const [find, name] = reference.kind === 'id' ? [FIND_BY_ID, reference.id] : [FIND_BY_NUMBER, reference.number];
    return this.transaction.rows<FoundDeleted>(find, [organizationId, projectId, name, most]);
  }

  giveUp({ organizationId, projectId }: ProjectScope, id: WorkItemId, now: Date): void {
    this.transaction.write(GIVE_UP, [organizationId, projectId, id, now]);
  }
}
