import type { Assignments } from '@worktrack/application';
import type { AssignedItem, OrganizationId, Unassignment, UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { HistoryWriter } from '../recording/history.js';
import type { Locks } from '../recording/locks.js';

const FIND_ASSIGNMENTS = statement(
  'assignments.find',
  `select organization_id as "organizationId", project_id as "projectId", id, revision, status,
     story_points as "storyPoints", sprint_id as "sprintId"
   from work_items where organization_id = $1 and assignee_id = $2 and deleted_at is null
   order by id for update`,
);

const CLEAR = statement(
  'assignments.clear',
  `update work_items item set revision = cleared.revision, updated_at = cleared."updatedAt", assignee_id = null
   from jsonb_to_recordset($2::jsonb) as cleared (id uuid, revision integer, "updatedAt" timestamptz(3))
   where item.organization_id = $1 and item.id = cleared.id`,
);

export class PostgresAssignments implements Assignments {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
    private readonly history: HistoryWriter,
  ) {}

  async find(assignee: UserId, organizations: readonly OrganizationId[]): Promise<readonly AssignedItem[]> {
    const items = await this.locks.takeEach<AssignedItem>(
      FIND_ASSIGNMENTS,
      organizations.map((organization) => [organization, assignee]),
    );
    this.locks.hold(items);
    return items;
  }

  clear(unassignments: readonly Unassignment[]): void {
    for (const [organizationId, items] of grouped(unassignments, (item) => item.organizationId)) {
      const rows = items.map(({ id, revision, updatedAt }) => ({ id, revision, updatedAt }));
      this.transaction.writeAll(CLEAR, [organizationId, JSON.stringify(rows)], rows.length);
    }
    for (const [, [first, ...others]] of grouped(unassignments, (item) => item.projectId)) {
      const changes = [first, ...others].map((item) => ({ item, events: [item.event] }));
      this.history.record(first, changes);
    }
  }
}

function grouped<Key>(
  unassignments: readonly Unassignment[],
  keyOf: (item: Unassignment) => Key,
): Iterable<[Key, [Unassignment, ...Unassignment[]]]> {
  const groups = new Map<Key, [Unassignment, ...Unassignment[]]>();
  for (const item of unassignments) {
    const known = groups.get(keyOf(item));
    if (known) known.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
