import { randomUUID } from 'node:crypto';
import type { ProjectScope } from '@worktrack/application';
import { WORK_ITEM_TYPES, WorkItem, type SprintId, type WorkItemId } from '@worktrack/domain';
import { FIELDS } from './content.js';

const DAY = 86_400_000;

/** Time zones, each with a day around which its clock changes or, for comparison, does not. */
export const STAGES: readonly (readonly [string, string])[] = [
  ['UTC', '2026-02-27'],
  ['Asia/Kolkata', '2026-02-27'],
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/New_York', '2026-03-08'],
  // The clock changes by half an hour.
  ['Australia/Lord_Howe', '2026-04-05'],
  // The day begins at 01:00.
  ['Asia/Beirut', '2026-03-29'],
  // The zone skipped this day.
  ['Pacific/Apia', '2011-12-30'],
];

/** A time span, with the beginnings of the calendar days of a time zone: errors are most likely there. */
export interface Stage {
  readonly from: number;
  readonly until: number;
  /** Beginnings of the calendar days, ascending. */
  readonly midnights: readonly number[];
}

/** Makes a Work Item with random changes within the stage. It uses the methods of the aggregate, so no illegal change can happen. */
export function randomLife(
  random: () => number,
  scope: ProjectScope,
  { number, sprintId }: { readonly number: number; readonly sprintId: SprintId | null },
  stage: Stage,
): WorkItem {
  const upTo = (count: number) => Math.floor(random() * count);
  const points = () => (random() < 0.3 ? null : upTo(13));
  const { organizationId, projectId, projectKey, actorId } = scope;
  let at = placed(random, stage, stage.from + random() * (stage.until - stage.from) * 0.7);
  const item = WorkItem.create(
    {
      id: randomUUID() as string as WorkItemId,
      ...{ ...FIELDS, organizationId, projectId, projectKey, number, sprintId },
      ...{ assigneeId: random() < 0.5 ? actorId : null, parentId: null },
      type: WORK_ITEM_TYPES[upTo(WORK_ITEM_TYPES.length)] ?? 'task',
      status: random() < 0.1 ? 'done' : random() < 0.2 ? 'in_progress' : 'todo',
      storyPoints: points(),
    },
    actorId,
    new Date(at),
  );
  for (let steps = upTo(14); steps > 0; steps -= 1) {
    // A third of all changes have the instant of the change before.
    if (random() < 0.67) at = Math.max(at, placed(random, stage, at + random() ** 3 * 12 * DAY));
    if (at > stage.until) break;
    const now = new Date(at);
    if (random() < 0.25) item.update({ storyPoints: points() }, actorId, now);
    else {
      const next = item.nextStatuses;
      const to = random() < 0.4 ? 'done' : next[upTo(next.length)];
      if (to !== undefined && next.includes(to)) item.transition(to, actorId, now);
    }
  }
  const end = new Date(Math.max(at, stage.until));
  if (random() < 0.08) item.archive(actorId, end);
  else if (random() < 0.06) item.delete({ hasDescendants: false, cascade: false }, actorId, end);
  return item;
}

/** Picks an instant, often the beginning of a day or a millisecond before or after it. */
function placed(random: () => number, { midnights }: Stage, at: number): number {
  if (random() < 0.75) return Math.floor(at);
  const midnight = midnights.find((instant) => instant >= at) ?? at;
  return Math.floor(midnight) + Math.floor(random() * 3) - 1;
}
