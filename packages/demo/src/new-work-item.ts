import { randomUUID } from 'node:crypto';
import {
  WorkItem,
  newFieldsOf,
  type NewWorkItem,
  type NewWorkItemFields,
  type SprintId,
  type WorkItemField,
  type WorkItemId,
  type WorkItemPriority,
  type WorkItemType,
} from '@worktrack/domain';
import { descriptionOf, titleOf } from './demo-words.js';
import type { SeededRandom } from './seeded-random.js';
import type { Surroundings } from './simulated-item.js';
import { dayAfter } from './working-time.js';

type Choices<Choice> = readonly [Choice, ...Choice[]];

const TYPES: Choices<WorkItemType> = ['task', 'task', 'task', 'bug', 'bug', 'story', 'story', 'feature'];
/** Priorities and story points to choose from at random: one that stands more than once is more frequent. */
export const PRIORITIES: Choices<WorkItemPriority> = ['low', 'medium', 'medium', 'medium', 'high', 'urgent'];
export const POINTS: Choices<number> = [1, 1, 2, 2, 3, 3, 5, 5, 8, 13];

/**
 * The way in which the team handles an item. Neglected: nobody works on it. Direct: done when somebody has time. Planned: done in a Sprint.
 * Urgent: started immediately, in the active Sprint. Afterwards: recorded when it was done already.
 */
export type Handling = 'neglected' | 'direct' | 'planned' | 'urgent' | 'afterwards';

/** The Project and the number of a new Work Item. */
export type ItemAddress = Pick<NewWorkItem, 'organizationId' | 'projectId' | 'projectKey' | 'number'>;

/** The parent and the Sprint of a new Work Item. */
interface Placement {
  readonly parentId: WorkItemId | null;
  readonly sprintId: SprintId | null;
}

/** Creates a Work Item at this instant, with a type, a priority and people chosen at random. */
export function createWorkItem(
  random: SeededRandom,
  { cast, team }: Surroundings,
  address: ItemAddress,
  handling: Handling,
  { parentId, sprintId }: Placement,
  at: Date,
): WorkItem {
  const urgent = handling === 'urgent';
  const type = urgent ? 'bug' : random.of(TYPES);
  const isEstimated = handling === 'afterwards' || random.chance(0.2);
  const facts = {
    ...address,
    id: randomUUID() as WorkItemId,
    title: titleOf(random, type, cast.places),
    description: descriptionOf(random),
    type,
    status: handling === 'afterwards' ? 'done' : urgent || random.chance(0.1) ? 'todo' : 'backlog',
    priority: urgent ? random.of(['high', 'urgent']) : random.of(PRIORITIES),
    assigneeId: handling === 'afterwards' ? random.of(team) : null,
    sprintId,
    parentId,
    storyPoints: isEstimated ? random.of(POINTS) : null,
    dueDate: random.chance(0.2) ? dayAfter(at, Math.round(random.between(5, 60))) : null,
  } as const satisfies NewWorkItemFields & Omit<NewWorkItem, WorkItemField>;
  return WorkItem.create({ ...facts, ...newFieldsOf(facts) }, random.of(team), at);
}
