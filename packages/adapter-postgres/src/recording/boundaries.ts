import type {
  HistoryEvent,
  SprintId,
  SprintRecord,
  WorkItem,
  WorkItemId,
  WorkItemRecord,
  WorkItemStatus,
} from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
import { SprintCommitmentTable, SprintOutcomeTable } from './sprint-ledger.table.js';

const INSERT_COMMITMENTS = statement(
  'sprint-ledger.commit-past',
  `insert into sprint_commitments (${SprintCommitmentTable.names})
   select $1, past.sprint_id, past.work_item_id, $2, past.at, past.status, past.story_points
   from jsonb_to_recordset($3::jsonb) as past
     (sprint_id uuid, work_item_id uuid, at timestamptz(3), status text, story_points integer)`,
);

const INSERT_OUTCOMES = statement(
  'sprint-ledger.conclude-past',
  `insert into sprint_outcomes (${SprintOutcomeTable.names})
   select $1, past.sprint_id, past.work_item_id, $2, past.at, past.project_key, past.number, past.title, past.status,
     past.story_points, past.done_at
   from jsonb_to_recordset($3::jsonb) as past
     (sprint_id uuid, work_item_id uuid, at timestamptz(3), project_key text, number bigint, title text, status text,
      story_points integer, done_at timestamptz(3))`,
);

/** A Work Item as its history tells it, up to some instant. */
interface Standing {
  readonly sprint: SprintId | null;
  readonly title: string;
  readonly status: WorkItemStatus;
  readonly storyPoints: number | null;
  /** Its last entry to done; `null` while it is not done. */
  readonly doneAt: Date | null;
}

interface BoundaryRow {
  readonly sprint_id: SprintId;
  readonly work_item_id: WorkItemId;
  readonly at: Date;
  readonly project_key: string;
  readonly number: number;
  readonly title: string;
  readonly status: WorkItemStatus;
  readonly story_points: number | null;
  readonly done_at: Date | null;
}

/**
 * Writes commitments and outcomes of imported Sprints from the imported history of one Project's items. An event at exactly a start or
 * an end counts as after it, as in `writeSprintLedger`.
 */
export function writeSprintBoundaries(
  session: Session,
  { organizationId, projectId }: Pick<WorkItemRecord, 'organizationId' | 'projectId'>,
  items: readonly WorkItem[],
  sprints: ReadonlyMap<SprintId, SprintRecord>,
): void {
  const committed: BoundaryRow[] = [];
  const concluded: BoundaryRow[] = [];
  const freeze = (
    rows: BoundaryRow[],
    { record, events }: WorkItem,
    sprintId: SprintId,
    at: Date | null | undefined,
  ) => {
    const standing = at ? standingBefore(events, at) : undefined;
    if (!at || standing?.sprint !== sprintId) return;
    const { title, status, storyPoints, doneAt } = standing;
    const of = { sprint_id: sprintId, work_item_id: record.id, project_key: record.projectKey, number: record.number };
    rows.push({ ...of, at, title, status, story_points: storyPoints, done_at: doneAt });
  };
  for (const item of items) {
    for (const sprintId of sprintsOf(item.events)) {
      const sprint = sprints.get(sprintId);
      freeze(committed, item, sprintId, sprint?.startedAt);
      freeze(concluded, item, sprintId, sprint?.completedAt);
    }
  }
  const write = (to: typeof INSERT_COMMITMENTS, rows: readonly BoundaryRow[]) => {
    if (rows.length > 0) session.write(to, [organizationId, projectId, JSON.stringify(rows)]);
  };
  write(INSERT_COMMITMENTS, committed);
  write(INSERT_OUTCOMES, concluded);
}

/** Every Sprint that the item was ever in. */
function sprintsOf(events: readonly HistoryEvent[]): ReadonlySet<SprintId> {
  const entered = events.flatMap(({ change }) => {
    if (change.action === 'created') return change.initial.sprint ?? [];
    return change.action === 'sprint_changed' ? (change.to ?? []) : [];
  });
  return new Set(entered);
}

/** `undefined` before it was created, and once it is deleted. */
function standingBefore(events: readonly HistoryEvent[], instant: Date): Standing | undefined {
  let standing: Standing | undefined;
  for (const { change, at } of events) {
    if (at >= instant) break;
    if (change.action === 'created') {
      const { title, status, sprint, storyPoints } = change.initial;
      standing = { title, status, sprint, storyPoints, doneAt: status === 'done' ? at : null };
    }
    if (!standing) continue;
    if (change.action === 'work_item_deleted') standing = undefined;
    else if (change.action === 'sprint_changed') standing = { ...standing, sprint: change.to };
    else if (change.action === 'title_changed') standing = { ...standing, title: change.to };
    else if (change.action === 'story_points_changed') standing = { ...standing, storyPoints: change.to };
    else if (change.action === 'status_changed') {
      standing = { ...standing, status: change.to, doneAt: change.to === 'done' ? at : null };
    }
  }
  return standing;
}
