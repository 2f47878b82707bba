import {
  assertCanBeParent,
  type SprintId,
  type UserId,
  type WorkItem,
  type WorkItemId,
  type WorkItemLink,
} from '@worktrack/domain';
import { POINTS, PRIORITIES, type Handling } from './new-work-item.js';
import type { SeededRandom } from './seeded-random.js';
import { SimulatedItem, type Surroundings } from './simulated-item.js';
import { WORKING } from './working-time.js';

const { MINUTE, HOUR, DAY } = WORKING;

/** From this progress on, an item that is held up stays so until now: there is always some work that ages. */
const HELD_UP_FROM = 0.8;

/** The Sprints and epics of a Project, as a Work Item sees them. */
export interface Board {
  readonly active: SprintId | undefined;
  /** The Sprint that starts next. */
  readonly next: SprintId | undefined;
  /** A Sprint without a plan. */
  readonly someday: SprintId | undefined;
  isCompleted(sprint: SprintId): boolean;
  /** Asks for a place in one of the next Sprints. */
  queue(item: SimulatedWorkItem): void;
  /** Chooses an epic that is open at this moment. */
  epicAt(moment: number): WorkItemId | undefined;
}

/** A Work Item that is refined, planned, worked on, reviewed and done; some items twice, and some not yet. */
export class SimulatedWorkItem extends SimulatedItem {
  /** Every Sprint that it was ever in. */
  readonly sprints = new Set<SprintId>();
  /** Every link that it ever had, and the item at the other end. */
  readonly links: { readonly link: WorkItemLink; readonly other: SimulatedWorkItem }[] = [];
  readonly children: SimulatedWorkItem[] = [];
  /** It starts when its Sprint does. */
  isWaiting = false;
  private finished = false;

  constructor(
    random: SeededRandom,
    surroundings: Surroundings,
    private readonly board: Board,
    item: WorkItem,
    private readonly handling: Handling,
    /** The item above it, unless that is an epic. */
    readonly parent: SimulatedWorkItem | undefined,
    created: number,
  ) {
    super(random, surroundings, item, created);
    parent?.children.push(this);
    const { sprintId, status } = item.record;
    if (sprintId) this.sprints.add(sprintId);
    this.scheduleMaybe(0.04, 3 * DAY, () => {
      this.moveBelowEpic();
    });
    if (handling === 'neglected') this.neglect();
    else if (handling === 'urgent') {
      this.schedule(3 * HOUR, () => {
        this.pickUp();
      });
    } else if (status === 'todo') {
      this.schedule(HOUR, () => {
        this.plan();
      });
    } else if (status === 'backlog') {
      this.schedule(2 * DAY, () => {
        this.refine();
      });
    }
  }

  /** Nothing more can happen to it. */
  get isFinished(): boolean {
    return this.finished;
  }

  /** Drops its links and children, so that they can be collected when they are finished, too. */
  finish(): void {
    this.finished = true;
    this.links.length = 0;
    this.children.length = 0;
  }

  /** Number of items in the chain from the top-level item down to this one. */
  get depth(): number {
    if (this.parent) return this.parent.depth + 1;
    return this.item.record.parentId === null ? 1 : 2;
  }

  /** Puts it into a Sprint, or back into the backlog, on behalf of the actor who plans or completes a Sprint. */
  putInto(sprintId: SprintId | null, actor: UserId, moment: number): void {
    if (sprintId !== null) this.sprints.add(sprintId);
    this.item.update({ sprintId }, actor, this.beginChange(moment).at);
  }

  /** It and all items below it can be deleted at this moment. */
  canBeRemoved(moment: number): boolean {
    return this.isOpen && this.isFree(moment) && this.liveChildren.every((child) => child.canBeRemoved(moment));
  }

  /** Deletes it with all items below it. */
  remove(actor: UserId, moment: number): void {
    const children = this.liveChildren;
    const facts = { hasDescendants: children.length > 0, cascade: children.length > 0 };
    this.item.delete(facts, actor, this.beginChange(moment).at);
    this.cancelSteps();
    this.isWaiting = false;
    for (const child of children) child.remove(actor, moment);
  }

  private get liveChildren(): readonly SimulatedWorkItem[] {
    return this.children.filter(({ item }) => item.record.deletedAt === null);
  }

  private moveTo(sprintId: SprintId | null): void {
    this.putInto(sprintId, this.actor, this.moment);
  }

  /** Starts with its Sprint: some time in the first days, since nobody begins with everything on the first one. */
  startWithSprint(moment: number): void {
    if (!this.isWaiting) return;
    this.isWaiting = false;
    this.beginChange(moment);
    this.scheduleAfter(this.random.between(0, 8 * DAY), () => {
      this.pickUp();
    });
  }

  private neglect(): void {
    this.scheduleMaybe(0.35, DAY, () => {
      this.attachLabel();
    });
    this.scheduleMaybe(0.2, 4 * DAY, () => {
      this.discuss();
    });
    this.scheduleMaybe(0.15, 3 * DAY, () => {
      this.setDueDate(10, 90);
    });
    if (this.random.chance(0.25)) {
      this.schedule(12 * DAY, () => {
        this.transition('done');
      });
    } else {
      this.scheduleMaybe(0.12, 25 * DAY, () => {
        this.archive();
      });
    }
  }

  private refine(): void {
    const { random } = this;
    const storyPoints = random.chance(0.93) ? random.of(POINTS) : null;
    this.update({ storyPoints, priority: random.of(PRIORITIES) });
    this.scheduleMaybe(0.4, HOUR, () => {
      this.attachLabel();
    });
    this.scheduleMaybe(0.1, 2 * HOUR, () => {
      this.setDueDate(7, 40);
    });
    this.scheduleMaybe(0.12, 2 * HOUR, () => {
      this.discuss();
    });
    this.schedule(3 * HOUR, () => {
      this.transition('todo');
      this.schedule(5 * MINUTE, () => {
        this.plan();
      });
    });
  }

