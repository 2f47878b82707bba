import { randomUUID } from 'node:crypto';
import {
  WorkItem,
  type NewWorkItem,
  type UserId,
  type WorkItemId,
  type WorkItemPriority,
  type WorkItemStatus,
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
  /** Where it is held up until now. */
  readonly stalls: WorkItemStatus | undefined;
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
  new Life(random, item, birth, now).live();
  return item;
}

class Life {
  private at: Date;

  constructor(
    private readonly random: SeededRandom,
    private readonly item: WorkItem,
    private readonly birth: Birth,
    private readonly now: Date,
  ) {
    this.at = birth.at;
  }

  /** Refined, started, reviewed, done; some of it twice, and some of it not yet. */
  live(): void {
    const { random, birth } = this;
    // What nobody ever gets to, and what turns out not to be needed.
    if (!birth.stalls && random.chance(0.12)) return;
    if (!birth.stalls && random.chance(0.06)) return void this.moves(12 * DAY, 'done');
    if (this.item.record.status === 'backlog' && !this.refined()) return;
    if (!this.started() || !this.reviewed()) return;
    if (this.moves(DAY, 'done') && random.chance(0.04) && this.moves(6 * DAY, 'in_progress'))
      this.moves(2 * DAY, 'done');
  }

  private refined(): boolean {
    const { random, item } = this;
    if (!this.passes(10 * DAY)) return false;
    item.update({ storyPoints: random.of(POINTS), priority: random.of(PRIORITIES) }, this.actor(), this.at);
    return this.moves(4 * HOUR, 'todo');
  }

  private started(): boolean {
    const { random, item } = this;
    const { team } = this.birth;
    if (!this.passes(5 * DAY)) return false;
    const assignee = random.of(team);
    item.update({ assigneeId: assignee }, random.chance(0.7) ? assignee : this.actor(), this.at);
    if (!this.moves(2 * HOUR, 'in_progress')) return false;
    if (random.chance(0.06) && this.passes(DAY)) {
      item.update({ title: afterthought(random, item.record.title) }, this.actor(), this.at);
    }
    if (random.chance(0.1) && this.passes(DAY)) item.update({ assigneeId: random.of(team) }, this.actor(), this.at);
    return true;
  }

  /** Until nobody sends it back any more. */
  private reviewed(): boolean {
    while (this.moves(4 * DAY, 'in_review')) {
      if (!this.random.chance(0.15)) return true;
      if (!this.moves(DAY, 'in_progress')) return false;
    }
    return false;
  }

  /** Moves it on after about that time, unless that is still to come or it is held up. */
  private moves(usual: number, status: WorkItemStatus): boolean {
    if (this.item.record.status === this.birth.stalls || !this.passes(usual)) return false;
    this.item.transition(status, this.actor(), this.at);
    return true;
  }

  private passes(usual: number): boolean {
    // What will be held up began in time.
    const haste = this.birth.stalls ? 0.1 : 1;
    const at = workingTime(new Date(this.at.getTime() + 60_000 + Math.round(this.random.wait(usual) * haste)));
    if (at >= this.now) return false;
    this.at = at;
    return true;
  }

  /** Mostly whoever works on it. */
  private actor(): UserId {
    const { assigneeId } = this.item.record;
    return assigneeId !== null && this.random.chance(0.8) ? assigneeId : this.random.of(this.birth.team);
  }
}
