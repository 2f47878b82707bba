import type { Assignments, PendingHandover } from '@worktrack/application';
import type { AssignedItem, OrganizationId, Reassignment, UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { HistoryWriter } from '../recording/history.js';
import type { Locks } from '../recording/locks.js';
import { HandoverTable } from './handover.table.js';

const FIND_ASSIGNMENTS = statement(
  'assignments.find',
  `select organization_id as "organizationId", project_id as "projectId", id, revision, status,
     story_points as "storyPoints", sprint_id as "sprintId"
   from work_items where organization_id = $1 and assignee_id = $2 and deleted_at is null
   order by id for update`,
);

const COUNT_OPEN = statement(
  'assignments.count-open',
  `select count(*)::integer as count
   from work_items where organization_id = $1 and assignee_id = $2 and deleted_at is null and archived_at is null
     and status <> 'done' and not exists (
       select from projects where projects.organization_id = $1 and projects.id = work_items.project_id
         and projects.archived_at is not null)`,
);

const HANDOVER = statement(
  'assignments.handover',
  `select ${HandoverTable.columns} from handovers where organization_id = $1 and user_id = $2`,
);

const LATE_HANDOVERS = statement(
  'assignments.late-handovers',
  `select organization_id as "organizationId", user_id as "from" from handovers
   where began_at < clock_timestamp() - interval '10 seconds' order by began_at, user_id limit 100`,
);

const BEGIN_HANDOVER = HandoverTable.upsertAs('assignments.begin-handover');
const END_HANDOVER = statement(
  'assignments.end-handover',
  'delete from handovers where organization_id = $1 and user_id = $2',
);

const FIND_OPEN = statement(
  'assignments.find-open',
  `select organization_id as "organizationId", project_id as "projectId", id, revision, status,
     story_points as "storyPoints", sprint_id as "sprintId"
   from work_items where organization_id = $1 and assignee_id = $2 and deleted_at is null and archived_at is null
     and status <> 'done' and not exists (
       select from projects where projects.organization_id = $1 and projects.id = work_items.project_id
         and projects.archived_at is not null)
   order by id limit $3 for update of work_items`,
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

  async findOpen(assignee: UserId, organization: OrganizationId, most: number): Promise<readonly AssignedItem[]> {
    const items = await this.locks.take<AssignedItem>(FIND_OPEN, [organization, assignee, most]);
    this.locks.hold(items);
    return items;
  }

  async countOpen(assignee: UserId, organization: OrganizationId): Promise<number> {
    const [found] = await this.transaction.rows<{ count: number }>(COUNT_OPEN, [organization, assignee]);
    return found?.count ?? 0;
  }

  beginHandover(handover: PendingHandover): void {
    this.transaction.write(BEGIN_HANDOVER, HandoverTable.insertValues(handover));
  }

  async handover(organization: OrganizationId, from: UserId): Promise<PendingHandover | undefined> {
    const [pending] = await this.transaction.rows<PendingHandover>(HANDOVER, [organization, from]);
    return pending;
  }

  lateHandovers(): Promise<readonly Pick<PendingHandover, 'organizationId' | 'from'>[]> {
    return this.transaction.rows(LATE_HANDOVERS, []);
  }

  endHandover(organization: OrganizationId, from: UserId): void {
    this.transaction.write(END_HANDOVER, [organization, from]);
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
