import { assertCanBeParent, type SprintId, type UserId, type WorkItem, type WorkItemLink } from '@worktrack/domain';
import { POINTS, PRIORITIES, type Calling } from './birth.js';
import type { Board } from './board.js';
import { Life, type Surroundings } from './life.js';
import type { SeededRandom } from './seeded-random.js';
import { WORKING } from './working-time.js';

const { MINUTE, HOUR, DAY } = WORKING;

/** How old the story is when what is held up stays so until now: there is always some work that ages. */
const HELD_UP_FROM = 0.8;

/** A Work Item that is refined, planned, worked on, reviewed and done; some of it twice, and some of it not yet. */
export class WorkLife extends Life {
  /** Every Sprint that it was ever in. */
  readonly sprints = new Set<SprintId>();
  /** All that it was ever linked by, and with what. */
  readonly links: { readonly link: WorkItemLink; readonly other: WorkLife }[] = [];
  /** Parts of it that are items of their own. */
  readonly parts: WorkLife[] = [];
  /** It waits until a Sprint begins that it is in. */
  isWaiting = false;
  private told = false;

  constructor(
    random: SeededRandom,
    surroundings: Surroundings,
    private readonly board: Board,
    item: WorkItem,
    private readonly calling: Calling,
    /** What it is a part of; epics aside. */
    readonly whole: WorkLife | undefined,
    born: number,
  ) {
    super(random, surroundings, item, born);
    whole?.parts.push(this);
    const { sprintId, status } = item.record;
    if (sprintId) this.sprints.add(sprintId);
    this.perhaps(0.04, 3 * DAY, () => {
      this.goesBelowAnEpic();
    });
    if (calling === 'neglected') this.isForgotten();
    else if (calling === 'urgent') {
      this.soon(3 * HOUR, () => {
        this.starts();
      });
    } else if (status === 'todo') {
      this.soon(HOUR, () => {
        this.isReady();
      });
    } else if (status === 'backlog') {
      this.soon(2 * DAY, () => {
        this.isRefined();
      });
    }
  }

  /** Nothing more can happen to it. */
  get isTold(): boolean {
    return this.told;
  }

  /** Forgets the others, so that what is linked with it can be forgotten when it is told, too. */
  isToldToTheEnd(): void {
    this.told = true;
    this.links.length = 0;
    this.parts.length = 0;
  }

  /** How many items the chain from a top-level item down to it holds. */
  get depth(): number {
    if (this.whole) return this.whole.depth + 1;
    return this.item.record.parentId === null ? 1 : 2;
  }

  /** Somebody puts it there who plans or completes a Sprint. */
  isPutInto(sprintId: SprintId | null, actor: UserId, moment: number): void {
    if (sprintId !== null) this.sprints.add(sprintId);
    this.item.update({ sprintId }, actor, this.meets(moment).at);
  }

  /** Whether it can be deleted at that moment, with all that is below it. */
  canBeDeleted(moment: number): boolean {
    return this.isOpen && this.isFree(moment) && this.livingParts.every((part) => part.canBeDeleted(moment));
  }

  /** With all that is below it. */
  isDeleted(actor: UserId, moment: number): void {
    const along = this.livingParts;
    this.item.delete({ hasDescendants: along.length > 0, cascade: along.length > 0 }, actor, this.meets(moment).at);
    this.ends();
    this.isWaiting = false;
    for (const part of along) part.isDeleted(actor, moment);
  }

  private get livingParts(): readonly WorkLife[] {
    return this.parts.filter(({ item }) => item.record.deletedAt === null);
  }

  private goesInto(sprintId: SprintId | null): void {
    this.isPutInto(sprintId, this.actor, this.moment);
  }

  /** Not everybody begins with everything on the first day. */
  sprintBegins(moment: number): void {
    if (!this.isWaiting) return;
    this.isWaiting = false;
    this.meets(moment);
    this.after(this.random.between(0, 8 * DAY), () => {
      this.starts();
    });
  }

  private isForgotten(): void {
    this.perhaps(0.35, DAY, () => {
      this.getsLabel();
    });
    this.perhaps(0.2, 4 * DAY, () => {
      this.talks();
    });
    this.perhaps(0.15, 3 * DAY, () => {
      this.getsDueIn(10, 90);
    });
    if (this.random.chance(0.25)) {
      this.soon(12 * DAY, () => {
        this.moves('done');
      });
    } else {
      this.perhaps(0.12, 25 * DAY, () => {
        this.archives();
      });
    }
  }

  private isRefined(): void {
    const { random } = this;
    const storyPoints = random.chance(0.93) ? random.of(POINTS) : null;
    this.updates({ storyPoints, priority: random.of(PRIORITIES) });
    this.perhaps(0.4, HOUR, () => {
      this.getsLabel();
    });
    this.perhaps(0.1, 2 * HOUR, () => {
      this.getsDueIn(7, 40);
    });
    this.perhaps(0.12, 2 * HOUR, () => {
      this.talks();
    });
    this.soon(3 * HOUR, () => {
      this.moves('todo');
      this.soon(5 * MINUTE, () => {
        this.isReady();
      });
    });
  }