  /** Moves it into the active Sprint, into the next one, or into the queue for it. Work that is not planned starts soon. */
  private plan(): void {
    const { active, next, someday } = this.board;
    const { random } = this;
    if (this.handling !== 'planned' || next === undefined) {
      this.schedule(2 * DAY, () => {
        this.pickUp();
      });
    } else if (active !== undefined && random.chance(0.1)) {
      this.moveTo(active);
      this.schedule(DAY, () => {
        this.pickUp();
      });
    } else {
      this.isWaiting = true;
      if (random.chance(0.4)) this.moveTo(next);
      else if (someday !== undefined && random.chance(0.1)) this.moveTo(someday);
      else this.board.queue(this);
    }
  }

  /** Gives it an assignee who starts soon, or takes it out of the active Sprint. */
  private pickUp(): void {
    const { random, item } = this;
    const { sprintId, assigneeId } = item.record;
    if (sprintId !== null && sprintId === this.board.active && random.chance(0.1)) {
      this.leaveSprint(sprintId);
      return;
    }
    if (assigneeId === null || random.chance(0.3)) {
      // An update to the present assignee changes nothing and makes no revision.
      this.update({ assigneeId: random.of(this.surroundings.team) });
    }
    this.schedule(HOUR, () => {
      this.start();
    });
  }

  /** Takes it out of the active Sprint: for good, into the next Sprint, or until it is put back. */
  private leaveSprint(sprintId: SprintId): void {
    const { board, random } = this;
    const { next } = board;
    this.isWaiting = true;
    if (next !== undefined && random.chance(0.2)) {
      this.moveTo(next);
      return;
    }
    this.moveTo(null);
    if (!random.chance(0.5)) {
      board.queue(this);
      return;
    }
    this.schedule(DAY, () => {
      if (board.active !== sprintId) {
        board.queue(this);
        return;
      }
      this.isWaiting = false;
      this.moveTo(sprintId);
      this.schedule(4 * HOUR, () => {
        this.pickUp();
      });
    });
  }

  private start(): void {
    this.transition('in_progress');
    this.scheduleMaybe(0.12, 4 * HOUR, () => {
      this.update({ storyPoints: this.random.of(POINTS) });
    });
    this.scheduleMaybe(0.06, 4 * HOUR, () => {
      this.reword();
    });
    this.scheduleMaybe(0.16, 5 * HOUR, () => {
      this.discuss();
    });
    this.scheduleMaybe(0.1, 5 * HOUR, () => {
      this.attachLabel();
    });
    this.scheduleMaybe(0.12, 6 * HOUR, () => {
      this.detachLabel();
    });
    this.scheduleMaybe(0.08, 6 * HOUR, () => {
      this.update({ assigneeId: this.random.of(this.surroundings.team) });
    });
    this.scheduleMaybe(0.05, 6 * HOUR, () => {
      this.setDueDate(3, 20);
    });
    if (this.isHeldUp()) return;
    if (this.random.chance(0.04)) {
      this.schedule(6 * HOUR, () => {
        this.putBack();
      });
    } else {
      this.schedule(11 * HOUR, () => {
        this.review();
      });
    }
  }

  private putBack(): void {
    this.transition('todo');
    this.schedule(10 * MINUTE, () => {
      this.update({ assigneeId: null });
      this.schedule(DAY, () => {
        this.pickUp();
      });
    });
  }

  private review(): void {
    this.transition('in_review');
    this.scheduleMaybe(0.2, HOUR, () => {
      this.discuss();
    });
    if (this.isHeldUp()) return;
    if (this.random.chance(0.15)) {
      this.schedule(4 * HOUR, () => {
        this.transition('in_progress');
        this.schedule(6 * HOUR, () => {
          this.review();
        });
      });
    } else {
      this.schedule(5 * HOUR, () => {
        this.complete();
      });
    }
  }

  private complete(): void {
    this.transition('done');
    if (this.random.chance(0.08)) {
      this.schedule(3 * DAY, () => {
        this.reopen();
      });
    } else {
      this.scheduleMaybe(0.08, 8 * DAY, () => {
        this.archive();
        if (!this.random.chance(0.15)) return;
        this.schedule(4 * DAY, () => {
          this.unarchive();
        });
      });
    }
  }

  /** Reopens it, and moves it from a completed Sprint into the active one. */
  private reopen(): void {
    this.transition('in_progress');
    const { active } = this.board;
    const { sprintId } = this.item.record;
    if (sprintId !== null && active !== undefined && this.board.isCompleted(sprintId)) {
      this.schedule(20 * MINUTE, () => {
        if (this.board.active === active) this.moveTo(active);
      });
    }
    // Reopened work is seldom as easy as it looked.
    this.schedule(12 * HOUR, () => {
      this.review();
    });
  }

  private isHeldUp(): boolean {
    return this.progress > HELD_UP_FROM && this.random.chance(0.08);
  }

  private moveBelowEpic(): void {
    const id = this.board.epicAt(this.moment);
    if (this.parent || id === undefined) return;
    const heightOfChild = this.children.length > 0 ? 2 : 1;
    const facts = { id, archivedAt: null, deletedAt: null, depth: 1, heightOfChild, isBelowChild: false };
    assertCanBeParent(facts, this.item.record.id);
    this.update({ parentId: id });
  }
}
