import { createWorkItem, deleteSprint, transitionSprint, type ProjectScope } from '@worktrack/application';
import type { SprintId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { codesOf, inTurn, type Attempt } from '../../test/races.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

describe('The Sprints that Work Items point at', () => {
  let database: TestDatabase;
  let world: World;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    scope = await world.project(await world.organization(), await world.user());
  });

  afterAll(() => database.drop());

  it('are those of the Project', async () => {
    const { unitOfWork } = await database.ports();
    const own = await world.sprint(scope);
    const foreign = await world.sprint(await world.project(scope.organizationId, scope.actorId));
    const found = await unitOfWork.run(async (tx) => [
      await tx.sprints.hold(scope, own),
      await tx.sprints.hold(scope, foreign),
      await tx.sprints.hold(scope, scope.projectId as string as SprintId),
    ]);
    expect(found).toEqual([true, false, false]);
  });

  it('neither start nor complete while they are held, and are held side by side', async () => {
    const { unitOfWork } = await database.ports();
    const sprint = await world.sprint(scope);
    const order: string[] = [];
    let started: Promise<unknown> | undefined;
    await unitOfWork.run(async (tx) => {
      await tx.sprints.hold(scope, sprint);
      await unitOfWork.run((other) => other.sprints.hold(scope, sprint));
      started = database
        .sql(`update sprints set state = 'active', revision = revision + 1 where id = $1`, [sprint])
        .then(() => order.push('started'));
      await database.untilSomebodyWaits();
      order.push('released');
    });
    await started;
    expect(order).toEqual(['released', 'started']);
  });

  it('are active one at a time', async () => {
    const project = await world.project(scope.organizationId, scope.actorId);
    await world.sprint(project, 'One', 'active');
    await expect(world.sprint(project, 'Two', 'active')).rejects.toMatchObject({
      code: '23505',
      constraint: 'one_active_sprint_per_project',
    });
  });

  it('may complete by statements that take longer than five seconds: they change every item', async () => {
    const { unitOfWork } = await database.ports();
    const project = await world.project(scope.organizationId, scope.actorId);
    const sprint = await world.sprint(project);
    await database.sql(
      `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(5.5); return null; end $$`,
    );
    await database.sql(
      `create trigger slow after insert on sprint_outcomes for each statement execute function slow()`,
    );
    const move = (targetState: 'active' | 'done') =>
      unitOfWork.run((tx) =>
        transitionSprint(tx, project, { sprintId: sprint, expected: '*', targetState, completion: undefined }),
      );
    await move('active');
    await expect(move('done')).resolves.toMatchObject({ state: 'done' });
  });

  describe('deleted while somebody else', () => {
    const remove =
      (sprint: SprintId): Attempt<unknown> =>
      (tx) =>
        deleteSprint(tx, scope, { id: sprint, expected: '*' });
    const plan =
      (sprint: SprintId): Attempt<unknown> =>
      (tx) =>
        createWorkItem(tx, scope, { ...CONTENT, references: { sprintId: sprint } });
    it('plans a Work Item into it: the later one is refused', async () => {
      const { unitOfWork } = await database.ports();
      const [first, second] = [await world.sprint(scope), await world.sprint(scope)];
      expect(codesOf(await inTurn(database, unitOfWork, remove(first), plan(first)))).toEqual([
        ...['done', 'VALIDATION_ERROR'],
      ]);
      expect(codesOf(await inTurn(database, unitOfWork, plan(second), remove(second)))).toEqual(['done', 'CONFLICT']);
    });
  });
});
