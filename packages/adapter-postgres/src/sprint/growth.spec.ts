import { randomUUID } from 'node:crypto';
import type { ProjectScope } from '@worktrack/application';
import { WorkItem, type WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../testing/content.js';
import { SprintActs } from '../testing/sprint-acts.js';
import { TestDatabase } from '../testing/test-database.js';
import { World } from '../testing/world.js';

const MANY = 5_000;

/** More often than PostgreSQL plans a prepared statement for its values before it keeps one plan for all. */
const OFTEN = 8;

describe('A Sprint that fills up before anything has told the planner how large the tables are', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    ports = await database.ports();
    const world = new World(database);
    scope = await world.project(await world.organization(), await world.user());
  });
  afterAll(() => database.drop());

  it('starts and completes with all of its items, by statements that were planned when there was next to nothing', async () => {
    const acts = new SprintActs(ports.unitOfWork, scope);
    for (let n = 0; n < OFTEN; n += 1) {
      const sprint = await acts.sprint(`Small ${n}`);
      await acts.create({ sprintId: sprint });
      await acts.start(sprint);
      await acts.complete(sprint);
    }
    const sprint = await acts.sprint('Large');
    const { organizationId, projectId, projectKey, actorId } = scope;
    const many = Array.from({ length: MANY }, (_, index) => {
      const references = { assigneeId: null, parentId: null, sprintId: sprint };
      const place = { organizationId, projectId, projectKey, number: 1_000 + index };
      const { title, description, type, priority, dueDate, storyPoints } = CONTENT;
      const content = { title, description, type, priority, dueDate, storyPoints, status: 'todo' } as const;
      const id = randomUUID() as string as WorkItemId;
      return WorkItem.create({ ...content, ...references, ...place, id }, actorId, new Date());
    });
    await ports.unitOfWork.run((tx) => tx.imports.add(many));
    await acts.start(sprint);
    await acts.complete(sprint);
    const [{ count } = { count: 0 }] = await database.sql<{ count: number }>(
      'select count(*)::integer as count from sprint_outcomes where sprint_id = $1',
      [sprint],
    );
    expect(count).toBe(MANY);
  }, 120_000);
});
