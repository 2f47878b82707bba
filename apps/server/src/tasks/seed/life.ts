import type { LabelId, UserId, WorkItem, WorkItemChanges } from '@worktrack/domain';
import { Conversation } from './conversation.js';
import type { DemoProject } from './demo-cast.js';
import { afterthought, descriptionOf } from './demo-words.js';
import type { SeededRandom } from './seeded-random.js';
import { dayAfter, WORKING, type WorkingTime } from './working-time.js';

const { MINUTE, HOUR } = WORKING;

/** Where lives are lived, and among whom. */
export interface Surroundings {
  readonly time: WorkingTime;
  readonly cast: DemoProject;
  /** The first one is the owner. */
  readonly team: readonly [UserId, ...UserId[]];
  readonly labels: readonly [LabelId, ...LabelId[]];
}

interface Step {
  readonly at: number;
  readonly take: () => void;
}

/**
 * A Work Item and what is still to happen to it, step by step, through its own methods: nothing that it would refuse can be in it. At
 * most one thing happens to it in a minute, so that its revisions have instants of their own.
 */
export abstract class Life {
  readonly conversation: Conversation;
  private readonly labels = new Set<LabelId>();
  private ahead: readonly Step[] = [];

  protected constructor(
    protected readonly random: SeededRandom,
    protected readonly surroundings: Surroundings,
    readonly item: WorkItem,
    /** When something last happened to it. */
    protected moment: number,
  ) {
    this.conversation = new Conversation(random, item);
  }

  /** Whether nothing more will happen to it out of itself. */
  get rests(): boolean {
    return this.ahead.length === 0;
  }

  /** Whether it can be changed. */
  get isOpen(): boolean {
    const { archivedAt, deletedAt } = this.item.record;
    return archivedAt === null && deletedAt === null;
  }

  /** Whether nothing has happened to it at that moment yet. */
  isFree(moment: number): boolean {
    return this.moment < moment;
  }

  /** Takes the steps that come between two moments. */
  liveUntil(from: number, until: number): void {
    for (let [next] = this.ahead; next; [next] = this.ahead) {
      const at = Math.max(next.at, this.moment + MINUTE, from + 1);
      if (at >= until) return;
      this.ahead = this.ahead.slice(1);
      this.moment = at;
      next.take();
    }
  }

  /** Something is about to happen to it that does not come out of itself: who does it, and when. */
  meets(moment: number): { readonly actor: UserId; readonly at: Date } {
    this.moment = moment;
    return { actor: this.actor, at: this.now };
  }

  protected ends(): void {
    this.ahead = [];
  }

  protected get now(): Date {
    return this.surroundings.time.at(this.moment);
  }

  /** How much of all the time has passed. */
  protected get progress(): number {
    return this.moment / this.surroundings.time.length;
  }

  /** Mostly whoever works on it. */
  protected get actor(): UserId {
    const { assigneeId } = this.item.record;
    return assigneeId !== null && this.random.chance(0.8) ? assigneeId : this.random.of(this.surroundings.team);
  }

  /** A step after about that much working time. */
  protected soon(usual: number, take: () => void): void {
    this.after(MINUTE + this.random.wait(usual), take);
  }

  protected after(wait: number, take: () => void): void {
    const step = { at: this.moment + Math.round(wait), take };
    this.ahead = [...this.ahead, step].sort((one, other) => one.at - other.at);
  }

  /** Something beside the course of things, perhaps: it does not happen while the item takes no change. */
  protected perhaps(probability: number, usual: number, take: () => void): void {
    if (!this.random.chance(probability)) return;
    this.soon(usual, () => {
      if (this.isOpen) take();
    });
  }

  protected moves(status: string): void {
    this.item.transition(status, this.actor, this.now);
  }

  protected updates(changes: WorkItemChanges): void {
    this.item.update(changes, this.actor, this.now);
  }

  protected archives(): void {
    this.item.archive(this.actor, this.now);
  }

  protected unarchives(): void {
    this.item.unarchive(this.actor, this.now);
  }

  protected talks(): void {
    const { conversation, random } = this;
    conversation.begins(this.actor, this.now);
    const somebody = () => random.of(this.surroundings.team);
    this.perhaps(0.5, 2 * HOUR, () => {
      conversation.goesOn(somebody(), this.now);
      this.perhaps(0.4, 3 * HOUR, () => {
        conversation.goesOn(somebody(), this.now);
      });
    });
    this.perhaps(0.1, HOUR, () => {
      conversation.isCorrected(this.now);
    });
    this.perhaps(0.08, HOUR, () => {
      conversation.isRegretted(this.now);
    });
  }

  protected getsLabel(): void {
    const id = this.random.of(this.surroundings.labels);
    this.item.attach({ id, attached: this.labels.has(id), labelsOnItem: this.labels.size }, this.actor, this.now);
    this.labels.add(id);
  }

  protected losesLabel(): void {
    const [id] = this.labels;
    if (id === undefined) return;
    this.item.detach({ id, attached: true }, this.actor, this.now);
    this.labels.delete(id);
  }

  /** Calendar days from now. */
  protected getsDueIn(least: number, most: number): void {
    this.updates({ dueDate: dayAfter(this.now, Math.round(this.random.between(least, most))) });
  }

  protected isReworded(): void {
    if (this.random.chance(0.5)) this.updates({ title: afterthought(this.random, this.item.record.title) });
    else this.updates({ description: descriptionOf(this.random) });
  }
}
