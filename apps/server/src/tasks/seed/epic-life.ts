import { randomUUID } from 'node:crypto';
import { WorkItem, type WorkItemId, type WorkItemPriority } from '@worktrack/domain';
import { descriptionOf, titleOf } from './demo-words.js';
import type { Birthplace } from './birth.js';
import { Life, type Surroundings } from './life.js';
import type { SeededRandom } from './seeded-random.js';
import { dayAfter, WORKING } from './working-time.js';

const { HOUR, DAY, WEEK } = WORKING;

/** An epic: it lives for weeks, and all at once, because what goes on below it does not change it. */
export class EpicLife extends Life {
  /** From when on nothing more is put below it. */
  readonly closes: number;

  constructor(random: SeededRandom, surroundings: Surroundings, place: Birthplace, born: number) {
    const { time, team, cast } = surroundings;
    const at = time.at(born);
    const weeks = random.between(6, 18);
    const priorities: readonly [WorkItemPriority, ...WorkItemPriority[]] = ['medium', 'high', 'high'];
    const facts = {
      ...place,
      id: randomUUID() as WorkItemId,
      title: titleOf(random, 'epic', cast.places),
      description: descriptionOf(random),
      type: 'epic',
      status: 'backlog',
      priority: random.of(priorities),
      assigneeId: null,
      sprintId: null,
      parentId: null,
      storyPoints: null,
      // Most plans are a little too hopeful.
      dueDate: random.chance(0.85) ? dayAfter(at, Math.round(7 * weeks * random.between(0.7, 1.1))) : null,
    } as const;
    super(random, surroundings, WorkItem.create(facts, random.of(team), at), born);
    this.closes = born + weeks * WEEK;
    this.perhaps(0.7, 4 * HOUR, () => {
      this.getsLabel();
    });
    this.perhaps(0.5, WEEK, () => {
      this.talks();
    });
    this.soon(3 * DAY, () => {
      this.isTakenOn();
    });
    this.liveUntil(born, time.length);
  }

  private isTakenOn(): void {
    this.updates({ assigneeId: this.random.of(this.surroundings.team) });
    this.soon(DAY, () => {
      this.moves('in_progress');
      this.perhaps(0.3, 4 * WEEK, () => {
        this.getsDueIn(14, 50);
      });
      this.after(Math.max(this.closes - this.moment, HOUR), () => {
        this.moves('done');
        this.perhaps(0.25, WEEK, () => {
          this.archives();
        });
      });
    });
  }
}
