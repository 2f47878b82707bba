import type { ProjectScope, ReportFilter, VelocityRequest } from '@worktrack/application';
import { Calendar, WORK_ITEM_STATUSES, velocityFrom, type MetricCount, type SprintVelocity } from '@worktrack/domain';
import { itemHistories } from '../../test/item-histories.js';
import { historyOf, naiveReport, type NaiveProject } from '../../test/oracles/naive-sprint-report.js';
import type { NaiveWorkItem } from '../../test/oracles/naive-work-item.js';
import { randomNumbers } from '../../test/random-numbers.js';
import { SprintWhim } from '../../test/sprint-whim.js';
import { TestClock } from '../../test/test-clock.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { readVelocity } from './velocity.js';

jest.setTimeout(300_000);

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const LIVES = process.env.TEST_DEEP === undefined ? 5 : 20;
const ACTS_EACH = 110;

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

const counted = (rows: readonly { readonly storyPoints: number | null }[]): MetricCount => ({
  itemCount: rows.length,
  points: rows.reduce((sum, { storyPoints }) => sum + (storyPoints ?? 0), 0),
});

/** Computes velocity from the reports of the Sprints, which use only the history of these items. */
function naiveVelocity(project: NaiveProject, items: readonly NaiveWorkItem[], now: Date): readonly SprintVelocity[] {
  return project.sprints
    .flatMap((sprint): SprintVelocity[] => {
      const { id, name, endDate, startedAt, completedAt } = sprint;
      if (!startedAt || !completedAt) return [];
      const { completion, carryover, scopeChanges } = naiveReport({ ...project, items }, sprint, now);
      return [
        {
          ...{ sprint: { id: id as never, name, startDate: null, endDate }, startedAt, completedAt },
          ...{ committed: completion.originalCommitment, completed: completion.completed },
          carriedOver: counted(carryover),
          added: counted(scopeChanges.added),
          removed: counted(scopeChanges.removed),
          limitations: [],
        },
      ];
    })
    .sort((a, b) => Number(a.completedAt) - Number(b.completedAt) || (a.sprint.id < b.sprint.id ? -1 : 1));
}

describe(`The velocity of a Project after anything (SEED=${seed})`, () => {
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

  const velocityOf = async (scope: ProjectScope, filter: ReportFilter = {}, more: Partial<VelocityRequest> = {}) => {
    const { snapshots } = await opened;
    const generatedAt = new Date(clock.now);
    const viewer = { actorId: scope.actorId, onlyProjects: undefined };
    const population = { filter, query: null, viewer, sprintId: null, generatedAt, calendar: Calendar.utc };
    return snapshots.read(scope.organizationId, (reader) =>
      readVelocity(reader, scope, { population, latest: 189, ...more }),
    );
  };
  let opened: ReturnType<TestDatabase['open']>;
  beforeAll(() => {
    opened = database.open();
  });

  const lived = async (life: number) => {
    const world = new World(database);
    await clock.set(Date.UTC(2026, 1, 27, 20));
    const scope = await world.project(await world.organization(), await world.user());
    const somebody = new SprintWhim(ports.unitOfWork, scope, clock, randomNumbers(seed + life));
    for (let act = 0; act < ACTS_EACH; act += 1) await somebody.act();
    return scope;
  };

  it('is that of the reports of its Sprints, and a filter counts what passes now, deleted and archived or not', async () => {
    let done = 0;
    for (let life = 0; life < LIVES; life += 1) {
      const scope = await lived(life);
      const project = await historyOf(database, scope.projectId);
      const now = new Date(clock.now);
      const all = await velocityOf(scope);
      done += all.length;
      expect(all).toEqual(naiveVelocity(project, project.items, now));
      const sprints = project.sprints.map((sprint) => ({ ...sprint, id: sprint.id as never, startDate: null }));
      expect(velocityFrom(await itemHistories(database, scope.projectId), sprints)).toEqual(all);
      expect(await velocityOf(scope, {}, { latest: 2 })).toEqual(all.slice(-2));
      // The domain computed `all`; SQL computes the figures of a filter, also of one that every item passes.
      expect(await velocityOf(scope, { statuses: WORK_ITEM_STATUSES })).toEqual(all);

      const finished = project.items.filter((item) => item.at(now).status === 'done');
      expect(await velocityOf(scope, { statuses: ['done'] })).toEqual(naiveVelocity(project, finished, now));
      const named = project.items.filter((item) => item.at(now).title.startsWith('Name 1'));
      expect(await velocityOf(scope, { text: 'name 1' })).toEqual(naiveVelocity(project, named, now));
      expect(await velocityOf(scope, { words: { type: ['epic'] } })).toEqual(naiveVelocity(project, [], now));
    }
    expect(done).toBeGreaterThan(LIVES);
  });
});
