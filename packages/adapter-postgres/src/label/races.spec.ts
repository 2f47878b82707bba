import {
  archiveWorkItem,
  attachLabel,
  changeLabel,
  createLabel,
  createWorkItem,
  deleteLabel,
  detachLabel,
  updateWorkItem,
  type ProjectScope,
} from '@worktrack/application';
import { Color, LabelName, type ExpectedRevision, type LabelId, type WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { atOnce, codesOf, inTurn, type Attempt, type Outcomes } from '../../test/races.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { verifyRecords } from '../owner-tasks.js';

const ROUNDS = Array.from({ length: process.env.TEST_DEEP === undefined ? 12 : 50 }, (_, round) => round);

// There are many rounds, and each opens its own connections for direct set-up and checks.
jest.setTimeout(60_000);

describe('Two requests about labels at once', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let scope: ProjectScope;
  let names = 0;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    scope = await world.project(await world.organization(), await world.user());
    ports = await database.ports();
  });

  // After all races of the tests the records keep their rules.
  afterAll(async () => {
    const { violations } = await verifyRecords(database.url);
    await database.drop();
    expect(violations).toEqual([]);
  });

  const unusedName = () => `label ${(names += 1)}`;
  const item = async () => (await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT))).id;

  const create =
    (name: string): Attempt<unknown> =>
    (tx) =>
      createLabel(tx, scope, { name: LabelName.parse(name)!, color: Color.default });
  const attach =
    (workItemId: WorkItemId, id: LabelId, expected: ExpectedRevision = '*'): Attempt<unknown> =>
    (tx) =>
      attachLabel(tx, scope, { workItemId, expected, label: { id } });
  const detach =
    (workItemId: WorkItemId, labelId: LabelId): Attempt<unknown> =>
    (tx) =>
      detachLabel(tx, scope, { workItemId, expected: '*', labelId });
  const patch =
    (workItemId: WorkItemId, expected: ExpectedRevision = '*'): Attempt<unknown> =>
    (tx) =>
      updateWorkItem(tx, scope, {
        workItemId,
        expected,
        changes: { title: unusedName() },
        references: {},
        namesStatus: false,
      });
  const archive =
    (workItemId: WorkItemId): Attempt<unknown> =>
    (tx) =>
      archiveWorkItem(tx, scope, { workItemId, expected: '*' });

  const stored = async (id: WorkItemId) => {
    const [found] = await database.sql(
      `select revision,
         array(select label_id::text from work_item_labels where work_item_id = $1) as labels,
         array(select revision || ' ' || action from work_item_history where work_item_id = $1 order by sequence) as history
       from work_items where id = $1`,
      [id],
    );
    return found;
  };

  describe('that create "X" and "x"', () => {
    it.each([
      ['X', 'x'],
      ['x', 'X'],
    ])('let the earlier one win: %s, then %s', async (first, second) => {
      const name = unusedName();
      const both = [create(`${name} ${first}`), create(`${name} ${second}`)] as const;
      const outcomes = await inTurn(database, ports.unitOfWork, ...both);
      expect(codesOf(outcomes)).toEqual(['done', 'CONFLICT']);
    });
  });

  describe('at a Project with 1,999 labels', () => {
    const nearlyFull = async () => {
      const full = await world.project(scope.organizationId, scope.actorId);
      await database.sql(
        `insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
         select $1, gen_random_uuid(), $2, 'filler ' || n, 'filler ' || n, '#112233', now() from generate_series(1, 1999) n`,
        [full.organizationId, full.projectId],
      );
      return full;
    };
    const createIn =
      (project: ProjectScope, name: string): Attempt<unknown> =>
      (tx) =>
        createLabel(tx, project, { name: LabelName.parse(name)!, color: Color.default });
    const countIn = async ({ projectId }: ProjectScope) => {
      const [counted] = await database.sql<{ labels: number }>(
        'select count(*)::integer as labels from labels where project_id = $1',
        [projectId],
      );
      return counted?.labels;
    };

    it('create one, and the later request is refused with the limit', async () => {
      const full = await nearlyFull();
      const outcomes = await inTurn(database, ports.unitOfWork, createIn(full, 'one'), createIn(full, 'two'));
      expect(codesOf(outcomes)).toEqual(['done', 'CONFLICT']);
      expect((outcomes[1] as PromiseRejectedResult).reason).toMatchObject({
        message: 'The Project has 2000 labels or more, and no more are possible.',
      });
      expect(await countIn(full)).toBe(2_000);
    });

    it('do not wait for each other where their Projects differ', async () => {
      const [one, other] = [await nearlyFull(), await nearlyFull()];
      await ports.unitOfWork.run(async (tx) => {
        await createIn(one, 'held')(tx);
        await ports.unitOfWork.run(createIn(other, 'beside'));
      });
      expect([await countIn(one), await countIn(other)]).toEqual([2_000, 2_000]);
    });
  });

  describe('at a Work Item with 99 labels', () => {
    const nearlyFull = async (labels = 99) => {
      const id = await item();
      await database.sql(
        `with made as (
           insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
           select $1, gen_random_uuid(), $2, name, name, '#112233', now()
           from generate_series(1, $4::integer) n, concat($3::text, ' ', n) name
           returning id
         )
         insert into work_item_labels (organization_id, project_id, work_item_id, label_id) select $1, $2, $3::uuid, id from made`,
        [scope.organizationId, scope.projectId, id, labels],
      );
      return id;
    };
    const labelsOf = async (id: WorkItemId) => {
      const labels = await database.sql<{ id: LabelId }>(
        'select label_id as id from work_item_labels where work_item_id = $1',
        [id],
      );
      return labels.map((label) => label.id);
    };

    it('attach one, and the later request is refused with the limit', async () => {
      const [id, one, other] = [
        await nearlyFull(),
        await world.label(scope, unusedName()),
        await world.label(scope, unusedName()),
      ];
      const outcomes = await inTurn(database, ports.unitOfWork, attach(id, one), attach(id, other));
      expect(codesOf(outcomes)).toEqual(['done', 'CONFLICT']);
      expect((outcomes[1] as PromiseRejectedResult).reason).toMatchObject({
        message: expect.stringMatching(/^P\d+-\d+ has 100 labels or more, and no more are possible\.$/) as string,
      });
      expect(await labelsOf(id)).toHaveLength(100);
    });

    it('keep and detach what an item has above the bound from before', async () => {
      const id = await nearlyFull(150);
      const [first = '' as LabelId] = await labelsOf(id);
      await ports.unitOfWork.run(attach(id, first));
      await ports.unitOfWork.run(detach(id, first));
      const another = await world.label(scope, unusedName());
      await expect(ports.unitOfWork.run(attach(id, another))).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(await labelsOf(id)).toHaveLength(149);
    });
  });

  describe('that attach the same label', () => {
    const expectOnce = async (id: WorkItemId, label: LabelId, outcomes: Outcomes<unknown>) => {
      expect(codesOf(outcomes)).toEqual(['done', 'done']);
      expect(outcomes.map((outcome) => (outcome as { value?: object }).value)).toEqual([
        expect.objectContaining({ revision: 2 }),
        expect.objectContaining({ revision: 2 }),
      ]);
      expect(await stored(id)).toEqual({ revision: 2, labels: [label], history: ['1 created', '2 label_added'] });
    };

    it('are one revision when the second waits for the first', async () => {
      const [id, label] = [await item(), await world.label(scope, unusedName())];
      await expectOnce(id, label, await inTurn(database, ports.unitOfWork, attach(id, label), attach(id, label)));
    });

    it('are one success over the same revision', async () => {
      const [id, label] = [await item(), await world.label(scope, unusedName())];
      const outcomes = await inTurn(database, ports.unitOfWork, attach(id, label, 1), attach(id, label, 1));
      expect(codesOf(outcomes)).toEqual(['done', 'REVISION_CONFLICT']);
    });
  });

  describe('of which one detaches what the other detaches or attaches', () => {
    it('take it off once', async () => {
      const [id, label] = [await item(), await world.label(scope, unusedName())];
      await ports.unitOfWork.run(attach(id, label));
      const outcomes = await inTurn(database, ports.unitOfWork, detach(id, label), detach(id, label));
      expect(codesOf(outcomes)).toEqual(['done', 'NOT_FOUND']);
      expect(await stored(id)).toMatchObject({ revision: 3, labels: [] });
    });

    it('leave what the later one says', async () => {
      const [id, label] = [await item(), await world.label(scope, unusedName())];
      expect(codesOf(await inTurn(database, ports.unitOfWork, attach(id, label), detach(id, label)))).toEqual([
        'done',
        'done',
      ]);
      expect(await stored(id)).toEqual({
        revision: 3,
        labels: [],
        history: ['1 created', '2 label_added', '3 label_removed'],
      });
    });
  });

  describe('of which one attaches while the other updates the Work Item', () => {
    it.each([
      ['attach, then update', true],
      ['update, then attach', false],
    ])('both find their place: %s', async (_what, attachFirst) => {
      const [id, label] = [await item(), await world.label(scope, unusedName())];
      const both = attachFirst ? ([attach(id, label), patch(id)] as const) : ([patch(id), attach(id, label)] as const);
      expect(codesOf(await inTurn(database, ports.unitOfWork, ...both))).toEqual(['done', 'done']);
      const [second, third] = attachFirst ? ['label_added', 'title_changed'] : ['title_changed', 'label_added'];
      expect(await stored(id)).toEqual({
        revision: 3,
        labels: [label],
        history: ['1 created', `2 ${second}`, `3 ${third}`],
      });
    });

    it('one of them wins who change the same revision', async () => {
      for (const round of ROUNDS) {
        const [id, label] = [await item(), await world.label(scope, `exact ${round}`)];
        const outcomes = await atOnce(ports.unitOfWork, attach(id, label, 1), patch(id, 1));
        expect(codesOf(outcomes).sort()).toEqual(['REVISION_CONFLICT', 'done']);
        const attached = outcomes[0].status === 'fulfilled';
        expect(await stored(id)).toEqual({
          revision: 2,
          labels: attached ? [label] : [],
          history: ['1 created', attached ? '2 label_added' : '2 title_changed'],
        });
      }
    });
  });

  describe('of which one attaches while the other archives the Work Item', () => {
    it('the label is refused behind the archive', async () => {
      const [id, label] = [await item(), await world.label(scope, unusedName())];
      const outcomes = await inTurn(database, ports.unitOfWork, archive(id), attach(id, label));
      expect(codesOf(outcomes)).toEqual(['done', 'WORK_ITEM_ARCHIVED']);
      expect(await stored(id)).toEqual({ revision: 2, labels: [], history: ['1 created', '2 archived'] });
    });

    it('the archive waits for the label', async () => {
      const [id, label] = [await item(), await world.label(scope, unusedName())];
      const outcomes = await inTurn(database, ports.unitOfWork, attach(id, label), archive(id));
      expect(codesOf(outcomes)).toEqual(['done', 'done']);
      const history = ['1 created', '2 label_added', '3 archived'];
      expect(await stored(id)).toEqual({ revision: 3, labels: [label], history });
    });
  });

  describe('of which one deletes the label', () => {
    const remove =
      (id: LabelId, expected: ExpectedRevision = '*'): Attempt<unknown> =>
      (tx) =>
        deleteLabel(tx, scope, { id, expected });
    const rename =
      (id: LabelId, expected: ExpectedRevision = '*'): Attempt<unknown> =>
      (tx) =>
        changeLabel(tx, scope, { id, expected, changes: { name: LabelName.parse(unusedName())! } });

    it('the other attaches nothing behind the deletion', async () => {
      const [id, label] = [await item(), await world.label(scope, unusedName())];
      const outcomes = await inTurn(database, ports.unitOfWork, remove(label), attach(id, label));
      expect(codesOf(outcomes)).toEqual(['done', 'NOT_FOUND']);
      expect(await stored(id)).toMatchObject({ revision: 1, labels: [] });
    });

    it('the deletion is refused behind what attaches it', async () => {
      const [id, label] = [await item(), await world.label(scope, unusedName())];
      const outcomes = await inTurn(database, ports.unitOfWork, attach(id, label), remove(label));
      expect(codesOf(outcomes)).toEqual(['done', 'CONFLICT']);
      expect(await stored(id)).toMatchObject({ revision: 2, labels: [label] });
    });

    it('it is deleted once, and never renamed afterwards', async () => {
      const label = await world.label(scope, unusedName());
      expect(codesOf(await inTurn(database, ports.unitOfWork, remove(label), remove(label)))).toEqual([
        'done',
        'NOT_FOUND',
      ]);
      const another = await world.label(scope, unusedName());
      expect(codesOf(await inTurn(database, ports.unitOfWork, rename(another), remove(another, 1)))).toEqual([
        'done',
        'REVISION_CONFLICT',
      ]);
    });
  });
});
