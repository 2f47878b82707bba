import { SprintReportFeed, refuse, type ProjectScope, type ReportedSprint } from '@worktrack/application';
import { WorkItemKey, type ReportedItem, type SprintEpisode, type SprintId } from '@worktrack/domain';
import { ReplicaTooOld, type SnapshotReader, type Snapshots } from '../engine/snapshots.js';
import type { Statement, Value } from '../engine/statement.js';
import { commitmentOf, episodesOf, hasHoles } from './sprint-report-rows.js';
import {
  COMMITMENTS,
  DEPARTURES,
  DESTINATIONS,
  DONE_CHANGES,
  ENTRIES,
  EXITS,
  GAPS,
  ITEMS,
  LAST_DONE,
  OUTCOMES,
  OUTCOMES_IN_HISTORY,
  REPORTED_ITEMS,
  SPRINT,
  type AllRows,
  type CommitmentRow,
  type DoneRow,
  type EntryRow,
  type ExitRow,
  type GapsRow,
  type ItemRow,
  type LastDoneRow,
  type OutcomeRow,
  type SprintRow,
} from './sprint-report-statements.js';

/** Reads the ledger and history in one snapshot. For a Sprint that is done it reads nothing that a later change can overwrite. */
export class PostgresSprintReportFeed extends SprintReportFeed {
  constructor(private readonly snapshots: Pick<Snapshots, 'read'>) {
    super();
  }

  facts(scope: ProjectScope, id: SprintId): Promise<ReportedSprint> {
    return this.snapshots.read(scope.organizationId, (reader) => factsOf(reader, scope, id));
  }
}

async function factsOf(reader: SnapshotReader, scope: ProjectScope, id: SprintId): Promise<ReportedSprint> {
  const { organizationId, projectId } = scope;
  const [found] = await reader.rows<SprintRow>(SPRINT, [organizationId, projectId, id]);
  const { now, ...sprint } = found ?? refuse('NOT_FOUND');
  const isDone = sprint.state === 'done';
  // All facts of a Sprint that is not done are earlier than now. A future Sprint has only its present items.
  const boundary = sprint.completedAt ?? 'infinity';
  const start = sprint.startedAt ?? (sprint.state === 'future' ? 'infinity' : '-infinity');
  const all = async <Row>(asked: Statement, values: readonly Value[]): Promise<readonly Row[]> => {
    const [answer] = await reader.rows<AllRows<Row>>(asked, [organizationId, ...values]);
    return answer?.rows ?? [];
  };

  const participants = await all<ItemRow>(ITEMS, [id, start, boundary, isDone]);
  const items = participants.slice(0, REPORTED_ITEMS);
  const ids = items.map(([item]) => item);
  const present = items.filter(([, , isPresent]) => isPresent);
  const done = isDone ? [] : present.filter(([, , , , status]) => status === 'done');
  const [entries, exits, destinations, commitments, doneChanges, outcomes, departures, lastDone, [gaps]] =
    await Promise.all([
      all<EntryRow>(ENTRIES, [id, ids, boundary]),
      all<ExitRow>(EXITS, [id, ids, boundary]),
      all<readonly [id: SprintId, name: string]>(DESTINATIONS, [id]),
      all<CommitmentRow>(COMMITMENTS, [id, ids]),
      all<DoneRow>(DONE_CHANGES, [ids, start, boundary]),
      isDone ? all<OutcomeRow>(OUTCOMES, [id, ids]) : [],
      isDone ? all<OutcomeRow>(DEPARTURES, [id, ids]) : [],
      all<LastDoneRow>(LAST_DONE, [done.map(([item]) => item)]),
      reader.rows<GapsRow>(GAPS, [organizationId, id, start, boundary]),
    ]);
  const episodes = episodesOf(sprint, entries, exits, new Map(destinations));
  const booked = new Set((isDone ? outcomes : present).map(([item]) => item));
  const kept = new Map([...outcomes, ...departures].map((outcome) => [outcome[0], outcome]));
  const others = isDone ? ids.filter((item) => !kept.has(item)) : [];
  const past = others.length > 0 ? await all<OutcomeRow>(OUTCOMES_IN_HISTORY, [others, boundary]) : [];
  const recorded = new Map([...kept, ...past.map((outcome) => [outcome[0], outcome] as const)]);
  const doneAt = new Map(lastDone);
  return {
    sprint,
    now: presentOf(reader, latestOf(reader.heartbeat ? sprint.updatedAt : now, episodes, doneChanges, items)),
    commitment: commitmentOf(sprint, commitments, episodes, doneChanges),
    episodes,
    items: items.map(([item, number, , title, status, storyPoints]) =>
      reported(scope, number, recorded.get(item) ?? [item, title, status, storyPoints, doneAt.get(item) ?? null]),
    ),
    capped: participants.length > REPORTED_ITEMS,
    incomplete:
      gaps?.missing !== false ||
      (isDone && ids.some((item) => (recorded.get(item)?.[1] ?? null) === null)) ||
      hasHoles(sprint, episodes, commitments, booked),
  };
}

/** On a replica, the present is its heartbeat. Throws `ReplicaTooOld` when a shown fact is later: not everything up to that fact need be there. */
function presentOf({ heartbeat }: SnapshotReader, latest: Date): Date {
  if (heartbeat && latest > heartbeat) throw new ReplicaTooOld();
  return heartbeat ?? latest;
}

/**
 * Returns the present, or the latest recorded instant if that is later. A change can be dated ahead of the clock, because the changes of one
 * Work Item have different instants, and because a clock can be set back.
 */
function latestOf(
  now: Date,
  episodes: readonly SprintEpisode[],
  doneChanges: readonly DoneRow[],
  items: readonly ItemRow[],
): Date {
  let latest = now.getTime();
  for (const { enteredAt, end } of episodes) latest = Math.max(latest, enteredAt.getTime(), end?.at.getTime() ?? 0);
  for (const [, at] of doneChanges) latest = Math.max(latest, at);
  for (const [, , , , , , changedAt] of items) latest = Math.max(latest, changedAt ?? 0);
  return new Date(latest);
}

/** An unrecorded title is replaced by the key; the report then says that it is incomplete. */
function reported(
  { projectKey }: ProjectScope,
  number: number,
  [id, title, status, storyPoints, doneAt]: OutcomeRow,
): ReportedItem {
  return {
    id,
    projectKey,
    number,
    title: title ?? WorkItemKey.of(projectKey, number),
    status: status ?? 'backlog',
    storyPoints,
    doneAt: doneAt === null ? null : new Date(doneAt),
  };
}
