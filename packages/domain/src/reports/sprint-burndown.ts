import type { WorkItemId } from '../identity/ids.js';
import { Calendar, CalendarDay } from '../shared/calendar.js';
import { ONE_DAY } from '../shared/durations.js';
import { roundedQuotient } from './percent.js';
import { boundaryOf, contains, type CommittedItem, type SprintEpisode, type SprintFacts } from './sprint-facts.js';

/** The remaining points of the commitment at the end of a day, `YYYY-MM-DD`. */
export interface BurndownPoint {
  readonly date: string;
  readonly remainingPoints: number;
}

/** One day of the chart: the remaining points, and the value of the ideal line. */
export interface BurndownDay {
  readonly date: string;
  /** For example `Sep 1`. */
  readonly label: string;
  readonly remaining: number;
  readonly ideal: number;
}

/** The burndown of a Sprint. Both lists are empty when it is not available. */
export interface Burndown {
  readonly available: boolean;
  readonly points: readonly BurndownPoint[];
  readonly display: readonly BurndownDay[];
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The maximum number of days that a chart shows after the end of its Sprint: a planned end can be millennia away. */
export const LONGEST_REST = 3_660;

/**
 * For each day of the calendar from the start to the boundary: the baseline points of the committed items that are in the Sprint and not done at the
 * end of that day, on the last day at the boundary. The chart of a completed Sprint continues to the planned end with the last value. The
 * ideal line goes from the commitment on the first day to 0 on the planned end day; without a planned end, to 0 on the last day.
 */
export function sprintBurndown(facts: SprintFacts, calendar: Calendar): Burndown {
  const { sprint, commitment, incomplete } = facts;
  const boundary = boundaryOf(facts);
  const { startedAt } = sprint;
  if (!boundary || !startedAt || !commitment || incomplete) return { available: false, points: [], display: [] };

  const first = calendar.dayOf(startedAt);
  const last = calendar.dayOf(boundary);
  const begins = daysFrom(first, last + 1).map((day) => calendar.startOf(day).getTime());
  const points = remainingByDay(commitment, episodesByItem(facts.episodes), begins, boundary).map(
    (remainingPoints, index) => ({ date: dateOf(first + index), remainingPoints }),
  );

  const plannedEnd = sprint.endDate === null ? last : calendar.dayOf(sprint.endDate);
  const shownTo = sprint.state === 'done' ? Math.min(Math.max(last, plannedEnd), last + LONGEST_REST) : last;
  const committed = pointsOf(commitment);
  const display = daysFrom(first, shownTo).map((day, index) => ({
    date: dateOf(day),
    label: labelOf(day),
    remaining: points[Math.min(index, points.length - 1)]?.remainingPoints ?? 0,
    ideal: idealOf(committed, day - first, plannedEnd - first),
  }));
  return { available: true, points, display };
}

function idealOf(committed: number, day: number, days: number): number {
  if (day === 0) return committed;
  return day >= days ? 0 : roundedQuotient(committed * (days - day), days);
}

/**
 * Evaluates each item only on days with a change, so the cost grows with the number of changes, not of days.
 * @param begins the first instants of the days and of the day after them
 */
function remainingByDay(
  commitment: readonly CommittedItem[],
  episodes: ReadonlyMap<WorkItemId, readonly SprintEpisode[]>,
  begins: readonly number[],
  boundary: Date,
): readonly number[] {
  const changes = begins.slice(1).map(() => 0);
  for (const item of commitment) {
    const own = episodes.get(item.workItemId) ?? [];
    let before = 0;
    for (const day of daysOfChange(item, own, begins)) {
      const instant = new Date(Math.min((begins[day + 1] ?? Infinity) - 1, boundary.getTime()));
      const now = isOpen(item, own, instant) ? (item.storyPoints ?? 0) : 0;
      changes[day] = (changes[day] ?? 0) + now - before;
      before = now;
    }
  }
  let remaining = 0;
  return changes.map((change) => (remaining += change));
}

/** Returns the days on which the item can change, ascending, as offsets from the first day, 0, which is always included. */
function daysOfChange(
  { doneChanges }: CommittedItem,
  episodes: readonly SprintEpisode[],
  begins: readonly number[],
): readonly number[] {
  const changed: number[] = [];
  const see = (at: Date) => {
    const day = dayAmong(begins, at.getTime());
    if (day > 0 && day < begins.length - 1) changed.push(day);
  };
  for (const { at } of doneChanges) see(at);
  for (const { enteredAt, end } of episodes) {
    see(enteredAt);
    if (end) see(end.at);
  }
  return changed.length === 0 ? FIRST_ONLY : [0, ...new Set(changed.sort((a, b) => a - b))];
}

const FIRST_ONLY = [0];

function isOpen(item: CommittedItem, episodes: readonly SprintEpisode[], instant: Date): boolean {
  if (!episodes.some((episode) => contains(episode, instant))) return false;
  return !(item.doneChanges.findLast(({ at }) => at <= instant)?.done ?? item.doneAtStart);
}

function episodesByItem(episodes: readonly SprintEpisode[]): ReadonlyMap<WorkItemId, readonly SprintEpisode[]> {
  const byItem = new Map<WorkItemId, SprintEpisode[]>();
  for (const episode of episodes) {
    const known = byItem.get(episode.workItemId);
    if (known) known.push(episode);
    else byItem.set(episode.workItemId, [episode]);
  }
  return byItem;
}

function pointsOf(items: readonly CommittedItem[]): number {
  return items.reduce((sum, { storyPoints }) => sum + (storyPoints ?? 0), 0);
}

/** Finds the last day that has begun by the instant, by bisection. Returns -1 when none has. */
function dayAmong(begins: readonly number[], instant: number): number {
  let [begun, ahead] = [-1, begins.length];
  while (ahead - begun > 1) {
    const middle = Math.floor((begun + ahead) / 2);
    if ((begins[middle] ?? Infinity) <= instant) begun = middle;
    else ahead = middle;
  }
  return begun;
}

function daysFrom(first: CalendarDay, last: number): readonly CalendarDay[] {
  return Array.from({ length: last - first + 1 }, (_, index) => CalendarDay.plus(first, index));
}

function dateOf(day: number): string {
  return new Date(day * ONE_DAY).toISOString().slice(0, 10);
}

function labelOf(day: number): string {
  const date = new Date(day * ONE_DAY);
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCDate()}`;
}
