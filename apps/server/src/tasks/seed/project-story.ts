import type { ProjectRecord, Sprint, SprintId, SprintRecord, WorkItemId } from '@worktrack/domain';
import { aNewWorkItem, type Birthplace, type Calling } from './birth.js';
import { EpicLife } from './epic-life.js';
import type { Life, Surroundings } from './life.js';
import type { SeededRandom } from './seeded-random.js';
import { SPRINT_LENGTH } from './sprint-plan.js';
import { SprintRituals } from './sprint-rituals.js';
import { WorkLife } from './work-life.js';
import { WORKING } from './working-time.js';

const { HOUR, DAY } = WORKING;

/** One item in so many is an epic, and the first one is. */
const EPIC_EVERY = 30;
/** Of the items, those that are planned for Sprints; but no Sprint is larger than that. */
const PLANNED = 0.7;
const LARGEST_SPRINT = 400;
/** Of the items, so many are deleted. */
const DELETED = 0.012;

interface Plan {
  readonly project: ProjectRecord;
  readonly surroundings: Surroundings;
  readonly begins: number;
  /** The first number. */
  readonly first: number;
  readonly count: number;
  readonly doneSprints: number;
}

/** What is told to the end, and can be stored. */
export interface Told {
  readonly sprints: readonly Sprint[];
  readonly lives: readonly Life[];
}

/**
 * What happened in one Project, told in the order of time, so that each thing finds all others as they were then. Whatever is told to
 * the end leaves: only what is still going on is kept in mind.
 */
export class ProjectStory {
  readonly lives = new Set<WorkLife>();
  readonly sprintRecords = new Map<SprintId, SprintRecord>();
  private epics: EpicLife[] = [];
  private told: Life[] = [];
  private readonly sprints: SprintRituals;
  private readonly planned: number;
  private moment: number;
  private born = 0;
  private birth: number;

  constructor(
    private readonly random: SeededRandom,
    private readonly plan: Plan,
  ) {
    const { project, surroundings, begins, count, doneSprints: done } = plan;
    const { lives } = this;
    const aSprint = (count / (surroundings.time.length - begins)) * SPRINT_LENGTH;
    this.planned = Math.min(PLANNED, LARGEST_SPRINT / aSprint);
    const capacity = Math.ceil(aSprint * this.planned * 0.95);
    const epicAt = (moment: number) => this.epicAt(moment);
    this.sprints = new SprintRituals(random.part(-1), surroundings, { project, done, capacity, lives, epicAt });
    this.moment = begins;
    this.birth = this.nextBirth();
  }

  /** How many things of some kind happen in a day, when they happen to a part of the items. */
  timesADay(part: number): number {
    const { count, begins, surroundings } = this.plan;
    return Math.floor((count / (surroundings.time.length - begins)) * DAY * part + this.random.next());
  }

  /** Tells what comes before `until`. */
  pass(until: number): void {
    for (let ritual = this.sprints.takeBefore(until); ritual; ritual = this.sprints.takeBefore(until)) {
      this.liveUntil(ritual.moment);
      ritual.hold();
    }
    this.liveUntil(until);
  }

  /** Takes out what is told to the end; at the end of the story, everything. An item comes after what it is a part of. */
  leave(atTheEnd: boolean): Told {
    const { told, sprintRecords } = this;
    const sprints = this.sprints.all.filter(({ record: { id, state } }) => {
      return !sprintRecords.has(id) && (atTheEnd || state === 'done');
    });
    for (const { record } of sprints) sprintRecords.set(record.id, record);
    for (const life of this.lives) {
      const isTold = life.rests && !life.isWaiting && [...life.sprints].every((id) => sprintRecords.has(id));
      if (!(atTheEnd || isTold) || life.whole?.isTold === false) continue;
      life.isToldToTheEnd();
      this.lives.delete(life);
      told.push(life);
    }
    this.told = [];
    return { sprints, lives: told };
  }

  /** The owner deletes some. */
  tidyUp(moment: number): void {
    const lives = [...this.lives];
    for (let left = this.timesADay(DELETED); left > 0; left -= 1) {
      const life = lives[Math.floor(this.random.next() * lives.length)];
      if (life?.canBeDeleted(moment)) life.isDeleted(this.plan.surroundings.team[0], moment);
    }
  }

  private liveUntil(until: number): void {
    const { moment: from } = this;
    for (const life of this.lives) life.liveUntil(from, until);
    this.epics = this.epics.filter(({ closes }) => closes > from);
    const wholes = [...this.lives].filter(canHaveParts);
    const newborn: WorkLife[] = [];
    for (; this.birth < until; this.birth = this.nextBirth()) {
      const at = Math.max(this.birth, from + 1);
      const life = this.beget(at, wholes);
      if (life) newborn.push(life);
    }
    for (const life of newborn) {
      this.lives.add(life);
      life.liveUntil(from, until);
    }
    this.moment = until;
  }

  private beget(moment: number, wholes: readonly WorkLife[]): WorkLife | undefined {
    const { random, plan, sprints } = this;
    const { project, surroundings, first } = plan;
    const index = this.born - 1;
    const own = random.part(index);
    const { organizationId, id: projectId, key: projectKey } = project;
    const place: Birthplace = { organizationId, projectId, projectKey, number: first + index };
    if (index % EPIC_EVERY === 0) {
      const epic = new EpicLife(own, surroundings, place, moment);
      this.epics.push(epic);
      this.told.push(epic);
      return undefined;
    }
    const calling = this.callingOf(own);
    const whole = own.chance(0.06) ? wholes[Math.floor(own.next() * wholes.length)] : undefined;
    const above = whole?.item.record.id ?? (own.chance(0.4) ? this.epicAt(moment) : undefined);
    const belonging = { parentId: above ?? null, sprintId: calling === 'urgent' ? (sprints.active ?? null) : null };
    const item = aNewWorkItem(own, surroundings, place, calling, belonging, surroundings.time.at(moment));
    return new WorkLife(own, surroundings, sprints, item, calling, whole, moment);
  }

  private callingOf(random: SeededRandom): Calling {
    const draw = random.next();
    if (draw < this.planned) return 'planned';
    if (draw < this.planned + 0.02 && this.sprints.active !== undefined) return 'urgent';
    const other = random.next();
    if (other < 0.35) return 'neglected';
    return other < 0.4 ? 'afterwards' : 'direct';
  }

  private epicAt(moment: number): WorkItemId | undefined {
    const open = this.epics.filter(({ closes }) => closes > moment);
    return open[Math.floor(this.random.next() * open.length)]?.item.record.id;
  }

  /** As many in a day as in another, none of them in the last hour. */
  private nextBirth(): number {
    const { begins, count, surroundings } = this.plan;
    const index = this.born;
    this.born += 1;
    if (index >= count) return Infinity;
    const last = surroundings.time.length - HOUR;
    return Math.floor(begins + ((index + this.random.next()) / count) * (last - begins));
  }
}

/** What is planned or under way, and not too far down already. */
function canHaveParts({ item: { record }, isOpen, depth }: WorkLife): boolean {
  const { type, status } = record;
  const isBig = type === 'story' || type === 'feature';
  return isOpen && isBig && (status === 'todo' || status === 'in_progress') && depth <= 2;
}
