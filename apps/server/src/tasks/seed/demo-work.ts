import type { ProjectRecord, UserId, WorkItem, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import type { DemoProject } from './demo-cast.js';
import { lifeOf } from './demo-life.js';
import type { SeededRandom } from './seeded-random.js';
import { workingTime } from './working-time.js';

const HOUR = 3_600_000;
const BATCH = 1_000;

/** One item in so many is an epic, and the first one is. */
const EPIC_EVERY = 40;

interface ProjectPlan {
  readonly project: ProjectRecord;
  readonly cast: DemoProject;
  readonly team: readonly [UserId, ...UserId[]];
  /** The first number. */
  readonly first: number;
  readonly count: number;
  readonly now: Date;
}

/** The Work Items of a Project in the order in which they were created, some at a time: all of them would not fit in memory. */
export function* peopleProject(
  random: SeededRandom,
  { project, cast, team, first, count, now }: ProjectPlan,
): Generator<readonly WorkItem[]> {
  const { id: projectId, organizationId, key: projectKey } = project;
  const births = birthdays(random, project.createdAt, now, count);
  const epics: WorkItemId[] = [];
  let batch: WorkItem[] = [];
  for (const [index, at] of births.entries()) {
    const own = random.part(index);
    const isEpic = index % EPIC_EVERY === 0;
    const parentId = !isEpic && own.chance(0.4) ? (epics[Math.floor(own.next() * epics.length)] ?? null) : null;
    const place = { organizationId, projectId, projectKey, number: first + index, parentId, project: cast, team };
    const item = lifeOf(own, { ...place, at, type: isEpic ? 'epic' : undefined, stalls: stallOf(index, count) }, now);
    if (isEpic) epics.push(item.record.id);
    batch.push(item);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Some of the younger ones are under way just now, so that there is always work in progress and in review. */
function stallOf(index: number, count: number): WorkItemStatus | undefined {
  const age = index / count;
  if (age < 0.7 || age > 0.95) return undefined;
  return ({ 3: 'in_progress', 9: 'in_review' } as const)[index % 12];
}

/** Working hours, from the beginning of the Project to an hour ago, ascending. */
function birthdays(random: SeededRandom, from: Date, now: Date, count: number): readonly Date[] {
  const latest = now.getTime() - HOUR;
  const times = Array.from({ length: count }, () => {
    const at = workingTime(new Date(random.between(from.getTime(), latest))).getTime();
    // What would fall on the working day that has not come yet happened as the Project began.
    return at < latest ? at : from.getTime() + (at % HOUR);
  });
  return times.sort((a, b) => a - b).map((time) => new Date(Math.floor(time)));
}
