import { getSprintReport, isRefusal, type ProjectScope } from '@worktrack/application';
import { sprintReport, type SprintId, type SprintReport, type WorkItemId } from '@worktrack/domain';
import { historyOf, naiveReport } from '../testing/naive-sprint-report.js';
import { randomNumbers } from '../testing/random-numbers.js';
import { SprintActs } from '../testing/sprint-acts.js';
import { TestClock } from '../testing/test-clock.js';
import { TestDatabase } from '../testing/test-database.js';
import { World } from '../testing/world.js';

jest.setTimeout(300_000);

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const LIVES = process.env.TEST_DEEP === undefined ? 12 : 240;
const ACTS_EACH = 70;
const LATER_ACTS = 1_000;

const STATUSES = ['backlog', 'todo', 'in_progress', 'in_review', 'done'] as const;
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

/** Somebody who does as they please to the Sprints and Work Items of one Project, while time passes by fits and starts. */
class Whim {
  private items: readonly WorkItemId[] = [];
  readonly sprints: SprintId[] = [];
  private readonly acts: SprintActs;
  private active: SprintId | null = null;
  private made = 0;

  constructor(
    ports: Ports,
    readonly scope: ProjectScope,
    private readonly clock: TestClock,
    private readonly random: () => number,
  ) {
    this.acts = new SprintActs(ports.unitOfWork, scope);
  }

  /** One act; a refusal is one too. Answers the Sprint that it completed. */
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
    // Not always: a Sprint has to last for something to happen in it.
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

  /** Most often the one that is under way; sometimes none, or one that is over. */
  private sprint(): SprintId | null {
    const dice = this.random();
    if (dice < 0.25) return null;
    return dice < 0.7 && this.active !== null ? this.active : this.any(this.sprints);
  }

  private item(): WorkItemId {
    return this.any(this.items);
  }

  private any<Value>(values: readonly Value[]): Value {
    return values[Math.floor(this.random() * values.length)]!;
  }
}

/** Ids of rows are made at random: they are told apart, and of one episode. */
function withoutIds({ scopeChanges, carryover, items, ...report }: SprintReport) {
  const stripped = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, id: undefined }));
  return {
    ...report,
    scopeChanges: { added: stripped(scopeChanges.added), removed: stripped(scopeChanges.removed) },
    carryover: stripped(carryover),
    items: stripped(items),
  };
}

describe(`A Sprint report after anything (SEED=${seed})`, () => {
  let database: TestDatabase;
  let clock: TestClock;
  let ports: Ports;

  beforeAll(async () => {
    database = await TestDatabase.create();
    clock = await TestClock.of(database);
    ports = await database.ports({ url: clock.url });
  });

  afterAll(async () => {
    await clock.close();
    await database.drop();
  });

  const whim = async (life: number) => {
    const world = new World(database);
    await clock.set(Date.UTC(2026, 1, 27, 20));
    const scope = await world.project(await world.organization(), await world.user());
    return new Whim(ports, scope, clock, randomNumbers(seed + life));
  };

  const expectRight = async ({ scope, sprints }: Whim) => {
    const project = await historyOf(database, scope.projectId);
    for (const id of sprints) {
      const report = sprintReport(await ports.sprintReportFeed.facts(scope, id));
      const stored = project.sprints.find((sprint) => sprint.id === id)!;
      expect(withoutIds(report)).toEqual(naiveReport(project, stored, report.reportEndAt ?? new Date(clock.now)));
      const ids = report.items.map((row) => row.id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  };

  it('is what history alone tells, figure by figure', async () => {
    const seen = { rows: 0, carried: 0, removed: 0, done: 0, active: 0 };
    for (let life = 0; life < LIVES; life += 1) {
      const somebody = await whim(life);
      for (let act = 1; act <= ACTS_EACH; act += 1) {
        await somebody.act();
        if (act % 35 === 0) await expectRight(somebody);
      }
      for (const id of somebody.sprints) {
        const { mode, items, carryover, scopeChanges } = sprintReport(
          await ports.sprintReportFeed.facts(somebody.scope, id),
        );
        seen.rows += items.length;
        seen.carried += carryover.length;
        seen.removed += scopeChanges.removed.length;
        if (mode === 'completed') seen.done += 1;
        if (mode === 'active') seen.active += 1;
      }
    }
    // That all this was about something.
    for (const number of Object.values(seen)) expect(number).toBeGreaterThan(LIVES / 4);
  });

  it(`keeps its bytes through ${LATER_ACTS} more of what people do`, async () => {
    const somebody = await whim(LIVES);
    const bytes = async (id: SprintId) => {
      const request = { limit: 100, cursor: undefined };
      return JSON.stringify(await getSprintReport(ports.sprintReportFeed, ports.cursors, somebody.scope, id, request));
    };
    const frozen = new Map<SprintId, string>();
    for (let act = 0; act < LATER_ACTS; act += 1) {
      const completed = await somebody.act();
      if (completed) frozen.set(completed, await bytes(completed));
    }
    expect(frozen.size).toBeGreaterThan(2);
    for (const [id, before] of frozen) expect(await bytes(id)).toBe(before);
  });
});
