import {
  archiveWorkItem,
  bulkCreation,
  bulkTransition,
  bulkUpdate,
  deleteWorkItem,
  rebuildReports,
  runBulk,
  transitionSprint,
  transitionWorkItem,
  type BulkOperation,
  type ProjectScope,
} from '@worktrack/application';
import { WORK_ITEM_STATUSES, type Slug, type WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';

jest.setTimeout(1_200_000);

const OPERATIONS = process.env.TEST_DEEP === undefined ? 600 : 10_000;
const A_REQUEST = 100;

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

describe(`What reports keep precomputed (SEED=${seed})`, () => {
  const random = randomNumbers(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const anyOf = <Value>(values: readonly [Value, ...Value[]]): Value => values[upTo(values.length)] ?? values[0];

  let database: TestDatabase;
  let world: World;
  let unitOfWork: Ports['unitOfWork'];
  let administration: Ports['administration'];
  let scope: ProjectScope;
  const slug = 'acme' as Slug;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ({ administration, unitOfWork } = await database.ports());
    scope = await world.project(await world.organization({ slug }), await world.user(), 'WEB');
    await live();
  });

  afterAll(() => database.drop());

  let numbers = 0;
  const creation = () => {
    numbers += 1;
    const storyPoints = random() < 0.5 ? null : upTo(13);
    return bulkCreation(scope.projectKey, { ...CONTENT, status: anyOf(WORK_ITEM_STATUSES), storyPoints });
  };
  const operation = (): BulkOperation => {
    const dice = random();
    if (dice < 0.12) return creation();
    // Pick one of few items, so that one request often changes an item several times.
    const number = Math.max(1, numbers - upTo(Math.min(numbers, 60)));
    const { projectKey } = scope;
    const target = { projectKey, workItemKey: { projectKey, number }, expected: '*' } as const;
    if (dice < 0.75) return bulkTransition(target, anyOf(WORK_ITEM_STATUSES));
    const changes = dice < 0.95 ? { storyPoints: random() < 0.3 ? null : upTo(13) } : { title: `Title ${dice}` };
    return bulkUpdate(target, { changes, references: {}, namesStatus: false });
  };

  const itemAt = async (number: number): Promise<WorkItemId | undefined> => {
    const [item] = await database.sql<{ id: WorkItemId }>(
      'select id from work_items where project_id = $1 and number = $2 and deleted_at is null and archived_at is null',
      [scope.projectId, number],
    );
    return item?.id;
  };

  /** Runs requests of a hundred operations each, and between them changes of neither status nor points. */
  async function live(): Promise<void> {
    const organization = world.scope(scope.organizationId, scope.actorId);
    const first = Array.from({ length: A_REQUEST / 2 }, creation);
    await unitOfWork.run((tx) => runBulk(tx, organization, first));
    for (let done = 0; done < OPERATIONS; done += A_REQUEST) {
      const before = numbers;
      const request = Array.from({ length: A_REQUEST }, operation);
      const outcomes = await unitOfWork.run((tx) => runBulk(tx, organization, request));
      expect(outcomes.filter((outcome) => !('refusal' in outcome)).length).toBeGreaterThan(numbers - before);
      const [archived, deleted] = [await itemAt(1 + upTo(numbers)), await itemAt(1 + upTo(numbers))];
      const only = { expected: '*' } as const;
      if (archived) await unitOfWork.run((tx) => archiveWorkItem(tx, scope, { ...only, workItemId: archived }));
      if (deleted && deleted !== archived) {
        await unitOfWork.run((tx) => deleteWorkItem(tx, scope, { ...only, workItemId: deleted, cascade: true }));
      }
    }
    const sprintId = await world.sprint(scope);
    for (const targetState of ['active', 'done'] as const) {
      const command = { sprintId, expected: '*', targetState, completion: { mode: 'backlog' } } as const;
      await unitOfWork.run((tx) => transitionSprint(tx, scope, command));
    }
  }

  const rebuild = async () => (await rebuildReports(administration, slug, undefined))[0];

  it('is what history makes of it, whatever was done in whatever order', async () => {
    const [counted] = await database.sql<{ rows: number; zero: number }>(
      `select ((select count(*) from status_spans) + (select count(*) from item_flow))::integer as rows,
         (select count(*)::integer from status_spans span join status_spans next
            on next.work_item_id = span.work_item_id and next.sequence = span.sequence + 1 and next.began_at = span.began_at
         ) as zero`,
    );
    expect(counted?.rows).toBeGreaterThan(OPERATIONS / 3);
    // The test is about changes of one instant, so there have to be many.
    expect(counted?.zero).toBeGreaterThan(OPERATIONS / 50);
    expect(await rebuild()).toEqual({ key: 'WEB', rows: counted?.rows, identical: true });
  });

  it.each([
    ['a span that is gone', `delete from status_spans where sequence = 2 and work_item_id = $1`],
    ['the spans of an item that are all gone', `delete from status_spans where work_item_id = $1`],
    [
      'a span that never was',
      `insert into status_spans (organization_id, project_id, work_item_id, sequence, began_at, status)
       select organization_id, project_id, id, 10000, now(), 'todo' from work_items where id = $1`,
    ],
    ['other points', `update status_spans set story_points = 77 where sequence = 2 and work_item_id = $1`],
    ['an instant', `update item_flow set since = since + interval '1 millisecond' where work_item_id = $1`],
    [
      'a first entry that never was',
      `update item_flow set in_review_at = coalesce(in_review_at, since) + interval '1 millisecond' where work_item_id = $1`,
    ],
    ['a way that is gone', `delete from item_flow where work_item_id = $1`],
  ])('is found to differ by %s, and corrected, once', async (_, tampering) => {
    const kept = () =>
      database.sql(
        `select (select jsonb_agg(span order by work_item_id, sequence) from status_spans span) as spans,
           (select jsonb_agg(flow order by work_item_id) from item_flow flow) as flows`,
      );
    const before = await kept();
    const [item] = await database.sql<{ id: WorkItemId }>(
      `select work_item_id as id from status_spans where sequence = 2 order by work_item_id offset $1 limit 1`,
      [upTo(30)],
    );
    await database.sql(tampering, [item?.id]);
    expect(await kept()).not.toEqual(before);
    expect(await rebuild()).toMatchObject({ identical: false });
    expect(await kept()).toEqual(before);
    expect(await rebuild()).toMatchObject({ identical: true });
  });

  it('is compared without waiting for a concurrent change, and without a false difference', async () => {
    const [item] = await database.sql<{ id: WorkItemId }>(
      `select id from work_items where project_id = $1 and deleted_at is null and archived_at is null and status = 'todo' limit 1`,
      [scope.projectId],
    );
    const workItemId = item!.id;
    await unitOfWork.run(async (tx) => {
      await transitionWorkItem(tx, scope, { workItemId, expected: '*', targetStatus: 'done' });
      expect(await rebuild()).toMatchObject({ identical: true });
    });
    expect(await rebuild()).toMatchObject({ identical: true });
  });

  it('is corrected after a concurrent change of the item', async () => {
    const [item] = await database.sql<{ id: WorkItemId }>(
      `select id from work_items where project_id = $1 and deleted_at is null and archived_at is null and status = 'done' limit 1`,
      [scope.projectId],
    );
    const workItemId = item!.id;
    await database.sql(`update status_spans set story_points = 77 where work_item_id = $1`, [workItemId]);
    const correction = await unitOfWork.run(async (tx) => {
      await transitionWorkItem(tx, scope, { workItemId, expected: '*', targetStatus: 'todo' });
      const waiting = rebuild();
      await database.untilSomebodyWaits();
      const [waits] = await database.sql<{ query: string }>(
        `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return { waiting, query: waits?.query };
    });
    expect(await correction.waiting).toMatchObject({ identical: false });
    // It waits before it deletes anything: the request would wait for its deletion, and both would wait in a circle.
    expect(correction.query).toMatch(/^select id from work_items .* for no key update$/s);
    expect(await rebuild()).toMatchObject({ identical: true });
    await withClient(database.url, async (client) => {
      const { rows } = await client.query(`select max(sequence) from status_spans where story_points = 77`);
      expect(rows).toEqual([{ max: null }]);
    });
  });
});
