import {
  attachLabel,
  createComment,
  createLabel,
  createLink,
  createProject,
  createSprint,
  createWorkItem,
  deleteComment,
  deleteLink,
  deleteWorkItem,
  detachLabel,
  editComment,
  transitionSprint,
  transitionWorkItem,
  updateWorkItem,
  type ProjectScope,
  type Transaction,
  type WorkItemSort,
} from '@worktrack/application';
import { Color, LabelName, type CommentId, type LabelId, type LinkId, type WorkItemId } from '@worktrack/domain';
import { CONTENT, EVERY_ITEM } from '../test/content.js';
import { fill } from '../test/many-work-items.js';
import { mutate } from '../test/mutate.js';
import { TestDatabase } from '../test/test-database.js';
import { World } from '../test/world.js';
import { postgresAdapters } from './adapters.js';
import type { Database } from './database.js';

/** PostgreSQL plans a prepared statement for its values at most this often, before it compares the costs with the plan that it keeps. */
const TRIED = 5;
const TIMES = 10;

interface Plans {
  readonly name: string;
  readonly custom: number;
  readonly generic: number;
}

describe('No hot statement is planned at each execution', () => {
  let database: TestDatabase;
  let opened: Database;
  let ports: ReturnType<typeof postgresAdapters>;
  let scope: ProjectScope;
  let token: string;
  let items: WorkItemId[];
  let labelId: LabelId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    const ada = await world.user();
    const acme = await world.organization();
    await world.member(acme, ada, 'owner');
    scope = await world.project(acme, ada, 'WEB');
    token = await world.token(ada, [{ organization: acme }]);
    const labelIds: LabelId[] = [];
    for (let n = 0; n < 25; n += 1) labelIds.push(await world.label(scope, `label ${n}`));
    labelId = labelIds[0]!;
    await fill(database, scope, { items: 5_000, ada, sprintId: await world.sprint(scope), labelIds });
    await database.sql('update project_counters set last_number = 5000');
    await database.sql('vacuum analyze');
    const ids = await database.sql<{ id: WorkItemId }>(`select id from work_items order by number limit 400`);
    items = ids.map(({ id }) => id);
    // One connection, so that all statements are prepared in one session.
    opened = await database.open({ poolMax: 1 });
    ports = postgresAdapters(opened);
  }, 120_000);

  afterAll(() => database.drop());

  /** Runs `work` ten times, and returns how often each statement was planned for its values in all tests so far. */
  const planned = async (work: (time: number) => Promise<unknown>): Promise<readonly Plans[]> => {
    for (let time = 0; time < TIMES; time += 1) await work(time);
    return opened.sql<Plans>(
      'test.kept-plans',
      `select name, custom_plans::integer as custom, generic_plans::integer as generic from pg_prepared_statements
       where $1 and name not like 'test.%'`,
      [true],
    );
  };
  const tooOften = (plans: readonly Plans[]) =>
    plans.filter(({ custom }) => custom > TRIED).map(({ name, custom }) => `${name}: ${custom}`);
  const mutation = (work: (tx: Transaction) => Promise<unknown>) => mutate(ports.unitOfWork, scope, work);

  it('of a request that reads', async () => {
    const read = async (time: number) => {
      await ports.authenticator.authenticate(token);
      await ports.pathResources.find({ ...scope, onlyProjects: undefined }, { projectKey: scope.projectKey });
      const named = { projectKey: scope.projectKey, workItemNumber: time + 1 };
      await ports.pathResources.find({ ...scope, onlyProjects: undefined }, named);
      await ports.workItemViews.one(scope, items[time]!);
      await ports.workItemViews.at(scope, time + 1);
    };
    expect(tooOften(await planned(read))).toEqual([]);
  });

  it.each<[WorkItemSort, number]>([
    ['updated', 50],
    ['updated', 100],
    ['dueDate', 50],
    ['priority', 50],
    ['rank', 50],
  ])('of the first and the later pages of a list by %s, %i on each', async (sort, limit) => {
    let cursor: string | undefined;
    const read = async () => {
      const { page } = await ports.workItemViews.page(scope, { ...EVERY_ITEM, sort, limit, cursor });
      cursor = page.nextCursor ?? undefined;
    };
    expect(tooOften(await planned(read))).toEqual([]);
  });

  it('of a mutation of one Work Item', async () => {
    const to = ['done', 'todo'] as const;
    const work = async (time: number) => {
      const workItemId = items[19]!;
      const target = { workItemId, expected: '*' } as const;
      const update = (changes: object) =>
        mutation((tx) => updateWorkItem(tx, scope, { ...target, changes, references: {}, namesStatus: false }));
      await mutation((tx) => createWorkItem(tx, scope, CONTENT));
      await update({ title: `Title ${time}` });
      await update({ priority: time % 2 ? 'high' : 'low' });
      await update({ storyPoints: time + 1 });
      await mutation((tx) => transitionWorkItem(tx, scope, { ...target, targetStatus: to[time % 2]! }));
      await mutation((tx) => attachLabel(tx, scope, { ...target, label: { id: labelId } })).catch(() => undefined);
      await mutation((tx) => detachLabel(tx, scope, { ...target, labelId }));
      let commentId = '' as CommentId;
      await mutation(async (tx) => {
        const made = await createComment(tx, scope, { workItemId, body: 'Why?', parentCommentId: null });
        commentId = made.id;
      });
      await mutation((tx) => editComment(tx, scope, { workItemId, commentId, body: 'Because' }));
      await mutation((tx) => deleteComment(tx, scope, { workItemId, commentId }));
      const organization = { ...scope, role: 'owner', onlyProjects: undefined } as never;
      const otherWorkItemId = items[21]!;
      let linkId = '' as LinkId;
      await mutation(async (tx) => {
        const link = { workItemId, relation: 'blocks', target: { kind: 'id', id: otherWorkItemId } } as const;
        linkId = (await createLink(tx, organization, link)).id;
      });
      await mutation((tx) => deleteLink(tx, organization, { workItemId, linkId, otherWorkItemId }));
      const child = items[200 + time]!;
      const references = { parent: { kind: 'id', id: items[30]! } } as const;
      const moved = { workItemId: child, expected: '*', changes: {}, references, namesStatus: false } as const;
      await mutation((tx) => updateWorkItem(tx, scope, moved));
      await mutation((tx) => deleteWorkItem(tx, scope, { workItemId: child, expected: '*', cascade: false }));
    };
    expect(tooOften(await planned(work))).toEqual([]);
  });

  it('of a mutation of a label, a Sprint or a Project', async () => {
    const work = async (time: number) => {
      await mutation((tx) => createLabel(tx, scope, { name: LabelName.parse(`kept ${time}`)!, color: Color.default }));
      const plan = { name: `Sprint ${time}`, startDate: null, endDate: null, goal: null, targetPoints: null };
      let sprintId = '' as never;
      await mutation(async (tx) => {
        sprintId = (await createSprint(tx, scope, plan)).id as never;
      });
      for (const targetState of ['active', 'done'] as const) {
        const completion = { mode: 'backlog' } as const;
        const transition = { sprintId, expected: '*', targetState, completion } as const;
        await mutation((tx) => transitionSprint(tx, scope, transition));
      }
      const organization = { ...scope, role: 'owner', onlyProjects: undefined } as const;
      const website = { name: `Website ${time}`, key: undefined, description: null, color: Color.default };
      await mutation((tx) => createProject(tx, organization, website));
    };
    expect(tooOften(await planned(work))).toEqual([]);
  });
});
