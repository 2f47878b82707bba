import type { ProjectRecord, Sprint, SprintId, SprintRecord, WorkItemId } from '@worktrack/domain';
import { createWorkItem, type Handling, type ItemAddress } from './new-work-item.js';
import type { SeededRandom } from './seeded-random.js';
import { SimulatedEpic } from './simulated-epic.js';
import type { SimulatedItem, Surroundings } from './simulated-item.js';
import { SimulatedSprints } from './simulated-sprints.js';
import { SimulatedWorkItem } from './simulated-work-item.js';
import { SPRINT_LENGTH } from './sprint-plan.js';
import { WORKING } from './working-time.js';

const { HOUR, DAY } = WORKING;

/** One of this many items is an epic, beginning with the first one. */
const EPIC_EVERY = 30;
/** The share of the items that are planned for Sprints, and the most items of one Sprint. */
const PLANNED = 0.7;
const LARGEST_SPRINT = 400;
/** The share of the items that are deleted. */
const DELETED = 0.012;

interface Plan {
  readonly project: ProjectRecord;
  readonly surroundings: Surroundings;
  readonly begins: number;
  /** The number of its first item. */
  readonly first: number;
  readonly count: number;
  readonly doneSprints: number;
}

/** Sprints and items that change no more and can be stored. */
export interface Finished {
  readonly sprints: readonly Sprint[];
  readonly items: readonly SimulatedItem[];
}

/**
 * The history of one Project, simulated in the order of time, so that each step finds the rest of the Project as it was then.
 * Finished items are taken out and stored as it runs: memory holds only the others.
 */
export class SimulatedProject {
  readonly items = new Set<SimulatedWorkItem>();
  readonly sprintRecords = new Map<SprintId, SprintRecord>();
  private epics: SimulatedEpic[] = [];
  private finished: SimulatedItem[] = [];
  private readonly sprints: SimulatedSprints;
  private readonly planned: number;
  private moment: number;
  /** Number of items whose moment of creation is drawn. */
  private drawn = 0;
  private nextCreation: number;

  constructor(
    private readonly random: SeededRandom,
    private readonly plan: Plan,
  ) {
    const { project, surroundings, begins, count, doneSprints: done } = plan;
    const { items } = this;
    const aSprint = (count / (surroundings.time.length - begins)) * SPRINT_LENGTH;
    this.planned = Math.min(PLANNED, LARGEST_SPRINT / aSprint);
    const capacity = Math.ceil(aSprint * this.planned * 0.95);
    const epicAt = (moment: number) => this.epicAt(moment);
    this.sprints = new SimulatedSprints(random.part(-1), surroundings, { project, done, capacity, items, epicAt });
    this.moment = begins;
    this.nextCreation = this.drawCreation();
  }

  /** Number of events in one day, when they happen to this share of the items over the whole time. */
  dailyCount(share: number): number {
    const { count, begins, surroundings } = this.plan;
    return Math.floor((count / (surroundings.time.length - begins)) * DAY * share + this.random.next());
  }

  /** Runs everything that comes before `until`. */
  runUntil(until: number): void {
    for (let event = this.sprints.takeBefore(until); event; event = this.sprints.takeBefore(until)) {
      this.advance(event.moment);
      event.run();
    }
    this.advance(until);
  }

  /** Takes out what is finished; at the end, everything. An item comes after its parent. */
  takeFinished(atTheEnd: boolean): Finished {
    const { finished, sprintRecords } = this;
    const sprints = this.sprints.all.filter(({ record: { id, state } }) => {
      return !sprintRecords.has(id) && (atTheEnd || state === 'done');
    });
    for (const { record } of sprints) sprintRecords.set(record.id, record);
    for (const item of this.items) {
      const isFinished = item.isIdle && !item.isWaiting && [...item.sprints].every((id) => sprintRecords.has(id));
      if (!(atTheEnd || isFinished) || item.parent?.isFinished === false) continue;
      item.finish();
      this.items.delete(item);
      finished.push(item);
    }
    this.finished = [];
    return { sprints, items: finished };
  }

  /** Deletes some items, on behalf of the owner. */
  deleteSome(moment: number): void {
    const items = [...this.items];
    for (let left = this.dailyCount(DELETED); left > 0; left -= 1) {
      const item = items[Math.floor(this.random.next() * items.length)];
      if (item?.canBeRemoved(moment)) item.remove(this.plan.surroundings.team[0], moment);
    }
  }

  private advance(until: number): void {
    const { moment: from } = this;
    for (const item of this.items) item.advance(from, until);
    this.epics = this.epics.filter(({ closesAt }) => closesAt > from);
    const parents = [...this.items].filter(canHaveChildren);
    const created: SimulatedWorkItem[] = [];
    for (; this.nextCreation < until; this.nextCreation = this.drawCreation()) {
      const at = Math.max(this.nextCreation, from + 1);
      const item = this.create(at, parents);
      if (item) created.push(item);
    }
    for (const item of created) {
      this.items.add(item);
      item.advance(from, until);
    }
    this.moment = until;
  }

  /** Creates the next item and returns it, unless it is an epic. */
  private create(moment: number, parents: readonly SimulatedWorkItem[]): SimulatedWorkItem | undefined {
    const { random, plan, sprints } = this;
    const { project, surroundings, first } = plan;
    const index = this.drawn - 1;
    const own = random.part(index);
    const { organizationId, id: projectId, key: projectKey } = project;
    const address: ItemAddress = { organizationId, projectId, projectKey, number: first + index };
    if (index % EPIC_EVERY === 0) {
      const epic = new SimulatedEpic(own, surroundings, address, moment);
      this.epics.push(epic);
      this.finished.push(epic);
      return undefined;
    }
    const handling = this.chooseHandling(own);
    const parent = own.chance(0.06) ? parents[Math.floor(own.next() * parents.length)] : undefined;
    const parentId = parent?.item.record.id ?? (own.chance(0.4) ? this.epicAt(moment) : undefined) ?? null;
    const sprintId = handling === 'urgent' ? (sprints.active ?? null) : null;
    const at = surroundings.time.at(moment);
    const item = createWorkItem(own, surroundings, address, handling, { parentId, sprintId }, at);
    return new SimulatedWorkItem(own, surroundings, sprints, item, handling, parent, moment);
  }

  private chooseHandling(random: SeededRandom): Handling {
    const draw = random.next();
    if (draw < this.planned) return 'planned';
    if (draw < this.planned + 0.02 && this.sprints.active !== undefined) return 'urgent';
    const other = random.next();
    if (other < 0.35) return 'neglected';
    return other < 0.4 ? 'afterwards' : 'direct';
  }

  private epicAt(moment: number): WorkItemId | undefined {
    const open = this.epics.filter(({ closesAt }) => closesAt > moment);
    return open[Math.floor(this.random.next() * open.length)]?.item.record.id;
  }

  /** Draws the moment of the next creation: evenly over the time, but none in the last hour. */
  private drawCreation(): number {
    const { begins, count, surroundings } = this.plan;
    const index = this.drawn;
    this.drawn += 1;
    if (index >= count) return Infinity;
    const last = surroundings.time.length - HOUR;
    return Math.floor(begins + ((index + this.random.next()) / count) * (last - begins));
  }
}

/** A story or feature that is planned or under way, and not too deep already. */
function canHaveChildren({ item: { record }, isOpen, depth }: SimulatedWorkItem): boolean {
  const { type, status } = record;
  const isBig = type === 'story' || type === 'feature';
  return isOpen && isBig && (status === 'todo' || status === 'in_progress') && depth <= 2;
}
