import { randomUUID } from 'node:crypto';
import { Sprint, type ProjectRecord, type SprintId, type WorkItemId } from '@worktrack/domain';
import { goalOf } from './demo-words.js';
import type { SeededRandom } from './seeded-random.js';
import type { Surroundings } from './simulated-item.js';
import type { Board, SimulatedWorkItem } from './simulated-work-item.js';
import { sprintPlans, type SprintPlan } from './sprint-plan.js';
import { dayAfter, WORKING } from './working-time.js';

const { WEEK } = WORKING;

/** One of this many Sprints leaves its unfinished items to the backlog; the others carry them over. */
const TO_BACKLOG_EVERY = 4;

/** The creation, planning, start or completion of a Sprint. */
interface SprintEvent {
  readonly moment: number;
  readonly run: () => void;
}

interface ProjectWithSprints {
  readonly project: ProjectRecord;
  /** Number of Sprints that are complete at the end. */
  readonly done: number;
  /** Number of Work Items that a Sprint is filled up to. */
  readonly capacity: number;
  readonly items: ReadonlySet<SimulatedWorkItem>;
  readonly epicAt: (moment: number) => WorkItemId | undefined;
}

/** The Sprints of a Project. Each is created, filled, started and completed at its planned moments, by its aggregate. */
export class SimulatedSprints implements Board {
  /** Ascending by moment. */
  private events: readonly SprintEvent[];
  private readonly coming: Sprint[] = [];
  private readonly completed: Sprint[] = [];
  private current: Sprint | undefined;
  private unplanned: Sprint | undefined;
  private queued: SimulatedWorkItem[] = [];

  constructor(
    private readonly random: SeededRandom,
    private readonly surroundings: Surroundings,
    private readonly of: ProjectWithSprints,
  ) {
    const { length } = surroundings.time;
    const plans = sprintPlans(random, of.done, length);
    const events = plans.flatMap((plan, index) => this.eventsOf(plan, index));
    const someday = { moment: length - 6 * WEEK, run: () => (this.unplanned = this.create('Later', null)) };
    this.events = [...events, someday].sort((one, other) => one.moment - other.moment);
  }

  get active(): SprintId | undefined {
    return this.current?.record.id;
  }

  get next(): SprintId | undefined {
    return this.coming[0]?.record.id;
  }

  get someday(): SprintId | undefined {
    return this.unplanned?.record.id;
  }

  /** All Sprints so far, completed ones first. */
  get all(): readonly Sprint[] {
    return [...this.completed, this.current, ...this.coming, this.unplanned].filter((sprint) => sprint !== undefined);
  }

  isCompleted(id: SprintId): boolean {
    return this.completed.some(({ record }) => record.id === id);
  }

  queue(item: SimulatedWorkItem): void {
    this.queued.push(item);
  }

  epicAt(moment: number): WorkItemId | undefined {
    return this.of.epicAt(moment);
  }

  /** Takes the next event before `until`. */
  takeBefore(until: number): SprintEvent | undefined {
    const [next, ...others] = this.events;
    if (!next || next.moment >= until) return undefined;
    this.events = others;
    return next;
  }

  private eventsOf(plan: SprintPlan, index: number): readonly SprintEvent[] {
    const { created, planned, starts, completes } = plan;
    const backlog = index % TO_BACKLOG_EVERY === TO_BACKLOG_EVERY - 2;
    return [
      { moment: created, run: () => this.coming.push(this.create(plan.name, plan)) },
      {
        moment: planned,
        run: () => {
          this.fillUp(planned);
        },
      },
      {
        moment: starts,
        run: () => {
          this.start(starts);
        },
      },
      {
        moment: completes,
        run: () => {
          this.complete(completes, backlog);
        },
      },
    ];
  }

  private create(name: string, plan: SprintPlan | null): Sprint {
    const { random } = this;
    const { time } = this.surroundings;
    const { organizationId, id: projectId } = this.of.project;
    const facts = {
      id: randomUUID() as SprintId,
      organizationId,
      projectId,
      name,
      startDate: plan && dayAfter(time.at(plan.starts), 0),
      endDate: plan && dayAfter(time.at(plan.completes), 0),
      goal: plan && random.chance(0.8) ? goalOf(random) : null,
      targetPoints: plan && random.chance(0.7) ? 5 * Math.round(this.of.capacity * random.between(0.5, 0.9)) : null,
    };
    return Sprint.create(facts, time.at(plan?.created ?? time.length - 6 * WEEK));
  }

  /** Fills the next Sprint with queued items; the rest begins to fill the Sprint after it. */
  private fillUp(moment: number): void {
    const actor = this.random.of(this.surroundings.team);
    let waiting = this.queued.filter(({ item: { record }, isOpen, isFinished }) => {
      return !isFinished && isOpen && record.sprintId === null && record.status !== 'done';
    });
    for (const [index, { record }] of this.coming.slice(0, 2).entries()) {
      const capacity = index === 0 ? this.of.capacity : Math.ceil(this.of.capacity / 4);
      const room = Math.max(capacity - this.itemsIn(record.id).length, 0);
      for (const item of waiting.slice(0, room)) item.putInto(record.id, actor, moment);
      waiting = waiting.slice(room);
    }
    this.queued = waiting;
  }

  private start(moment: number): void {
    const sprint = this.coming.shift();
    if (!sprint) return;
    sprint.start(this.current, this.surroundings.time.at(moment));
    this.current = sprint;
    for (const item of this.itemsIn(sprint.record.id)) item.startWithSprint(moment);
  }

  private complete(moment: number, toBacklog: boolean): void {
    const { current: sprint, coming } = this;
    if (!sprint) return;
    const { id } = sprint.record;
    const { team, time } = this.surroundings;
    const unfinished = this.itemsIn(id).filter(({ item }) => item.record.status !== 'done');
    const completion = toBacklog ? ({ mode: 'backlog' } as const) : ({ mode: 'sprint', target: coming[0] } as const);
    const actor = this.random.of(team);
    const { carryover } = sprint.complete(unfinished.length, completion, actor, time.at(moment));
    const destination = carryover?.to ?? null;
    this.current = undefined;
    this.completed.push(sprint);
    for (const item of unfinished) {
      item.putInto(destination, actor, moment);
      if (destination === null) this.queue(item);
    }
  }

  private itemsIn(id: SprintId): SimulatedWorkItem[] {
    return [...this.of.items].filter(({ item: { record } }) => record.sprintId === id && record.deletedAt === null);
  }
}
