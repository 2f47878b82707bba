import type { Assignments } from '@worktrack/application';
import type { AssignedItem, OrganizationId, Reassignment, UserId } from '@worktrack/domain';
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

const FIND_OPEN = statement(
  'assignments.find-open',
  `select organization_id as "organizationId", project_id as "projectId", id, revision, status,
     story_points as "storyPoints", sprint_id as "sprintId"
   from work_items where organization_id = $1 and assignee_id = $2 and deleted_at is null and archived_at is null
     and status <> 'done' and not exists (
       select from projects where projects.organization_id = $1 and projects.id = work_items.project_id
         and projects.archived_at is not null)
   order by id for update of work_items`,
);

const SAVE = statement(
  'assignments.save',
  `update work_items item set revision = given.revision, updated_at = given."updatedAt", assignee_id = given."assigneeId"
   from jsonb_to_recordset($2::jsonb)
     as given (id uuid, revision integer, "updatedAt" timestamptz(3), "assigneeId" uuid)
   where item.organization_id = $1 and item.id = given.id`,
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

  async findOpen(assignee: UserId, organization: OrganizationId): Promise<readonly AssignedItem[]> {
    const items = await this.locks.take<AssignedItem>(FIND_OPEN, [organization, assignee]);
    this.locks.hold(items);
    return items;
  }

  save(reassignments: readonly Reassignment[]): void {
    for (const [organizationId, items] of grouped(reassignments, (item) => item.organizationId)) {
      const rows = items.map(({ id, revision, updatedAt, assigneeId }) => ({ id, revision, updatedAt, assigneeId }));
      this.transaction.writeAll(SAVE, [organizationId, JSON.stringify(rows)], rows.length);
    }
    for (const [, [first, ...others]] of grouped(reassignments, (item) => item.projectId)) {
      const changes = [first, ...others].map((item) => ({ item, events: [item.event] }));
      this.history.record(first, changes);
    }
  }
}

function grouped<Key>(
  reassignments: readonly Reassignment[],
  keyOf: (item: Reassignment) => Key,
): Iterable<[Key, [Reassignment, ...Reassignment[]]]> {
  const groups = new Map<Key, [Reassignment, ...Reassignment[]]>();
  for (const item of reassignments) {
    const known = groups.get(keyOf(item));
    if (known) known.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
