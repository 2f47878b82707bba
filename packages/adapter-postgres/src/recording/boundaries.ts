import type { HistoryEvent, SprintId, SprintRecord, WorkItem, WorkItemRecord, WorkItemStatus } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { SprintCommitmentTable, SprintOutcomeTable, type SprintOutcomeRow } from './sprint-ledger.table.js';

const INSERT_COMMITMENTS = SprintCommitmentTable.insertManyAs('sprint-ledger.commit-past');
const INSERT_OUTCOMES = SprintOutcomeTable.insertManyAs('sprint-ledger.conclude-past');

/** The state of a Work Item at some instant, derived from its history. */
interface Standing {
  readonly sprint: SprintId | null;
  readonly title: string;
  readonly status: WorkItemStatus;
  readonly storyPoints: number | null;
  /** The last entry to done; `null` when the item is not done. */
  readonly doneAt: Date | null;
}

/**
 * Writes commitments and outcomes of imported Sprints from the imported history of one Project's items. An event at exactly a start or
 * an end counts as after it, as in `writeSprintLedger`.
 */
export function writeSprintBoundaries(
  transaction: SqlTransaction,
  { organizationId, projectId }: Pick<WorkItemRecord, 'organizationId' | 'projectId'>,
  items: readonly WorkItem[],
  sprints: ReadonlyMap<SprintId, SprintRecord>,
): void {
  const committed: SprintOutcomeRow[] = [];
  const concluded: SprintOutcomeRow[] = [];
  const freeze = (
    rows: SprintOutcomeRow[],
    { record, events }: WorkItem,
    sprintId: SprintId,
    at: Date | null | undefined,
  ) => {
    const standing = at ? standingBefore(events, at) : undefined;
    if (!at || standing?.sprint !== sprintId) return;
    const { title, status, storyPoints, doneAt } = standing;
    const { id: workItemId, projectKey, number } = record;
    rows.push({
      organizationId,
      sprintId,
      workItemId,
      projectId,
      at,
      projectKey,
      number,
      title,
      status,
      storyPoints,
      doneAt,
    });
  };
  for (const item of items) {
    for (const sprintId of sprintsOf(item.events)) {
      const sprint = sprints.get(sprintId);
      freeze(committed, item, sprintId, sprint?.startedAt);
      freeze(concluded, item, sprintId, sprint?.completedAt);
    }
  }
  transaction.writeRows(INSERT_COMMITMENTS, committed.map(SprintCommitmentTable.plain), organizationId);
  transaction.writeRows(INSERT_OUTCOMES, concluded.map(SprintOutcomeTable.plain), organizationId);
}

/** Returns every Sprint that the item was ever in. */
function sprintsOf(events: readonly HistoryEvent[]): ReadonlySet<SprintId> {
  const entered = events.flatMap(({ change }) => {
    if (change.action === 'created') return change.initial.sprint ?? [];
    return change.action === 'sprint_changed' ? (change.to ?? []) : [];
  });
  return new Set(entered);
}

/** Returns the state of an item right before an instant; `undefined` before its creation and while it is deleted. */
function standingBefore(events: readonly HistoryEvent[], instant: Date): Standing | undefined {
  let standing: Standing | undefined;
  let isDeleted = false;
  for (const { change, at } of events) {
    if (at >= instant) break;
    if (change.action === 'created') {
      const { title, status, sprint, storyPoints } = change.initial;
      standing = { title, status, sprint, storyPoints, doneAt: status === 'done' ? at : null };
    }
    if (!standing) continue;
    if (change.action === 'work_item_deleted') isDeleted = true;
    else if (change.action === 'work_item_restored') isDeleted = false;
    else if (change.action === 'sprint_changed') standing = { ...standing, sprint: change.to };
    else if (change.action === 'title_changed') standing = { ...standing, title: change.to };
    else if (change.action === 'story_points_changed') standing = { ...standing, storyPoints: change.to };
    else if (change.action === 'status_changed') {
      standing = { ...standing, status: change.to, doneAt: change.to === 'done' ? at : null };
    }
  }
  return isDeleted ? undefined : standing;
}
