import { randomUUID } from 'node:crypto';
import type { ProjectScope } from '@worktrack/application';
import { WorkItem, type SprintId, type WorkItemId } from '@worktrack/domain';
import { FIELDS } from '../../test/content.js';
import { fill } from '../../test/many-work-items.js';
import { Explaining } from '../../test/plan.js';
import { SprintActs } from '../../test/sprint-acts.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { Locks } from '../recording/locks.js';

const MANY = 5_000;

/** A number of executions after which PostgreSQL may keep one plan for all values of a prepared statement. */
const OFTEN = 8;

describe('A Sprint that grows before the planner has statistics of it', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let world: World;
  let scope: ProjectScope;

  beforeEach(async () => {
    database = await TestDatabase.create();
    ports = await database.ports();
    world = new World(database);
    scope = await world.project(await world.organization(), await world.user());
  });
  afterEach(() => database.drop());

  const fillSprint = async (sprint: SprintId): Promise<WorkItemId[]> => {
    const { organizationId, projectId, projectKey, actorId } = scope;
    const many = Array.from({ length: MANY }, (_, index) => {
      const references = { assigneeId: null, parentId: null, sprintId: sprint };
      const place = { organizationId, projectId, projectKey, number: 1_000 + index };
      const content = { ...FIELDS, status: 'todo' } as const;
      const id = randomUUID() as string as WorkItemId;
      return WorkItem.create({ ...content, ...references, ...place, id }, actorId, new Date());
    });
    await ports.administration.run((tx) => tx.imports.add(many));
    return many.map(({ record }) => record.id);
  };

  it('starts and completes with all of its items, by statements that were planned when there was next to nothing', async () => {
    const acts = new SprintActs(ports.unitOfWork, scope);
    for (let n = 0; n < OFTEN; n += 1) {
      const sprint = await acts.sprint(`Small ${n}`);
      await acts.create({ sprintId: sprint });
      await acts.start(sprint);
      await acts.complete(sprint);
    }
    const sprint = await acts.sprint('Large');
    await fillSprint(sprint);
    await acts.start(sprint);
    await acts.complete(sprint);
    const [{ count } = { count: 0 }] = await database.sql<{ count: number }>(
      'select count(*)::integer as count from sprint_outcomes where sprint_id = $1',
      [sprint],
    );
    expect(count).toBe(MANY);
  }, 120_000);

  it('looks each of its items up once, where the statistics are of a time when no item was in a Sprint', async () => {
    const { organizationId, actorId } = scope;
    const other = await world.project(organizationId, actorId);
    await fill(database, other, { items: MANY, ada: actorId, sprintId: null, labelIds: [] });
    await database.sql('analyze work_items');
    const sprint = await world.sprint(scope, 'Sudden');
    await fillSprint(sprint);
    const reader = new Explaining((await database.open()).connections, database);
    const locks = new Locks(reader as never);
    locks.holdSet('sprint', [organizationId, scope.projectId, sprint]);
    locks.holdSprints(organizationId, [sprint]);
    await locks.instant();
    // A look-up by an index reads three pages. A scan of the items of the Sprint for each item would read a hundred.
    for (const { buffers } of await reader.plans()) expect(buffers / MANY).toBeLessThan(20);
  }, 120_000);
});
