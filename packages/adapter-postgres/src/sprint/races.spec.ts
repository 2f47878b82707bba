import {
  archiveProject,
  createSprint,
  createWorkItem,
  deleteWorkItem,
  transitionSprint,
  transitionWorkItem,
  updateWorkItem,
  type NamedCompletion,
  type ProjectScope,
} from '@worktrack/application';
import type { SprintId, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { atOnce, codesOf, inTurn, type Attempt } from '../../test/races.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { verifyRecords } from '../owner-tasks.js';

const ROUNDS = process.env.TEST_DEEP === undefined ? 8 : 20;

// There are many rounds, and each opens its own connections for direct set-up and checks.
jest.setTimeout(120_000);

const BACKLOG: NamedCompletion = { mode: 'backlog' };

describe('Two requests about Sprints at once', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let scope: ProjectScope;
  let sprint: SprintId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
  });

  // After all races of the tests the records keep their rules.
  afterAll(async () => {
    const { violations } = await verifyRecords(database.url);
    await database.drop();
    expect(violations).toEqual([]);
  });

  const run = <Result>(attempt: Attempt<Result>) => ports.unitOfWork.run(attempt);
  const start =
    (sprintId: SprintId): Attempt<unknown> =>
    (tx) =>
      transitionSprint(tx, scope, { sprintId, expected: '*', targetState: 'active', completion: undefined });
  const complete =
    (completion: NamedCompletion | undefined): Attempt<unknown> =>
    (tx) =>
      transitionSprint(tx, scope, { sprintId: sprint, expected: '*', targetState: 'done', completion });
  const update =
    (workItemId: WorkItemId, changes: object, references: { sprintId?: SprintId | null } = {}): Attempt<unknown> =>
    (tx) =>
      updateWorkItem(tx, scope, { workItemId, expected: '*', changes, references, namesStatus: false });
  const transition =
    (workItemId: WorkItemId, targetStatus: WorkItemStatus): Attempt<unknown> =>
    (tx) =>
      transitionWorkItem(tx, scope, { workItemId, expected: '*', targetStatus });
  const create =
    (id: SprintId, status: WorkItemStatus = 'todo'): Attempt<unknown> =>
    (tx) =>
      createWorkItem(tx, scope, { ...CONTENT, status, references: { sprintId: id } });
  const item = async (status: WorkItemStatus, sprintId: SprintId | null, storyPoints: number | null = null) => {
    const references = { sprintId };
    return (await run((tx) => createWorkItem(tx, scope, { ...CONTENT, status, storyPoints, references }))).id;
  };

  /** Creates a Project with a future Sprint. */
  const planned = async () => {
    scope = await world.project(await world.organization(), await world.user());
    sprint = await world.sprint(scope);
  };
  /** Creates a Project with an active Sprint. */
  const started = async () => {
    await planned();
    await run(start(sprint));
  };

  /**
   * Checks the invariants of both orders of the requests. Baseline and outcome equal the episodes at the instants of start and end, with
   * status and points as of history. No unfinished item is left in a done Sprint, unless it was added later.
   */
  const expectSound = async () => {
    const of = [scope.projectId];
    const standing = `
      (select case past.action when 'created' then past.detail -> 'initial' ->> 'status' else past.detail ->> 'to' end
       from work_item_history past where past.work_item_id = entry.work_item_id
         and past.action in ('created', 'status_changed') and past.at <= boundary.at
       order by past.sequence desc limit 1) as status,
      (select case past.action when 'created' then past.detail -> 'initial' ->> 'storyPoints' else past.detail ->> 'to' end
       from work_item_history past where past.work_item_id = entry.work_item_id
         and past.action in ('created', 'story_points_changed') and past.at <= boundary.at
       order by past.sequence desc limit 1)::integer as points`;
    const byEpisodes = (instant: string, included: string) =>
      database.sql(
        `select entry.sprint_id, entry.work_item_id, ${standing}
         from sprint_entries entry
         join (select id, ${instant} as at from sprints where project_id = $1 and ${instant} is not null) boundary
           on boundary.id = entry.sprint_id
         left join sprint_exits exit on exit.episode_id = entry.id
         where entry.at <= boundary.at and (exit.at is null or exit.at > boundary.at ${included})
         order by entry.sprint_id, entry.work_item_id`,
        of,
      );
    const frozen = (table: string) =>
      database.sql(
        `select sprint_id, work_item_id, status, story_points as points from ${table} where project_id = $1
         order by sprint_id, work_item_id`,
        of,
      );
    expect(await frozen('sprint_commitments')).toEqual(await byEpisodes('started_at', ''));
    expect(await frozen('sprint_outcomes')).toEqual(
      await byEpisodes('completed_at', `or exit.at = boundary.at and exit.reason = 'completion'`),
    );
    const strays = await database.sql(
      `select item.id from work_items item join sprints sprint on sprint.id = item.sprint_id
       join sprint_entries entry on entry.work_item_id = item.id and entry.sprint_id = sprint.id
       where item.project_id = $1 and item.deleted_at is null and sprint.state = 'done' and entry.at <= sprint.completed_at
         and exists (select from sprint_outcomes outcome where outcome.work_item_id = item.id
           and outcome.sprint_id = sprint.id and outcome.status <> 'done')
         and not exists (select from sprint_exits exit where exit.episode_id = entry.id)`,
      of,
    );
    expect(strays).toEqual([]);
    const misplaced = await database.sql(
      `select item.id from work_items item
       left join sprint_entries entry on entry.work_item_id = item.id
         and not exists (select from sprint_exits exit where exit.episode_id = entry.id)
       where item.project_id = $1 and item.deleted_at is null and item.sprint_id is distinct from entry.sprint_id`,
      of,
    );
    expect(misplaced).toEqual([]);
  };

  const sprintOf = async (id: WorkItemId) =>
    (await database.sql<{ sprint: string | null }>('select sprint_id as sprint from work_items where id = $1', [id]))[0]
      ?.sprint;
  const frozenIn = async (table: 'sprint_commitments' | 'sprint_outcomes', id = sprint) =>
    (
      await database.sql<{ id: string }>(`select work_item_id as id from ${table} where sprint_id = $1 order by id`, [
        id,
      ])
    ).map((row) => row.id);

  describe('that start two Sprints of a Project', () => {
    it('let the earlier one win', async () => {
      await planned();
      const outcomes = await inTurn(
        database,
        ports.unitOfWork,
        start(sprint),
        start(await world.sprint(scope, 'Rival')),
      );
      expect(codesOf(outcomes)).toEqual(['done', 'ACTIVE_SPRINT_EXISTS']);
      await expectSound();
    });

    it('let the same one start once', async () => {
      await planned();
      const outcomes = await inTurn(database, ports.unitOfWork, start(sprint), start(sprint));
      expect(codesOf(outcomes)).toEqual(['done', 'INVALID_SPRINT_TRANSITION']);
    });
  });

  describe('of which one creates a Sprint in a Project that the other archives', () => {
    const plan = { name: 'Late', startDate: null, endDate: null, goal: null, targetPoints: null };
    const add: Attempt<unknown> = (tx) => createSprint(tx, scope, plan);
    const archive: Attempt<unknown> = (tx) => archiveProject(tx, scope, '*');

    it('the Sprint is there when it came first, and refused when it came later', async () => {
      await planned();
      expect(codesOf(await inTurn(database, ports.unitOfWork, add, archive))).toEqual(['done', 'done']);
      await planned();
      expect(codesOf(await inTurn(database, ports.unitOfWork, archive, add))).toEqual(['done', 'PROJECT_ARCHIVED']);
    });
  });

  describe('of which one puts a Work Item into a Sprint that the other starts', () => {
    it('the item is committed when it came first', async () => {
      await planned();
      const id = await item('todo', null);
      const put = update(id, {}, { sprintId: sprint });
      expect(codesOf(await inTurn(database, ports.unitOfWork, put, start(sprint)))).toEqual(['done', 'done']);
      expect(await frozenIn('sprint_commitments')).toEqual([id]);
      await expectSound();
    });

    it('the item is an addition when the start came first', async () => {
      await planned();
      const id = await item('todo', null);
      const put = update(id, {}, { sprintId: sprint });
      expect(codesOf(await inTurn(database, ports.unitOfWork, start(sprint), put))).toEqual(['done', 'done']);
      expect(await frozenIn('sprint_commitments')).toEqual([]);
      await expectSound();
    });

    it('the item is taken out before the start, or after it', async () => {
      for (const startFirst of [true, false]) {
        await planned();
        const id = await item('todo', sprint);
        const take = update(id, {}, { sprintId: null });
        const both = startFirst ? ([start(sprint), take] as const) : ([take, start(sprint)] as const);
        expect(codesOf(await inTurn(database, ports.unitOfWork, ...both))).toEqual(['done', 'done']);
        expect(await frozenIn('sprint_commitments')).toEqual(startFirst ? [id] : []);
        await expectSound();
      }
    });
  });

  describe('of which one puts a Work Item into a Sprint that the other completes', () => {
    it('the item goes on with the others when it came first', async () => {
      await started();
      const id = await item('todo', null);
      const put = update(id, {}, { sprintId: sprint });
      expect(codesOf(await inTurn(database, ports.unitOfWork, put, complete(BACKLOG)))).toEqual(['done', 'done']);
      expect([await sprintOf(id), await frozenIn('sprint_outcomes')]).toEqual([null, [id]]);
      await expectSound();
    });

    it('the completion is refused when the item came first and nobody said where it goes', async () => {
      await started();
      const outcomes = await inTurn(database, ports.unitOfWork, create(sprint), complete(undefined));
      expect(codesOf(outcomes)).toEqual(['done', 'SPRINT_HAS_UNFINISHED_WORK_ITEMS']);
      await expectSound();
    });

    it('the item is in a Sprint that is done when the completion came first', async () => {
      await started();
      const id = await item('todo', null);
      const put = update(id, {}, { sprintId: sprint });
      expect(codesOf(await inTurn(database, ports.unitOfWork, complete(BACKLOG), put))).toEqual(['done', 'done']);
      expect([await sprintOf(id), await frozenIn('sprint_outcomes')]).toEqual([sprint, []]);
      await expectSound();
    });
  });

  describe('of which one changes a finished Work Item of a Sprint that the other completes', () => {
    const estimate = (id: WorkItemId) => update(id, { storyPoints: 8 });
    const outcome = async () =>
      (await database.sql('select story_points as points from sprint_outcomes where sprint_id = $1', [sprint]))[0];

    it.each([
      ['a new estimate that comes first counts', true, { points: 8 }],
      ['one that comes later does not', false, { points: 5 }],
    ])('%s', async (_what, estimateFirst, expected) => {
      await started();
      const id = await item('done', sprint, 5);
      const both = estimateFirst
        ? ([estimate(id), complete(undefined)] as const)
        : ([complete(undefined), estimate(id)] as const);
      expect(codesOf(await inTurn(database, ports.unitOfWork, ...both))).toEqual(['done', 'done']);
      expect(await outcome()).toEqual(expected);
      await expectSound();
    });
  });

  describe('of which one moves a Work Item of a Sprint that the other completes', () => {
    it('it stays when it was finished first', async () => {
      await started();
      const id = await item('in_progress', sprint);
      const both = [transition(id, 'done'), complete(undefined)] as const;
      expect(codesOf(await inTurn(database, ports.unitOfWork, ...both))).toEqual(['done', 'done']);
      expect(await sprintOf(id)).toBe(sprint);
      await expectSound();
    });

    it('it is finished in the backlog when the completion came first', async () => {
      await started();
      const id = await item('in_progress', sprint);
      const both = [complete(BACKLOG), transition(id, 'done')] as const;
      expect(codesOf(await inTurn(database, ports.unitOfWork, ...both))).toEqual(['done', 'done']);
      expect(await sprintOf(id)).toBeNull();
      await expectSound();
    });

    it('a reopened one goes on when it came first', async () => {
      await started();
      const id = await item('done', sprint);
      const both = [transition(id, 'todo'), complete(BACKLOG)] as const;
      expect(codesOf(await inTurn(database, ports.unitOfWork, ...both))).toEqual(['done', 'done']);
      expect(await sprintOf(id)).toBeNull();
      await expectSound();
    });
  });

  describe('of which one renames a Work Item that has left a Sprint that the other completes', () => {
    const left = async () => {
      await started();
      const id = await item('todo', sprint);
      await run(update(id, {}, { sprintId: null }));
      return id;
    };
    const rename = (id: WorkItemId) => update(id, { title: 'Renamed' });
    const titles = async () =>
      database.sql(
        `select departure.title as kept, (
           select past.detail ->> 'to' from work_item_history past
           where past.work_item_id = departure.work_item_id and past.action = 'title_changed' and past.at <= departure.at
         ) as recorded
         from sprint_departures departure where departure.sprint_id = $1`,
        [sprint],
      );

    it('the report has its new title when it came first, and its old one for ever when it came later', async () => {
      let id = await left();
      await inTurn(database, ports.unitOfWork, rename(id), complete(undefined));
      expect(await titles()).toEqual([{ kept: 'Renamed', recorded: 'Renamed' }]);
      id = await left();
      await inTurn(database, ports.unitOfWork, complete(undefined), rename(id));
      expect(await titles()).toEqual([{ kept: CONTENT.title, recorded: null }]);
    });
  });

  it('deletions and removals meet a completion without a deadlock, and are on one side of its end', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await started();
      const id = await item(round % 3 === 0 ? 'done' : 'todo', sprint);
      const leave: Attempt<unknown> =
        round % 2 === 0
          ? (tx) => deleteWorkItem(tx, scope, { workItemId: id, expected: '*', cascade: true })
          : update(id, {}, { sprintId: null });
      expect(codesOf(await atOnce(ports.unitOfWork, leave, complete(BACKLOG)))).toEqual(['done', 'done']);
      await expectSound();
    }
  });

  describe('of which one completes a Sprint into another that the other starts', () => {
    let target: SprintId;
    let carried: WorkItemId;
    const prepared = async () => {
      await started();
      target = await world.sprint(scope, 'Next');
      carried = await item('todo', sprint);
    };
    const intoTarget = (): NamedCompletion => ({ mode: 'sprint', targetSprintId: target });

    it('the carryover is committed when the completion came first', async () => {
      await prepared();
      const outcomes = await inTurn(database, ports.unitOfWork, complete(intoTarget()), start(target));
      expect(codesOf(outcomes)).toEqual(['done', 'done']);
      expect(await frozenIn('sprint_commitments', target)).toEqual([carried]);
      await expectSound();
    });

    it('the start is refused when it came first, and leaves the completion alone', async () => {
      await prepared();
      await expect(run(start(target))).rejects.toMatchObject({ code: 'ACTIVE_SPRINT_EXISTS' });
      await run(complete(intoTarget()));
      expect(await sprintOf(carried)).toBe(target);
      await expectSound();
    });
  });
});
