import { createWorkItem, transitionWorkItem, updateWorkItem, type ProjectScope } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import { EVERY_ITEM } from '../../test/content.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

const CONTENT = {
  title: 'Write the launch plan',
  description: null,
  type: 'task',
  status: 'backlog',
  priority: 'medium',
  storyPoints: null,
  dueDate: null,
  references: {},
} as const;

describe('A Work Item', () => {
  let database: TestDatabase;
  let scope: ProjectScope;
  let ada: UserId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    ada = await world.user();
    const acme = await world.organization();
    await world.member(acme, ada, 'owner');
    scope = await world.project(acme, ada, 'WEB');
  });

  afterAll(() => database.drop());

  it('goes from creation to done, every step on record', async () => {
    const { unitOfWork, workItemViews } = await database.ports({ observe: (names) => names });
    const created = await unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT));
    expect(created).toMatchObject({ key: 'WEB-1', revision: 1, status: 'backlog', reporter: { id: ada, name: 'Ada' } });

    await unitOfWork.run((tx) =>
      updateWorkItem(tx, scope, {
        workItemId: created.id,
        expected: 1,
        changes: { title: 'Write the whole launch plan' },
        references: { assignee: { kind: 'id', id: ada } },
        namesStatus: false,
      }),
    );
    const done = await unitOfWork.run((tx) =>
      transitionWorkItem(tx, scope, { workItemId: created.id, expected: 2, targetStatus: 'done' }),
    );
    expect(done).toMatchObject({ revision: 3, status: 'done', assignee: { id: ada, name: 'Ada' } });
    expect(await workItemViews.one(scope, created.id)).toEqual(done);

    const page = await workItemViews.page(scope, { ...EVERY_ITEM, limit: 10, cursor: undefined });
    expect(page.items.map(({ key }) => key)).toEqual(['WEB-1']);
    const history = await database.sql('select revision, action, detail from work_item_history order by at, id');
    expect(history).toMatchObject([
      { revision: 1, action: 'created', detail: { initial: { status: 'backlog' } } },
      { revision: 2, action: 'title_changed', detail: { from: CONTENT.title, to: 'Write the whole launch plan' } },
      { revision: 2, action: 'assigned', detail: { from: null, to: ada } },
      { revision: 3, action: 'status_changed', detail: { from: 'backlog', to: 'done' } },
    ]);
  });
});
