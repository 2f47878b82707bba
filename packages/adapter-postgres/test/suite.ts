import { createWorkItem, type CreateWorkItem, type ProjectScope, type Transaction } from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { CONTENT } from './content.js';
import { TestClock } from './test-clock.js';
import { TestDatabase } from './test-database.js';
import { World } from './world.js';

/** A separate database for the tests of a `describe`, with the ports of the product on it. */
export class Suite {
  database!: TestDatabase;
  world!: World;
  ports!: Awaited<ReturnType<TestDatabase['ports']>>;
  /** The Project of the tests. */
  scope!: ProjectScope;

  run<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.ports.unitOfWork.run(work);
  }

  /** Makes an Organization with a Project, and sets `scope` to the Project. */
  async makeProject(): Promise<void> {
    this.scope = await this.world.project(await this.world.organization(), await this.world.user());
  }

  async createItem(content: Partial<CreateWorkItem> = {}, scope = this.scope): Promise<WorkItemId> {
    return (await this.run((tx) => createWorkItem(tx, scope, { ...CONTENT, ...content }))).id;
  }
}

/** Registers the set-up of a suite with jest, and its removal. Tests that run with it make their Projects. */
export function databaseSuite(): Suite {
  const suite = new Suite();
  beforeAll(async () => {
    suite.database = await TestDatabase.create();
    suite.world = new World(suite.database);
    suite.ports = await suite.database.ports();
  });
  afterAll(() => suite.database.drop());
  return suite;
}

/** A suite whose product takes every instant from a clock that the tests set. */
export class ClockedSuite extends Suite {
  clock!: TestClock;
}

/** Registers the set-up of a clocked suite with jest, and its removal. */
export function clockedSuite(): ClockedSuite {
  const suite = new ClockedSuite();
  beforeAll(async () => {
    suite.database = await TestDatabase.create();
    suite.world = new World(suite.database);
    suite.clock = await TestClock.of(suite.database);
    suite.ports = await suite.database.ports({ url: suite.clock.url });
  });
  afterAll(async () => {
    await suite.clock.close();
    await suite.database.drop();
  });
  return suite;
}

/** Registers a suite that makes a new Project for each test. */
export function projectSuite(): Suite {
  const suite = databaseSuite();
  beforeEach(() => suite.makeProject());
  return suite;
}
