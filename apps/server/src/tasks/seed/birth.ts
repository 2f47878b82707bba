import { randomUUID } from 'node:crypto';
import {
  WorkItem,
  type NewWorkItem,
  type SprintId,
  type WorkItemId,
  type WorkItemPriority,
  type WorkItemType,
} from '@worktrack/domain';
import { descriptionOf, titleOf } from './demo-words.js';
import type { Surroundings } from './life.js';
import type { SeededRandom } from './seeded-random.js';
import { dayAfter } from './working-time.js';

type Choices<Choice> = readonly [Choice, ...Choice[]];

const TYPES: Choices<WorkItemType> = ['task', 'task', 'task', 'bug', 'bug', 'story', 'story', 'feature'];
export const PRIORITIES: Choices<WorkItemPriority> = ['low', 'medium', 'medium', 'medium', 'high', 'urgent'];
export const POINTS: Choices<number> = [1, 1, 2, 2, 3, 3, 5, 5, 8, 13];

/**
 * What an item is in the world for. Neglected: nobody gets to it. Direct: done when somebody has time. Planned: done in a Sprint.
 * Urgent: it cannot wait for the next one. Afterwards: noted down when it was done already.
 */
export type Calling = 'neglected' | 'direct' | 'planned' | 'urgent' | 'afterwards';

/** Which Work Item comes into the world where. */
export type Birthplace = Pick<NewWorkItem, 'organizationId' | 'projectId' | 'projectKey' | 'number'>;

/** Where it belongs. */
interface Belonging {
  readonly parentId: WorkItemId | null;
  readonly sprintId: SprintId | null;
}

export function aNewWorkItem(
  random: SeededRandom,
  { cast, team }: Surroundings,
  place: Birthplace,
  calling: Calling,
  { parentId, sprintId }: Belonging,
  at: Date,
): WorkItem {
  const urgent = calling === 'urgent';
  const type = urgent ? 'bug' : random.of(TYPES);
  const knownSize = calling === 'afterwards' || random.chance(0.2);
  const facts = {
    ...place,
    id: randomUUID() as WorkItemId,
    title: titleOf(random, type, cast.places),
    description: descriptionOf(random),
    type,
    status: calling === 'afterwards' ? 'done' : urgent || random.chance(0.1) ? 'todo' : 'backlog',
    priority: urgent ? random.of(['high', 'urgent']) : random.of(PRIORITIES),
    assigneeId: calling === 'afterwards' ? random.of(team) : null,
    sprintId,
    parentId,
    storyPoints: knownSize ? random.of(POINTS) : null,
    dueDate: random.chance(0.2) ? dayAfter(at, Math.round(random.between(5, 60))) : null,
  } as const satisfies NewWorkItem;
  return WorkItem.create(facts, random.of(team), at);
}
