import type { Assignments, HandedOver, PendingHandover } from '@worktrack/application';
import type { AssignedItem, OrganizationId, Reassignment, UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { HistoryWriter } from '../recording/history.js';
import type { Locks } from '../recording/locks.js';
import { HandoverTable } from './handover.table.js';

const COUNT_OPEN = statement(
  'assignments.count-open',
  `select count(*)::integer as count
   from work_items where organization_id = $1 and assignee_id = $2 and deleted_at is null and archived_at is null
     and status <> 'done' and not exists (
       select from projects where projects.organization_id = $1 and projects.id = work_items.project_id
         and projects.archived_at is not null)`,
);

const COUNT_ALL = statement(
  'assignments.count-all',
  `select count(*)::integer as count
   from work_items where organization_id = $1 and assignee_id = $2 and deleted_at is null`,
);

const HANDOVER = statement(
  'assignments.handover',
  `select ${HandoverTable.columns},
     (select removed_at is not null from users where users.id = handovers.user_id) as "isOfAccount"
   from handovers where organization_id = $1 and user_id = $2`,
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

/** An item that was assigned, or made with its assignee, after the beginning of the handover is not of it. */
const FIND_NEXT = statement(
  'assignments.find-next',
  `select organization_id as "organizationId", project_id as "projectId", id, revision, status,
     story_points as "storyPoints", sprint_id as "sprintId"
   from work_items where organization_id = $1 and assignee_id = $2 and deleted_at is null
     and ($3::boolean or (archived_at is null and status <> 'done' and not exists (
       select from projects where projects.organization_id = $1 and projects.id = work_items.project_id
         and projects.archived_at is not null)))
     and ($4::timestamptz is null or (created_at <= $4 and not exists (
       select from work_item_history where organization_id = $1 and work_item_id = work_items.id and at > $4
         and action = 'assigned')))
   order by id limit $5 for update of work_items`,
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

  async findNext({ organizationId, from, isOfAccount, beganAt }: HandedOver, most: number) {
    const values = [organizationId, from, isOfAccount, beganAt, most];
    const items = await this.locks.take<AssignedItem>(FIND_NEXT, values);
    this.locks.hold(items);
    return items;
  }

  async countOpen(assignee: UserId, organization: OrganizationId): Promise<number> {
    const [found] = await this.transaction.rows<{ count: number }>(COUNT_OPEN, [organization, assignee]);
    return found?.count ?? 0;
  }

  async countAll(assignee: UserId, organizations: readonly OrganizationId[]): Promise<readonly number[]> {
    const requests = organizations.map((organization) => ({ statement: COUNT_ALL, values: [organization, assignee] }));
    const found = await this.transaction.rowsOfEach<{ count: number }>(requests);
    return found.map(([row]) => row?.count ?? 0);
  }

  beginHandover(handover: PendingHandover): void {
    this.transaction.write(BEGIN_HANDOVER, HandoverTable.insertValues(handover));
  }

  async handover(organization: OrganizationId, from: UserId): Promise<(PendingHandover & HandedOver) | undefined> {
    const [pending] = await this.transaction.rows<PendingHandover & HandedOver>(HANDOVER, [organization, from]);
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
