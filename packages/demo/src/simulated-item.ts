import type { LabelId, UserId, WorkItem, WorkItemChanges } from '@worktrack/domain';
import { Conversation } from './conversation.js';
import type { DemoProject } from './demo-cast.js';
import { afterthought, descriptionOf } from './demo-words.js';
import type { SeededRandom } from './seeded-random.js';
import { dayAfter, WORKING, type WorkingTime } from './working-time.js';

const { MINUTE, HOUR } = WORKING;

/** The Project around an item: its time, its people and its labels. */
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
 * A Work Item and the steps that it is still to take. A step calls the aggregate, which refuses what is not allowed. An item
 * changes at most once a minute, so that each of its revisions has an instant of its own.
 */
export abstract class SimulatedItem {
  readonly conversation: Conversation;
  private readonly labels = new Set<LabelId>();
  private ahead: readonly Step[] = [];

  protected constructor(
    protected readonly random: SeededRandom,
    protected readonly surroundings: Surroundings,
    readonly item: WorkItem,
    /** The moment of its last change. */
    protected moment: number,
  ) {
    this.conversation = new Conversation(random, item);
  }

  /** No step is scheduled. */
  get isIdle(): boolean {
    return this.ahead.length === 0;
  }

  /** Neither archived nor deleted. */
  get isOpen(): boolean {
    const { archivedAt, deletedAt } = this.item.record;
    return archivedAt === null && deletedAt === null;
  }

  /** Its last change is earlier than this moment. */
  isFree(moment: number): boolean {
    return this.moment < moment;
  }

  /** Takes the steps between two moments. */
  advance(from: number, until: number): void {
    for (let [next] = this.ahead; next; [next] = this.ahead) {
      const at = Math.max(next.at, this.moment + MINUTE, from + 1);
      if (at >= until) return;
      this.ahead = this.ahead.slice(1);
      this.moment = at;
      next.take();
    }
  }

  /** Begins a change that is not a step of its own; returns who makes the change, and when. */
  beginChange(moment: number): { readonly actor: UserId; readonly at: Date } {
    this.moment = moment;
    return { actor: this.actor, at: this.now };
  }

  protected cancelSteps(): void {
    this.ahead = [];
  }

  protected get now(): Date {
    return this.surroundings.time.at(this.moment);
  }

  /** The part of all the time that has passed, from 0 to 1. */
  protected get progress(): number {
    return this.moment / this.surroundings.time.length;
  }

  /** Mostly the assignee, otherwise anybody of the team. */
  protected get actor(): UserId {
    const { assigneeId } = this.item.record;
    return assigneeId !== null && this.random.chance(0.8) ? assigneeId : this.random.of(this.surroundings.team);
  }

  /** Schedules a step after a random wait of mostly about `usual` working time. */
  protected schedule(usual: number, take: () => void): void {
    this.scheduleAfter(MINUTE + this.random.wait(usual), take);
  }

  protected scheduleAfter(wait: number, take: () => void): void {
    const step = { at: this.moment + Math.round(wait), take };
    this.ahead = [...this.ahead, step].sort((one, other) => one.at - other.at);
  }

  /** Schedules a side step with this probability. It is left out when the item takes no change by then. */
  protected scheduleMaybe(probability: number, usual: number, take: () => void): void {
    if (!this.random.chance(probability)) return;
    this.schedule(usual, () => {
      if (this.isOpen) take();
    });
  }

  protected transition(status: string): void {
    this.item.transition(status, this.actor, this.now);
  }

  protected update(changes: WorkItemChanges): void {
    this.item.update(changes, this.actor, this.now);
  }

  protected archive(): void {
    this.item.archive(this.actor, this.now);
  }

  protected unarchive(): void {
    this.item.unarchive(this.actor, this.now);
  }

  protected discuss(): void {
    const { conversation, random } = this;
    conversation.comment(this.actor, this.now);
    const anybody = () => random.of(this.surroundings.team);
    this.scheduleMaybe(0.5, 2 * HOUR, () => {
      conversation.reply(anybody(), this.now);
      this.scheduleMaybe(0.4, 3 * HOUR, () => {
        conversation.reply(anybody(), this.now);
      });
    });
    this.scheduleMaybe(0.1, HOUR, () => {
      conversation.editLast(this.now);
    });
    this.scheduleMaybe(0.08, HOUR, () => {
      conversation.deleteLastWithoutReply(this.now);
    });
  }

  protected attachLabel(): void {
    const id = this.random.of(this.surroundings.labels);
    this.item.attach({ id, attached: this.labels.has(id), labelsOnItem: this.labels.size }, this.actor, this.now);
    this.labels.add(id);
  }

  protected detachLabel(): void {
    const [id] = this.labels;
    if (id === undefined) return;
    this.item.detach({ id, attached: true }, this.actor, this.now);
    this.labels.delete(id);
  }

  /** Sets a due date between two numbers of calendar days from now. */
  protected setDueDate(least: number, most: number): void {
    this.update({ dueDate: dayAfter(this.now, Math.round(this.random.between(least, most))) });
  }

  protected reword(): void {
    if (this.random.chance(0.5)) this.update({ title: afterthought(this.random, this.item.record.title) });
    else this.update({ description: descriptionOf(this.random) });
  }
}
