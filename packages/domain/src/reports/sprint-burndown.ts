import type { WorkItemId } from '../identity/ids.js';
import { roundedQuotient } from './percent.js';
import { boundaryOf, contains, type CommittedItem, type SprintEpisode, type SprintFacts } from './sprint-facts.js';

/** What was left of the commitment at the end of a UTC day, `YYYY-MM-DD`. */
export interface BurndownPoint {
  readonly date: string;
  readonly remainingPoints: number;
}

/** A day of the drawing: what was left, and what the straight line says. */
export interface BurndownDay {
  readonly date: string;
  /** Like `Sep 1`. */
  readonly label: string;
  readonly remaining: number;
  readonly ideal: number;
}

/** contract §6.1: both lists are empty where it is not available. */
export interface Burndown {
  readonly available: boolean;
  readonly points: readonly BurndownPoint[];
  readonly display: readonly BurndownDay[];
}

const DAY = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The days that a drawing shows after the end of its Sprint, at the most: a planned end may lie millennia away. */
export const LONGEST_REST = 3_660;

/**
 * For each UTC day from the start to the boundary the baseline points of the committed items that are in the Sprint and not done at
 * the end of that day, or at the boundary. The drawing of a completed Sprint goes on to the planned end, at the last value. The
 * ideal line leads from the commitment on the first day to 0 on the planned end day; without one, on the last day.
 */
export function sprintBurndown(facts: SprintFacts): Burndown {
  const { sprint, commitment, incomplete } = facts;
  const boundary = boundaryOf(facts);
  const { startedAt } = sprint;
  if (!boundary || !startedAt || !commitment || incomplete) return { available: false, points: [], display: [] };

  const first = dayOf(startedAt);
  const last = dayOf(boundary);
  const episodes = episodesByItem(facts.episodes);
  const points = daysFrom(first, last).map((day) => {
    const instant = new Date(Math.min((day + 1) * DAY - 1, boundary.getTime()));
    const open = commitment.filter((item) => isOpen(item, episodes.get(item.workItemId) ?? [], instant));
    return { date: dateOf(day), remainingPoints: pointsOf(open) };
  });

  const plannedEnd = sprint.endDate === null ? last : dayOf(sprint.endDate);
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

function isOpen({ statuses }: CommittedItem, episodes: readonly SprintEpisode[], instant: Date): boolean {
  if (!episodes.some((episode) => contains(episode, instant))) return false;
  return statuses.findLast(({ at }) => at <= instant)?.status !== 'done';
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

/** UTC days since 1970. */
function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / DAY);
}

function daysFrom(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

function labelOf(day: number): string {
  const date = new Date(day * DAY);
  return `${MONTHS[date.getUTCMonth()] ?? ''} ${date.getUTCDate()}`;
}
