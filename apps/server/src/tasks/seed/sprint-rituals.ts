import { randomUUID } from 'node:crypto';
import { Sprint, type ProjectRecord, type SprintId, type WorkItemId } from '@worktrack/domain';
import type { Board } from './board.js';
import { goalOf } from './demo-words.js';
import type { Surroundings } from './life.js';
import type { SeededRandom } from './seeded-random.js';
import { sprintPlans, type SprintPlan } from './sprint-plan.js';
import { dayAfter, WORKING } from './working-time.js';
import type { WorkLife } from './work-life.js';

const { WEEK } = WORKING;

/** One Sprint in so many leaves what it did not finish to the backlog; the others hand it on. */
const TO_BACKLOG_EVERY = 4;

interface Ritual {
  readonly moment: number;
  readonly hold: () => void;
}

interface ProjectWithSprints {
  readonly project: ProjectRecord;
  /** How many Sprints are done by now. */
  readonly done: number;
  /** How many Work Items a Sprint is filled up to. */
  readonly capacity: number;
  readonly lives: ReadonlySet<WorkLife>;
  readonly epicAt: (moment: number) => WorkItemId | undefined;
}

/** The Sprints of a Project: made, filled, begun and ended at their moments, through their own methods. */
export class SprintRituals implements Board {
  /** Ascending. */
  private rituals: readonly Ritual[];
  private readonly coming: Sprint[] = [];
  private readonly over: Sprint[] = [];
  private current: Sprint | undefined;
  private unplanned: Sprint | undefined;
  private queued: WorkLife[] = [];

  constructor(
    private readonly random: SeededRandom,
    private readonly surroundings: Surroundings,
    private readonly of: ProjectWithSprints,
  ) {
    const { length } = surroundings.time;
    const plans = sprintPlans(random, of.done, length);
    const rituals = plans.flatMap((plan, index) => this.ritualsOf(plan, index));
    const someday = { moment: length - 6 * WEEK, hold: () => (this.unplanned = this.create('Later', null)) };
    this.rituals = [...rituals, someday].sort((one, other) => one.moment - other.moment);
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

  /** All that there are now, those that are done first. */
  get all(): readonly Sprint[] {
    return [...this.over, this.current, ...this.coming, this.unplanned].filter((sprint) => sprint !== undefined);
  }

  isDone(id: SprintId): boolean {
    return this.over.some(({ record }) => record.id === id);
  }

  queue(life: WorkLife): void {
    this.queued.push(life);
  }

  epicAt(moment: number): WorkItemId | undefined {
    return this.of.epicAt(moment);
  }

  /** Takes the next ritual that comes before `until`. */
  takeBefore(until: number): Ritual | undefined {
    const [next, ...others] = this.rituals;
    if (!next || next.moment >= until) return undefined;
    this.rituals = others;
    return next;
  }

  private ritualsOf(plan: SprintPlan, index: number): readonly Ritual[] {
    const { created, planned, starts, completes } = plan;
    const backlog = index % TO_BACKLOG_EVERY === TO_BACKLOG_EVERY - 2;
    return [
      { moment: created, hold: () => this.coming.push(this.create(plan.name, plan)) },
      {
        moment: planned,
        hold: () => {
          this.fillUp(planned);
        },
      },
      {
        moment: starts,
        hold: () => {
          this.start(starts);
        },
      },
      {
        moment: completes,
        hold: () => {
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

  /** What does not fit into the next Sprint begins to fill the one after it. */
  private fillUp(moment: number): void {
    const actor = this.random.of(this.surroundings.team);
    let waiting = this.queued.filter(({ item: { record }, isOpen, isTold }) => {
      return !isTold && isOpen && record.sprintId === null && record.status !== 'done';
    });
    for (const [index, { record }] of this.coming.slice(0, 2).entries()) {
      const capacity = index === 0 ? this.of.capacity : Math.ceil(this.of.capacity / 4);
      const room = Math.max(capacity - this.membersOf(record.id).length, 0);
      for (const life of waiting.slice(0, room)) life.isPutInto(record.id, actor, moment);
      waiting = waiting.slice(room);
    }
    this.queued = waiting;
  }

  private start(moment: number): void {
    const sprint = this.coming.shift();
    if (!sprint) return;
    sprint.start(this.current, this.surroundings.time.at(moment));
    this.current = sprint;
    for (const life of this.membersOf(sprint.record.id)) life.sprintBegins(moment);
  }

  private complete(moment: number, toBacklog: boolean): void {
    const { current: sprint, coming } = this;
    if (!sprint) return;
    const { id } = sprint.record;
    const { team, time } = this.surroundings;
    const unfinished = this.membersOf(id).filter(({ item }) => item.record.status !== 'done');
    const completion = toBacklog ? ({ mode: 'backlog' } as const) : ({ mode: 'sprint', target: coming[0] } as const);
    const destination = sprint.complete(unfinished.length, completion, time.at(moment));
    this.current = undefined;
    this.over.push(sprint);
    const actor = this.random.of(team);
    for (const life of unfinished) {
      life.isPutInto(destination, actor, moment);
      if (destination === null) this.queue(life);
    }
  }

  private membersOf(id: SprintId): WorkLife[] {
    return [...this.of.lives].filter(({ item: { record } }) => record.sprintId === id && record.deletedAt === null);
  }
}
