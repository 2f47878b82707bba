import { SprintReportFeed, refuse, type ProjectScope, type ReportedSprint } from '@worktrack/application';
import type {
  CommittedItem,
  EpisodeEnd,
  ReportedItem,
  SprintDestination,
  SprintEpisode,
  SprintId,
  WorkItemId,
} from '@worktrack/domain';
import type { Reader } from '../connection/connections.js';
import type { Snapshots } from '../connection/snapshots.js';
import {
  COMMITMENTS,
  DESTINATIONS,
  ENTRIES,
  EXITS,
  GAPS,
  ITEMS,
  LAST_DONE,
  OUTCOMES,
  OUTCOMES_IN_HISTORY,
  REPORTED_ITEMS,
  SPRINT,
  STATUSES,
  type CommitmentRow,
  type EntryRow,
  type ExitRow,
  type ItemRow,
  type OutcomeRow,
  type SprintRow,
  type StatusRow,
} from './sprint-report-statements.js';

type Sprint = ReportedSprint['sprint'];

/** From the ledger and from history, as of one moment; of a Sprint that is done nothing that a later change could have overwritten. */
export class PostgresSprintReportFeed extends SprintReportFeed {
  constructor(private readonly snapshots: Snapshots) {
    super();
  }

  facts(scope: ProjectScope, id: SprintId): Promise<ReportedSprint> {
    return this.snapshots.read((reader) => factsOf(reader, scope, id));
  }
}

async function factsOf(
  reader: Reader,
  { organizationId, projectId }: ProjectScope,
  id: SprintId,
): Promise<ReportedSprint> {
  const [row] = await reader.rows<SprintRow>(SPRINT, [organizationId, projectId, id]);
  const { now, ...sprint } = row ?? refuse('NOT_FOUND');
  const isDone = sprint.state === 'done';
  // Of a Sprint that is not done everything has happened by now; of one that has not begun only what is in it matters.
  const boundary = sprint.completedAt ?? 'infinity';
  const start = sprint.startedAt ?? (sprint.state === 'future' ? 'infinity' : '-infinity');

  const found = await reader.rows<ItemRow>(ITEMS, [organizationId, id, start, boundary, isDone]);
  const items = found.slice(0, REPORTED_ITEMS);
  const ids = items.map((item) => item.id);
  const done = isDone ? [] : items.filter(({ present, status }) => present && status === 'done').map((item) => item.id);
  const [entries, exits, destinations, commitments, statuses, outcomes, lastDone, [gaps]] = await Promise.all([
    reader.rows<EntryRow>(ENTRIES, [organizationId, id, ids, boundary]),
    reader.rows<ExitRow>(EXITS, [organizationId, id, ids, boundary]),
    reader.rows<{ id: SprintId; name: string }>(DESTINATIONS, [organizationId, id]),
    reader.rows<CommitmentRow>(COMMITMENTS, [organizationId, id, ids]),
    reader.rows<StatusRow>(STATUSES, [organizationId, ids, start, boundary]),
    reader.rows<OutcomeRow>(OUTCOMES, [organizationId, id, ids]),
    reader.rows<Pick<OutcomeRow, 'workItemId' | 'doneAt'>>(LAST_DONE, [organizationId, done]),
    reader.rows<{ missing: boolean }>(GAPS, [organizationId, projectId, id, start, boundary]),
  ]);
  const episodes = episodesOf(sprint, entries, exits, destinations);
  const booked = new Set(isDone ? outcomes.map(({ workItemId }) => workItemId) : idsOf(items.filter(isPresent)));
  const before = isDone
    ? await reader.rows<OutcomeRow>(OUTCOMES_IN_HISTORY, [
        organizationId,
        ids.filter((item) => !booked.has(item)),
        boundary,
      ])
    : [];
  const recorded = new Map([...outcomes, ...before].map((outcome) => [outcome.workItemId, outcome]));
  const doneAt = new Map(lastDone.map((last) => [last.workItemId, last.doneAt]));
  return {
    sprint,
    now: latestOf(now, episodes, statuses),
    commitment: commitmentOf(sprint, commitments, episodes, statuses),
    episodes,
    items: items.map((item) => (isDone ? asRecorded(item, recorded) : asItIs(item, doneAt))),
    capped: found.length > REPORTED_ITEMS,
    incomplete:
      gaps?.missing !== false ||
      (isDone && ids.some((item) => !recorded.get(item)?.title)) ||
      hasHoles(sprint, episodes, commitments, booked),
  };
}

