import type { SprintReport } from '@worktrack/domain';
import type { TestDatabase } from '../test-database.js';
import { NaiveWorkItem, type Recorded, type Standing } from './naive-work-item.js';

/** A Sprint as stored in its table. */
export interface StoredSprint {
  readonly id: string;
  readonly name: string;
  readonly state: 'future' | 'active' | 'done';
  readonly endDate: Date | null;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** A Project as read from history alone: its Sprints, and the recorded changes of its Work Items. */
export interface NaiveProject {
  readonly items: readonly NaiveWorkItem[];
  readonly sprints: readonly StoredSprint[];
}

/** Reads the history and the Sprints of a Project; items are sorted by key. */
export async function historyOf(database: TestDatabase, projectId: string): Promise<NaiveProject> {
  const rows = await database.sql<Recorded>(
    `select past.work_item_id as item, item.number::integer, item.project_key || '-' || item.number as key, past.at,
       past.action, past.detail
     from work_item_history past join work_items item on item.id = past.work_item_id
     where past.project_id = $1 order by past.sequence`,
    [projectId],
  );
  const sprints = await database.sql<StoredSprint>(
    `select id, name, state, end_date as "endDate", started_at as "startedAt", completed_at as "completedAt"
     from sprints where project_id = $1`,
    [projectId],
  );
  const firsts = rows.filter(({ action }) => action === 'created').sort((a, b) => a.number - b.number);
  const items = firsts.map(
    (first) =>
      new NaiveWorkItem(
        first,
        rows.filter(({ item }) => item === first.item),
      ),
  );
  return { items, sprints };
}

type Counts = ReturnType<typeof count>;
type Row = ReturnType<typeof row>;

const DAY = 24 * 60 * 60 * 1000;
const dateOf = (at: Date | number) => new Date(at).toISOString().slice(0, 10);
const nextDay = (date: string) => dateOf(Date.parse(date) + DAY);

function count(points: readonly (number | null)[]) {
  return { itemCount: points.length, points: points.reduce<number>((sum, each) => sum + (each ?? 0), 0) };
}

function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((100 * Math.min(part, whole)) / whole);
}

function percents(part: Counts, whole: Counts) {
  return { itemPercent: percent(part.itemCount, whole.itemCount), pointPercent: percent(part.points, whole.points) };
}

function row(item: NaiveWorkItem, { status, storyPoints }: Standing, occurredAt: Date, boundary: Date) {
  const { id: workItemId, key } = item;
  return { workItemId, key, title: item.at(boundary).title, status, storyPoints, occurredAt };
}

const numberOf = ({ key }: Row) => Number(key.split('-')[1]);
const inTime = (a: Row, b: Row) => a.occurredAt.getTime() - b.occurredAt.getTime() || numberOf(a) - numberOf(b);

/**
 * Computes the report of a Sprint as of `now`, without the ids of its rows. It reads the whole history again for each figure, and uses no
 * data that the product precomputes for reports.
 */
