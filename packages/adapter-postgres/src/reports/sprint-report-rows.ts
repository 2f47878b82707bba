import type {
  CommittedItem,
  EpisodeEnd,
  SprintDestination,
  SprintEpisode,
  SprintId,
  SprintRecord,
  WorkItemId,
} from '@worktrack/domain';
import type { CommitmentRow, DoneRow, EntryRow, ExitRow } from './sprint-report-statements.js';

type Started = Pick<SprintRecord, 'startedAt'>;

/** Returns the episodes, without those that ended by the start. `names` are those of the destinations. */
export function episodesOf(
  { startedAt }: Started,
  entries: readonly EntryRow[],
  exits: readonly ExitRow[],
  names: ReadonlyMap<SprintId, string> = new Map(),
): readonly SprintEpisode[] {
  const ends = new Map(exits.map((exit) => [exit[0], endOf(exit, names)]));
  return entries.flatMap(([id, workItemId, enteredAt, status, storyPoints]): SprintEpisode[] => {
    const end = ends.get(id) ?? null;
    if (end && (startedAt === null || end.at <= startedAt)) return [];
    return [{ id, workItemId, enteredAt: new Date(enteredAt), status, storyPoints, end }];
  });
}

function endOf(
  [, at, reason, status, storyPoints, destinationId]: ExitRow,
  names: ReadonlyMap<SprintId, string>,
): EpisodeEnd {
  const destination: SprintDestination =
    destinationId === null
      ? { kind: 'backlog' }
      : { kind: 'sprint', sprintId: destinationId, name: names.get(destinationId) ?? '' };
  return { at: new Date(at), reason, status, storyPoints, destination: reason === 'completion' ? destination : null };
}

/** Returns the baseline; `null` when there are no rows although an item was in the Sprint at its start. */
export function commitmentOf(
  { startedAt }: Started,
  commitments: readonly CommitmentRow[],
  episodes: readonly SprintEpisode[],
  doneChanges: readonly DoneRow[] = [],
): readonly CommittedItem[] | null {
  if (!startedAt) return null;
  if (commitments.length === 0 && episodes.some(({ enteredAt }) => enteredAt <= startedAt)) return null;
  const committed = commitments.map(([workItemId, status, storyPoints]) => {
    return { workItemId, storyPoints, doneAtStart: status === 'done', doneChanges: [] as DoneChange[] };
  });
  const byId = new Map(committed.map((item) => [item.workItemId, item]));
  for (const [workItemId, at, done] of doneChanges) byId.get(workItemId)?.doneChanges.push({ at: new Date(at), done });
  return committed;
}

type DoneChange = CommittedItem['doneChanges'][number];

/** True when an item of the baseline has no episode at the start, or an item of `booked` has none at the boundary. */
export function hasHoles(
  { startedAt }: Started,
  episodes: readonly SprintEpisode[],
  commitments: readonly CommitmentRow[],
  booked: ReadonlySet<WorkItemId>,
): boolean {
  const atStart = new Set<WorkItemId>();
  const atBoundary = new Set<WorkItemId>();
  for (const { workItemId, enteredAt, end } of episodes) {
    if (startedAt && enteredAt <= startedAt) atStart.add(workItemId);
    if (end === null || end.reason === 'completion') atBoundary.add(workItemId);
  }
  return commitments.some(([id]) => !atStart.has(id)) || [...booked].some((id) => !atBoundary.has(id));
}
