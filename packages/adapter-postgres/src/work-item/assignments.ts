import type { Assignments } from '@worktrack/application';
import type { AssignedItem, ProjectId, Unassignment, UserId } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
import type { HistoryWriter } from '../recording/history.js';
import type { Locks } from '../recording/locks.js';

/**
 * Finds assignments in every Organization, because they remain when a membership ends. Lists the ids of all Organizations, because the
 * indexes begin with the Organization and PostgreSQL before 18 cannot skip the first column of an index.
 */
const FIND_ASSIGNMENTS = statement(
  'assignments.find',
  `select organization_id as "organizationId", project_id as "projectId", id, revision, status,
     story_points as "storyPoints", sprint_id as "sprintId"
   from work_items
   where organization_id = any (array(select id from organizations)) and assignee_id = $1 and deleted_at is null
   order by organization_id, id for update`,
);

const CLEAR = statement(
  'assignments.clear',
  `update work_items item set revision = cleared.revision, updated_at = cleared."updatedAt", assignee_id = null
   from jsonb_to_recordset($1::jsonb)
     as cleared ("organizationId" uuid, id uuid, revision integer, "updatedAt" timestamptz(3))
   where item.organization_id = cleared."organizationId" and item.id = cleared.id`,
);

export class PostgresAssignments implements Assignments {
  constructor(
    private readonly session: Session,
    private readonly locks: Locks,
    private readonly history: HistoryWriter,
  ) {}

  async find(assignee: UserId): Promise<readonly AssignedItem[]> {
    const items = await this.locks.take<AssignedItem>(FIND_ASSIGNMENTS, [assignee]);
    this.locks.hold(items);
    return items;
  }

  clear(unassignments: readonly Unassignment[]): void {
    if (unassignments.length === 0) return;
    const rows = unassignments.map(({ organizationId, id, revision, updatedAt }) => ({
      organizationId,
      id,
      revision,
      updatedAt,
    }));
    this.session.writeAll(CLEAR, [JSON.stringify(rows)], rows.length);
    for (const [first, ...others] of byProject(unassignments)) {
      const changes = [first, ...others].map((item) => ({ item, events: [item.event] }));
      this.history.record(first, changes);
    }
  }
}

function byProject(unassignments: readonly Unassignment[]): Iterable<[Unassignment, ...Unassignment[]]> {
  const projects = new Map<ProjectId, [Unassignment, ...Unassignment[]]>();
  for (const item of unassignments) {
    const known = projects.get(item.projectId);
    if (known) known.push(item);
    else projects.set(item.projectId, [item]);
  }
  return projects.values();
}