  /** Into the Sprint that runs, into the next one, or into the queue for it. */
  private isReady(): void {
    const { active, next, someday } = this.board;
    const { random } = this;
    if (this.calling !== 'planned' || next === undefined) {
      this.soon(2 * DAY, () => {
        this.starts();
      });
    } else if (active !== undefined && random.chance(0.1)) {
      this.goesInto(active);
      this.soon(DAY, () => {
        this.starts();
      });
    } else {
      this.isWaiting = true;
      if (random.chance(0.4)) this.goesInto(next);
      else if (someday !== undefined && random.chance(0.1)) this.goesInto(someday);
      else this.board.queue(this);
    }
  }

  private starts(): void {
    const { random, item } = this;
    const { sprintId, assigneeId } = item.record;
    if (sprintId !== null && sprintId === this.board.active && random.chance(0.1)) {
      this.leaves(sprintId);
      return;
    }
    if (assigneeId === null || random.chance(0.3)) {
      // Once more the same is no change, and no revision.
      this.updates({ assigneeId: random.of(this.surroundings.team) });
    }
    this.soon(HOUR, () => {
      this.isWorkedOn();
    });
  }

  /** For good, or until somebody thinks better of it. */
  private leaves(sprintId: SprintId): void {
    const { board, random } = this;
    const { next } = board;
    this.isWaiting = true;
    if (next !== undefined && random.chance(0.2)) {
      this.goesInto(next);
      return;
    }
    this.goesInto(null);
    if (!random.chance(0.5)) {
      board.queue(this);
      return;
    }
    this.soon(DAY, () => {
      if (board.active !== sprintId) {
        board.queue(this);
        return;
      }
      this.isWaiting = false;
      this.goesInto(sprintId);
      this.soon(4 * HOUR, () => {
        this.starts();
      });
    });
  }

  private isWorkedOn(): void {
    this.moves('in_progress');
    this.perhaps(0.12, 4 * HOUR, () => {
      this.updates({ storyPoints: this.random.of(POINTS) });
    });
    this.perhaps(0.06, 4 * HOUR, () => {
      this.isReworded();
    });
    this.perhaps(0.16, 5 * HOUR, () => {
      this.talks();
    });
    this.perhaps(0.1, 5 * HOUR, () => {
      this.getsLabel();
    });
    this.perhaps(0.12, 6 * HOUR, () => {
      this.losesLabel();
    });
    this.perhaps(0.08, 6 * HOUR, () => {
      this.updates({ assigneeId: this.random.of(this.surroundings.team) });
    });
    this.perhaps(0.05, 6 * HOUR, () => {
      this.getsDueIn(3, 20);
    });
    if (this.isHeldUp()) return;
    if (this.random.chance(0.04)) {
      this.soon(6 * HOUR, () => {
        this.isPutBack();
      });
    } else {
      this.soon(11 * HOUR, () => {
        this.isReviewed();
      });
    }
  }

  private isPutBack(): void {
    this.moves('todo');
    this.soon(10 * MINUTE, () => {
      this.updates({ assigneeId: null });
      this.soon(DAY, () => {
        this.starts();
      });
    });
  }

  private isReviewed(): void {
    this.moves('in_review');
    this.perhaps(0.2, HOUR, () => {
      this.talks();
    });
    if (this.isHeldUp()) return;
    if (this.random.chance(0.15)) {
      this.soon(4 * HOUR, () => {
        this.moves('in_progress');
        this.soon(6 * HOUR, () => {
          this.isReviewed();
        });
      });
    } else {
      this.soon(5 * HOUR, () => {
        this.isDone();
      });
    }
  }

  private isDone(): void {
    this.moves('done');
    if (this.random.chance(0.08)) {
      this.soon(3 * DAY, () => {
        this.isReopened();
      });
    } else {
      this.perhaps(0.08, 8 * DAY, () => {
        this.archives();
        if (!this.random.chance(0.15)) return;
        this.soon(4 * DAY, () => {
          this.unarchives();
        });
      });
    }
  }

  /** What was reopened after its Sprint goes into the one that runs. */
  private isReopened(): void {
    this.moves('in_progress');
    const { active } = this.board;
    const { sprintId } = this.item.record;
    if (sprintId !== null && active !== undefined && this.board.isDone(sprintId)) {
      this.soon(20 * MINUTE, () => {
        if (this.board.active === active) this.goesInto(active);
      });
    }
    // What comes back is seldom as easy as it looked.
    this.soon(12 * HOUR, () => {
      this.isReviewed();
    });
  }

  private isHeldUp(): boolean {
    return this.progress > HELD_UP_FROM && this.random.chance(0.08);
  }

  private goesBelowAnEpic(): void {
    const id = this.board.epicAt(this.moment);
    if (this.whole || id === undefined) return;
    const heightOfChild = this.parts.length > 0 ? 2 : 1;
    const facts = { id, archivedAt: null, deletedAt: null, depth: 1, heightOfChild, isBelowChild: false };
    assertCanBeParent(facts, this.item.record.id);
    this.updates({ parentId: id });
  }
}
