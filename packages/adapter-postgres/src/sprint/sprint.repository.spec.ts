import { transitionSprint, type ProjectScope } from '@worktrack/application';
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
});
