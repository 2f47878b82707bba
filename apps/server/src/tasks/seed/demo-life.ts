import { randomUUID } from 'node:crypto';
import {
  WorkItem,
  type NewWorkItem,
  type UserId,
  type WorkItemId,
  type WorkItemPriority,
  type WorkItemType,
} from '@worktrack/domain';
import type { DemoProject } from './demo-cast.js';
import { afterthought, descriptionOf, titleOf } from './demo-words.js';
import type { SeededRandom } from './seeded-random.js';
import { workingTime } from './working-time.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const TYPES: readonly [WorkItemType, ...WorkItemType[]] = [
  'task',
  'task',
  'task',
  'bug',
  'bug',
  'story',
  'story',
  'feature',
];
const PRIORITIES: readonly [WorkItemPriority, ...WorkItemPriority[]] = [
  'low',
  'medium',
  'medium',
  'medium',
  'high',
  'urgent',
];
const POINTS: readonly [number, ...number[]] = [1, 1, 2, 2, 3, 3, 5, 5, 8, 13];

/** Where an item comes into the world, and among whom. */
export interface Birth extends Pick<
  NewWorkItem,
  'organizationId' | 'projectId' | 'projectKey' | 'number' | 'parentId'
> {
  readonly at: Date;
  readonly type: WorkItemType | undefined;
  readonly project: DemoProject;
  readonly team: readonly [UserId, ...UserId[]];
}

/** A Work Item with the life it had until `now`, lived through its own methods: nothing that it would refuse can be in it. */
export function lifeOf(random: SeededRandom, birth: Birth, now: Date): WorkItem {
  const { organizationId, projectId, projectKey, number, parentId, project, team } = birth;
  const type = birth.type ?? random.of(TYPES);
  const facts = {
    id: randomUUID() as WorkItemId,
    organizationId,
    projectId,
    projectKey,
    number,
    title: titleOf(random, type, project.places),
    description: descriptionOf(random),
    type,
    status: random.chance(0.85) ? 'backlog' : 'todo',
    priority: random.of(PRIORITIES),
    assigneeId: null,
    sprintId: null,
    parentId,
    storyPoints: random.chance(0.2) ? random.of(POINTS) : null,
    dueDate: random.chance(0.15) ? new Date(birth.at.getTime() + random.between(5, 60) * DAY) : null,
  } as const satisfies NewWorkItem;
  const item = WorkItem.create(facts, random.of(team), birth.at);
  new Life(random, item, team, birth.at, now).live();
  return item;
}

class Life {
  constructor(
    private readonly random: SeededRandom,
    private readonly item: WorkItem,
    private readonly team: readonly [UserId, ...UserId[]],
    private at: Date,
    private readonly now: Date,
  ) {}

  /** Refined, started, reviewed, done; some of it twice, and some of it not yet. */
  live(): void {
    const { random } = this;
    // What nobody ever gets to, and what turns out not to be needed.
    if (random.chance(0.12)) return;
    if (random.chance(0.06)) return void this.later(12 * DAY, 'done');
    if (this.item.record.status === 'backlog' && !this.refine()) return;
    if (!this.start()) return;
    while (this.later(3 * DAY, 'in_review') && random.chance(0.15)) if (!this.later(DAY, 'in_progress')) return;
    if (this.later(DAY, 'done') && random.chance(0.04) && this.later(6 * DAY, 'in_progress'))
      this.later(2 * DAY, 'done');
  }

  private refine(): boolean {
    const { random, item } = this;
    if (!this.passes(10 * DAY)) return false;
    item.update({ storyPoints: random.of(POINTS), priority: random.of(PRIORITIES) }, this.actor(), this.at);
    return this.later(4 * HOUR, 'todo');
  }

  private start(): boolean {
    const { random, item } = this;
    if (!this.passes(5 * DAY)) return false;
    const assignee = random.of(this.team);
    item.update({ assigneeId: assignee }, random.chance(0.7) ? assignee : this.actor(), this.at);
    if (!this.later(2 * HOUR, 'in_progress')) return false;
    if (random.chance(0.06) && this.passes(DAY)) {
      item.update({ title: afterthought(random, item.record.title) }, this.actor(), this.at);
    }
    if (random.chance(0.1) && this.passes(DAY))
      item.update({ assigneeId: random.of(this.team) }, this.actor(), this.at);
    return true;
  }

  /** Moves it after about that time, unless that is still to come. */
  private later(usual: number, status: string): boolean {
    if (!this.passes(usual)) return false;
    this.item.transition(status, this.actor(), this.at);
    return true;
  }

  private passes(usual: number): boolean {
    const at = workingTime(new Date(this.at.getTime() + 60_000 + Math.round(this.random.wait(usual))));
    if (at >= this.now) return false;
    this.at = at;
    return true;
  }

  /** Mostly whoever works on it. */
  private actor(): UserId {
    const { assigneeId } = this.item.record;
    return assigneeId !== null && this.random.chance(0.8) ? assigneeId : this.random.of(this.team);
  }
}
