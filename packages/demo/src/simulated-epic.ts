import { randomUUID } from 'node:crypto';
import { WorkItem, newFieldsOf, type WorkItemId, type WorkItemPriority } from '@worktrack/domain';
import { descriptionOf, titleOf } from './demo-words.js';
import type { ItemAddress } from './new-work-item.js';
import type { SeededRandom } from './seeded-random.js';
import { SimulatedItem, type Surroundings } from './simulated-item.js';
import { dayAfter, WORKING } from './working-time.js';

const { HOUR, DAY, WEEK } = WORKING;

/** An epic. It takes all its steps when it is created: changes of the items below it do not change an epic. */
export class SimulatedEpic extends SimulatedItem {
  /** No item is put below the epic from this moment on. */
  readonly closesAt: number;

  constructor(random: SeededRandom, surroundings: Surroundings, address: ItemAddress, created: number) {
    const { time, team, cast } = surroundings;
    const at = time.at(created);
    const weeks = random.between(6, 18);
    const priorities: readonly [WorkItemPriority, ...WorkItemPriority[]] = ['medium', 'high', 'high'];
    const facts = {
      ...address,
      id: randomUUID() as WorkItemId,
      ...newFieldsOf({
        title: titleOf(random, 'epic', cast.places),
        description: descriptionOf(random),
        type: 'epic',
        priority: random.of(priorities),
        // Most plans are a little too hopeful.
        dueDate: random.chance(0.85) ? dayAfter(at, Math.round(7 * weeks * random.between(0.7, 1.1))) : null,
      }),
      status: 'backlog',
      assigneeId: null,
      sprintId: null,
      parentId: null,
    } as const;
    super(random, surroundings, WorkItem.create(facts, random.of(team), at), created);
    this.closesAt = created + weeks * WEEK;
    this.scheduleMaybe(0.7, 4 * HOUR, () => {
      this.attachLabel();
    });
    this.scheduleMaybe(0.5, WEEK, () => {
      this.discuss();
    });
    this.schedule(3 * DAY, () => {
      this.assign();
    });
    this.advance(created, time.length);
  }

  private assign(): void {
    this.update({ assigneeId: this.random.of(this.surroundings.team) });
    this.schedule(DAY, () => {
      this.start();
    });
  }

  private start(): void {
    this.transition('in_progress');
    this.scheduleMaybe(0.3, 4 * WEEK, () => {
      this.setDueDate(14, 50);
    });
    this.scheduleAfter(Math.max(this.closesAt - this.moment, HOUR), () => {
      this.complete();
    });
  }

  private complete(): void {
    this.transition('done');
    this.scheduleMaybe(0.25, WEEK, () => {
      this.archive();
    });
  }
}
