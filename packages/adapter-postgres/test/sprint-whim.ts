import { isRefusal, type ProjectScope, type UnitOfWork } from '@worktrack/application';
import type { SprintId, WorkItemId } from '@worktrack/domain';
import { SprintActs } from './sprint-acts.js';
import type { TestClock } from './test-clock.js';

const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** Makes random requests about the Sprints and Work Items of one Project, at instants with random gaps. */
export class SprintWhim {
  private items: readonly WorkItemId[] = [];
  readonly sprints: SprintId[] = [];
  private readonly acts: SprintActs;
  private active: SprintId | null = null;
  private made = 0;

  constructor(
    unitOfWork: UnitOfWork,
    readonly scope: ProjectScope,
    private readonly clock: TestClock,
    private readonly random: () => number,
  ) {
    this.acts = new SprintActs(unitOfWork, scope);
  }

  /** Makes one random request, which may be refused. Returns the Sprint that it completed, if any. */
  async act(): Promise<SprintId | undefined> {
    const gaps = [0, 1, MINUTE, 90 * MINUTE, DAY / 3, 1.4 * DAY];
    await this.clock.set(this.clock.now + Math.ceil(this.random() * this.any(gaps)));
    const completing = this.active;
    try {
      await this.anything();
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    return completing !== null && this.active === null ? completing : undefined;
  }

  private async anything(): Promise<unknown> {
    const dice = this.random();
    if (this.sprints.length < 2 || dice < 0.03) return this.plan();
    if (this.items.length < 5 || (this.items.length < 25 && dice < 0.18)) return this.create();
    if (dice < 0.4) return this.acts.transition(this.item(), this.any(STATUSES));
    if (dice < 0.6) return this.acts.update(this.item(), { sprintId: this.sprint() });
    if (dice < 0.69) return this.acts.update(this.item(), { storyPoints: this.points() });
    if (dice < 0.73) return this.acts.update(this.item(), { storyPoints: this.points(), sprintId: this.sprint() });
    if (dice < 0.82) return this.acts.update(this.item(), { title: this.title() });
    if (dice < 0.84) return this.acts.archive(this.item());
    if (dice < 0.86) return this.acts.unarchive(this.item());
    if (dice < 0.89) return this.remove(this.item());
    return this.active === null ? this.start() : this.complete(this.active);
  }

  private async plan(): Promise<void> {
    const endDate = this.random() < 0.3 ? null : new Date(this.clock.now + (this.random() * 12 - 2) * DAY);
    this.sprints.push(await this.acts.sprint(this.title(), endDate));
  }

  private async create(): Promise<void> {
    const parentId = this.random() < 0.15 && this.items.length > 0 ? this.item() : undefined;
    const content = {
      title: this.title(),
      status: this.any(STATUSES),
      storyPoints: this.points(),
      sprintId: this.sprint(),
    };
    this.items = [...this.items, await this.acts.create({ ...content, ...(parentId && { parentId }) })];
  }

  private async remove(item: WorkItemId): Promise<void> {
    await this.acts.remove(item);
    this.items = this.items.filter((each) => each !== item);
  }

  private async start(): Promise<void> {
    const sprint = this.any(this.sprints);
    await this.acts.start(sprint);
    this.active = sprint;
  }

  private async complete(sprint: SprintId): Promise<void> {
    // Often skip the completion, so that a Sprint lasts long enough for changes in it.
    if (this.random() < 0.6) return;
    await this.acts.complete(sprint, this.random() < 0.5 ? undefined : this.any(this.sprints));
    this.active = null;
  }

  private title(): string {
    this.made += 1;
    return `Name ${this.made}`;
  }

  private points(): number | null {
    return this.random() < 0.3 ? null : Math.floor(this.random() * 14);
  }

  /** Picks a Sprint: mostly the active one; sometimes none, or a done one. */
  private sprint(): SprintId | null {
    const dice = this.random();
    if (dice < 0.25) return null;
    return dice < 0.7 && this.active !== null ? this.active : this.any(this.sprints);
  }

  private item(): WorkItemId {
    return this.any(this.items);
  }

  private any<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(this.random() * values.length)];
    if (value === undefined) throw new RangeError('There is none.');
    return value;
  }
}