const isPresent = ({ present }: ItemRow): boolean => present;
const idsOf = (items: readonly ItemRow[]): readonly WorkItemId[] => items.map(({ id }) => id);

/** Without those that were over by the start. */
function episodesOf(
  { startedAt }: Sprint,
  entries: readonly EntryRow[],
  exits: readonly ExitRow[],
  destinations: readonly { readonly id: SprintId; readonly name: string }[],
): readonly SprintEpisode[] {
  const ends = new Map(exits.map((exit) => [exit.episodeId, exit]));
  const names = new Map(destinations.map(({ id, name }) => [id, name]));
  return entries.flatMap((entry): SprintEpisode[] => {
    const exit = ends.get(entry.id);
    if (!exit) return [{ ...entry, end: null }];
    if (startedAt === null || exit.at <= startedAt) return [];
    return [{ ...entry, end: endOf(exit, names) }];
  });
}

function endOf(exit: ExitRow, names: ReadonlyMap<SprintId, string>): EpisodeEnd {
  const { at, reason, status, storyPoints, destinationId } = exit;
  const destination: SprintDestination =
    destinationId === null
      ? { kind: 'backlog' }
      : { kind: 'sprint', sprintId: destinationId, name: names.get(destinationId) ?? '' };
  return { at, reason, status, storyPoints, destination: reason === 'completion' ? destination : null };
}

/** What is recorded may lie ahead of the clock: the present is never before it. */
function latestOf(now: Date, episodes: readonly SprintEpisode[], statuses: readonly StatusRow[]): Date {
  let latest = now;
  const see = (at: Date | undefined) => {
    if (at && at > latest) latest = at;
  };
  for (const { enteredAt, end } of episodes) {
    see(enteredAt);
    see(end?.at);
  }
  for (const { at } of statuses) see(at);
  return latest;
}

/** None was recorded where there are no rows, although something was in the Sprint at its start. */
function commitmentOf(
  { startedAt }: Sprint,
  commitments: readonly CommitmentRow[],
  episodes: readonly SprintEpisode[],
  statuses: readonly StatusRow[],
): readonly CommittedItem[] | null {
  if (!startedAt) return null;
  if (commitments.length === 0 && episodes.some(({ enteredAt }) => enteredAt <= startedAt)) return null;
  const changes = new Map(
    commitments.map(({ workItemId, status }) => [workItemId, [{ at: startedAt, status }] as CommittedStatuses]),
  );
  for (const { workItemId, at, status } of statuses) changes.get(workItemId)?.push({ at, status });
  return commitments.map(({ workItemId, storyPoints }) => {
    return { workItemId, storyPoints, statuses: changes.get(workItemId) ?? [] };
  });
}

type CommittedStatuses = CommittedItem['statuses'][number][];

/** Whether something was in the Sprint at its start or at the boundary without an episode that says so. */
function hasHoles(
  { startedAt }: Sprint,
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
  return (
    commitments.some(({ workItemId }) => !atStart.has(workItemId)) || [...booked].some((id) => !atBoundary.has(id))
  );
}

/** As its outcome or history has it. Where nobody recorded it, as it is, and the report says that it is not complete. */
function asRecorded(item: ItemRow, recorded: ReadonlyMap<WorkItemId, OutcomeRow>): ReportedItem {
  const { id, projectKey, number } = item;
  const { title, status, storyPoints = null, doneAt = null } = recorded.get(id) ?? {};
  return { id, projectKey, number, title: title ?? item.title, status: status ?? item.status, storyPoints, doneAt };
}

function asItIs(item: ItemRow, doneAt: ReadonlyMap<WorkItemId, Date | null>): ReportedItem {
  const { id, projectKey, number, title, status, storyPoints } = item;
  return { id, projectKey, number, title, status, storyPoints, doneAt: doneAt.get(id) ?? null };
}