export function naiveReport({ items, sprints }: NaiveProject, sprint: StoredSprint, now: Date) {
  const { id, startedAt, completedAt, endDate } = sprint;
  if (!startedAt) return futureReport(items.filter((item) => item.isIn(id, now)).map((item) => item.at(now)));
  const boundary = completedAt ?? now;
  const baseline = items.filter((item) => item.isIn(id, startedAt));
  const scope = items.flatMap((item) => {
    const stay = item.stays(id).findLast(({ entered }) => entered <= boundary);
    if (!stay) return [];
    const { left } = stay;
    const isThere = !left || left.at > boundary || left.at.getTime() === completedAt?.getTime();
    return isThere ? [{ item, stay, standing: item.at(boundary) }] : [];
  });
  const completed = scope.filter(({ item, stay, standing }) => {
    const entry = item.lastEntryToDone(boundary);
    return standing.status === 'done' && entry !== undefined && entry >= stay.entered;
  });
  const pointsOf = (these: typeof scope) => count(these.map(({ standing }) => standing.storyPoints));
  const committed = count(baseline.map((item) => item.at(startedAt).storyPoints));

  const isBetween = (at: Date) => at > startedAt && at < boundary;
  const stays = items.flatMap((item) => item.stays(id).map((stay) => ({ item, ...stay })));
  const added = stays
    .filter(({ entered }) => isBetween(entered))
    .map(({ item, standing, entered }) => row(item, standing, entered, boundary));
  const removed = stays.flatMap(({ item, left }) =>
    left && isBetween(left.at) ? [row(item, left.standing, left.at, boundary)] : [],
  );
  const carryover = (completedAt ? scope : [])
    .filter(({ standing }) => standing.status !== 'done')
    .map(({ item, standing, stay }) => {
      const to = sprints.find((each) => each.id === stay.left?.to);
      const destination = to ? { kind: 'sprint', sprintId: to.id, name: to.name } : { kind: 'backlog' };
      return { ...row(item, standing, boundary, boundary), destination };
    });
  const changes = [
    ...added.map((each) => ({ ...each, kind: 'scope_change', changeType: 'added' })),
    ...removed.map((each) => ({ ...each, kind: 'scope_change', changeType: 'removed' })),
  ].sort(inTime);
  const idsOf = (these: readonly { readonly item: NaiveWorkItem }[]) => these.map(({ item }) => item.id);

  return {
    mode: completedAt ? 'completed' : 'active',
    stable: completedAt !== null,
    reportEndAt: boundary,
    commitment: { available: true, ...committed },
    plannedScope: committed,
    completion: {
      originalCommitment: committed,
      finalScope: pointsOf(scope),
      completed: pointsOf(completed),
      estimatedItemCount: scope.filter(({ standing }) => standing.storyPoints !== null).length,
      itemIds: {
        originalCommitment: baseline.map((item) => item.id),
        finalScope: idsOf(scope),
        completed: idsOf(completed),
      },
      percentages: {
        finalScope: percents(pointsOf(completed), pointsOf(scope)),
        originalCommitment: percents(pointsOf(completed.filter(({ item }) => baseline.includes(item))), committed),
      },
    },
    scopeChanges: {
      added: added.sort(inTime).map((each) => ({ ...each, kind: 'added' })),
      removed: removed.sort(inTime).map((each) => ({ ...each, kind: 'removed' })),
    },
    carryover,
    statuses: statusesOf(scope.map(({ standing }) => standing)),
    burndown: burndown(sprint, startedAt, boundary, baseline),
    remaining: pointsOf(scope.filter((each) => !completed.includes(each))),
    limitations: endDate === null ? ['planned_end_missing'] : [],
    items: [...changes, ...carryover.map((each) => ({ ...each, kind: 'carryover' }))],
  };
}

function futureReport(present: readonly Standing[]) {
  const nothing = count([]);
  const unknown = percents(nothing, nothing);
  return {
    ...{ mode: 'future', stable: false, reportEndAt: null, commitment: { available: false, ...nothing } },
    plannedScope: count(present.map(({ storyPoints }) => storyPoints)),
    completion: {
      ...{ originalCommitment: nothing, finalScope: nothing, completed: nothing, estimatedItemCount: 0 },
      itemIds: { originalCommitment: [], finalScope: [], completed: [] },
      percentages: { finalScope: unknown, originalCommitment: unknown },
    },
    scopeChanges: { added: [], removed: [] },
    carryover: [],
    statuses: statusesOf(present),
    burndown: { available: false, points: [], display: [] },
    ...{ remaining: nothing, limitations: [], items: [] },
  };
}

function statusesOf(standings: readonly Standing[]) {
  return ['backlog', 'todo', 'in_progress', 'in_review', 'done'].map((status) => {
    const these = standings.filter((standing) => standing.status === status);
    return { status, ...count(these.map(({ storyPoints }) => storyPoints)) };
  });
}

function burndown(
  { id, state, endDate, completedAt }: StoredSprint,
  startedAt: Date,
  boundary: Date,
  baseline: readonly NaiveWorkItem[],
): SprintReport['burndown'] {
  const days: string[] = [];
  for (let date = dateOf(startedAt); date <= dateOf(boundary); date = nextDay(date)) days.push(date);
  const remaining = days.map((date) => {
    const end = Math.min(Date.parse(date) + DAY - 1, boundary.getTime());
    // Changes by the completion itself do not count yet.
    const instant = new Date(end === completedAt?.getTime() ? end - 1 : end);
    const open = baseline.filter((item) => item.isIn(id, instant) && item.at(instant).status !== 'done');
    return count(open.map((item) => item.at(startedAt).storyPoints)).points;
  });
  const last = dateOf(boundary);
  const planned = endDate ? dateOf(endDate) : last;
  const shownDays = [...days];
  if (state === 'done') for (let date = nextDay(last); date <= planned; date = nextDay(date)) shownDays.push(date);
  const total = count(baseline.map((item) => item.at(startedAt).storyPoints)).points;
  const length = (Date.parse(planned) - Date.parse(dateOf(startedAt))) / DAY;
  const display = shownDays.map((date, index) => ({
    date,
    label: `${new Date(date).toLocaleString('en', { month: 'short', timeZone: 'UTC' })} ${Number(date.slice(8))}`,
    remaining: remaining[Math.min(index, remaining.length - 1)] ?? 0,
    ideal: index === 0 ? total : index >= length ? 0 : Math.round((total * (length - index)) / length),
  }));
  const points = days.map((date, index) => ({ date, remainingPoints: remaining[index] ?? 0 }));
  return { available: true, points, display };
}
