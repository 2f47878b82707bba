import {
  attachLabel,
  transitionWorkItem,
  transitionsOf,
  updateWorkItem,
  type Transaction,
  type UpdateWorkItem,
} from '@worktrack/application';
import { WORK_ITEM_PRIORITIES, WORK_ITEM_TYPES, type WorkItem, type WorkItemId } from '@worktrack/domain';
import { withClient } from '../../test/test-database.js';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { mutate } from '../../test/mutate.js';
import { projectSuite } from '../../test/suite.js';

const CHANGES = 60;

describe(`The view of a changed Work Item (SEED=${seed})`, () => {
  const suite = projectSuite();
  const random = randomNumbers(seed);
  const numberBelow = (bound: number) => Math.floor(random() * bound);
  const oneOf = <Value>(values: readonly Value[]): Value => values[numberBelow(values.length)] as Value;

  const read = (id: WorkItemId) => suite.ports.workItemViews.one(suite.scope, id);
  const update = (tx: Transaction, workItemId: WorkItemId, change: Partial<UpdateWorkItem>) =>
    updateWorkItem(tx, suite.scope, {
      workItemId,
      expected: '*',
      changes: {},
      references: {},
      namesStatus: false,
      ...change,
    });

  /** Creates an item with an assignee, a Sprint, a parent and a label. */
  const createRelated = async () => {
    const { scope, world } = suite;
    const parent = await suite.createItem({ type: 'epic' });
    await world.member(scope.organizationId, scope.actorId);
    const id = await suite.createItem({
      references: {
        assignee: { kind: 'id', id: scope.actorId },
        sprintId: await world.sprint(scope),
        parent: { kind: 'id', id: parent },
      },
    });
    const label = { id: await world.label(scope, 'bug') };
    await suite.run((tx) => attachLabel(tx, scope, { workItemId: id, expected: '*', label }));
    return id;
  };

  /** Makes a random change of own values. */
  const anyChange = () => {
    const changes: UpdateWorkItem['changes'][] = [
      { title: `Title ${numberBelow(3)} Ä \u{1F600}` },
      { description: oneOf([null, '', 'A\nB', '"quoted" \\ é']) },
      { type: oneOf(WORK_ITEM_TYPES) },
      { priority: oneOf(WORK_ITEM_PRIORITIES) },
      { storyPoints: oneOf([null, 0, 1, 1_000]) },
      {
        dueDate: oneOf([
          null,
          new Date('0001-01-01T00:00:00.000Z'),
          new Date('9999-12-31T23:59:59.999Z'),
          new Date('2026-03-02T09:00:00.500Z'),
          new Date(1_795_219_200_000 + numberBelow(86_400_000)),
        ]),
      },
    ];
    return { ...oneOf(changes), ...oneOf(changes) };
  };

  it('is what a read shows after the change, whatever has changed', async () => {
    const id = await createRelated();
    expect(await read(id)).toMatchObject({ assignee: {}, sprint: {}, parent: {}, labels: [{ name: 'bug' }] });
    for (let made = 0; made < CHANGES; made += 1) {
      const { transitions } = transitionsOf(await read(id));
      const shown = await suite.run((tx) =>
        numberBelow(4) > 0
          ? update(tx, id, { changes: anyChange() })
          : transitionWorkItem(tx, suite.scope, { workItemId: id, expected: '*', ...oneOf(transitions) }),
      );
      // In text, as the client gets it: the members in the same order, too.
      expect(JSON.stringify(shown)).toBe(JSON.stringify(await read(id)));
    }
  });

  it('is read again when a reference, a label or the existence of the item has changed', async () => {
    const id = await createRelated();
    const { scope, world } = suite;
    const label = await world.label(scope, 'later');
    const shownAfter = (change: (item: WorkItem, now: Date) => void) =>
      suite.run(async (tx) => {
        const item = (await tx.workItems.findWithView(scope, id)).get(id);
        if (!item) throw new Error('The item was not found.');
        change(item, await tx.instant());
        tx.workItems.save(item);
        return tx.workItemViews.one(scope, id);
      });
    const { actorId } = scope;
    const freed = await shownAfter((item, now) => {
      item.update({ assigneeId: null, sprintId: null, parentId: null }, actorId, now);
    });
    expect(freed).toMatchObject({ assignee: null, sprint: null, parent: null });
    const labelled = await shownAfter((item, now) => {
      item.attach({ id: label, attached: false, labelsOnItem: 1 }, actorId, now);
    });
    expect(labelled.labels).toMatchObject([{ name: 'bug' }, { name: 'later' }]);
    const deleted = shownAfter((item, now) => {
      item.delete({ hasDescendants: false, cascade: false }, actorId, now);
    });
    await expect(deleted).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('shows what was committed while the change waited for its lock', async () => {
    const id = await createRelated();
    const { scope, database, world } = suite;
    const label = await world.label(scope, 'late');
    await withClient(database.url, async (other) => {
      await other.query('begin');
      await other.query('select from work_items where id = $1 for update', [id]);
      const updated = suite.run((tx) => update(tx, id, { changes: { title: 'Waited' } }));
      await database.untilSomebodyWaits();
      await other.query(
        `insert into work_item_labels (organization_id, project_id, work_item_id, label_id) values ($1, $2, $3, $4)`,
        [scope.organizationId, scope.projectId, id, label],
      );
      const changed = `description = 'By another', assignee_id = null, revision = revision + 1`;
      await other.query(`update work_items set ${changed} where id = $1`, [id]);
      await other.query('commit');
      const shown = await updated;
      expect(shown).toMatchObject({ title: 'Waited', description: 'By another', assignee: null });
      expect(shown.labels).toMatchObject([{}, { name: 'late' }]);
      expect(shown).toEqual(await read(id));
    });
  });
});

describe('A Work Item that is not stored as it was locked', () => {
  const suite = projectSuite();

  it('is refused, and COMMIT, which travels with its update, is not executed', async () => {
    const { database, ports, scope } = suite;
    const id = await suite.createItem();
    const before = await ports.workItemViews.one(scope, id);
    await database.sql(`
      create function lose_update() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger lose_update before update on work_items for each row execute function lose_update();`);
    const rename = mutate(ports.unitOfWork, scope, (tx) =>
      updateWorkItem(tx, scope, {
        workItemId: id,
        expected: '*',
        changes: { title: 'Lost' },
        references: {},
        namesStatus: false,
      }),
    );
    await expect(rename).rejects.toMatchObject({ code: '22012' });
    expect(await ports.workItemViews.one(scope, id)).toEqual(before);
    const left = await database.sql(
      `select (select count(*)::integer from work_item_history where work_item_id = $1) as events,
         (select count(*)::integer from audit_log where operation = 'test') as audited,
         (select count(*)::integer from idempotency_records) as replies`,
      [id],
    );
    expect(left).toEqual([{ events: 1, audited: 0, replies: 0 }]);
  });
});
