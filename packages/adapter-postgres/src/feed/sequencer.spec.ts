import {
  archiveWorkItem,
  createComment,
  deleteWorkItem,
  transitionSprint,
  updateWorkItem,
} from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { SprintActs } from '../../test/sprint-acts.js';
import { databaseSuite } from '../../test/suite.js';
import { withClient } from '../../test/test-database.js';

const ANY = { expected: '*' } as const;

describe('The feed of an Organization', () => {
  const suite = databaseSuite();
  beforeEach(() => suite.makeProject());

  const number = async () => {
    while (!(await suite.ports.numberChanges()).isLast);
  };
  /** Returns the members of the changes of the Organization, by position. */
  const told = async (...members: readonly string[]) => {
    await number();
    const rows = await suite.database.sql<Record<string, unknown>>(
      `select position::integer, type, subject, revision, actor_id, request_id, changes from changes
       where organization_id = $1 order by position`,
      [suite.scope.organizationId],
    );
    return rows.map((row) => members.map((member) => row[member]));
  };
  const update = (workItemId: WorkItemId, title: string) =>
    suite.run((tx) =>
      updateWorkItem(tx, suite.scope, { ...ANY, workItemId, references: {}, changes: { title }, namesStatus: false }),
    );

  it('has every change once, by positions from 1 without a gap, in the order of its causes', async () => {
    const door = await suite.createItem({ title: 'Door' });
    await update(door, 'Gate');
    await suite.run((tx) => createComment(tx, suite.scope, { workItemId: door, body: 'Why?', parentCommentId: null }));
    await suite.run((tx) => archiveWorkItem(tx, suite.scope, { ...ANY, workItemId: door }));
    const all = [
      [1, 'work_item.created', door, 1],
      [2, 'work_item.updated', door, 2],
      [3, 'comment.created', door, 2],
      [4, 'work_item.archived', door, 3],
    ];
    expect(await told('position', 'type', 'subject', 'revision')).toEqual(all);
    expect(await told('position', 'type', 'subject', 'revision')).toEqual(all);
    expect((await told('changes'))[1]).toEqual([[{ action: 'title_changed', from: 'Door', to: 'Gate' }]]);
  });

  it('tells all Work Items of a completed Sprint, and those that are deleted with another one', async () => {
    const acts = new SprintActs(suite.ports.unitOfWork, suite.scope);
    const sprintId = await suite.world.sprint(suite.scope);
    const parent = await acts.create({ sprintId, status: 'todo' });
    const child = await acts.create({ sprintId, status: 'todo', parentId: parent });
    for (const targetState of ['active', 'done'] as const) {
      const completion = { mode: 'backlog' } as const;
      await suite.run((tx) => transitionSprint(tx, suite.scope, { ...ANY, sprintId, targetState, completion }));
    }
    await suite.run((tx) => deleteWorkItem(tx, suite.scope, { ...ANY, workItemId: parent, cascade: true }));
    const all = await told('type', 'subject', 'revision');
    expect(all.slice(0, 3).map(([type]) => type)).toEqual(['work_item.created', 'work_item.created', 'sprint.started']);
    const rest = all.slice(3);
    expect(rest).toHaveLength(5);
    expect(rest).toEqual(
      expect.arrayContaining([
        ['work_item.updated', parent, 2],
        ['work_item.updated', child, 2],
        ['sprint.completed', sprintId, null],
        ['work_item.deleted', child, 3],
        ['work_item.deleted', parent, 3],
      ]),
    );
  });

  it('has nothing of a transaction that is rolled back', async () => {
    const door = await suite.createItem();
    const refused = suite.run(async (tx) => {
      await archiveWorkItem(tx, suite.scope, { ...ANY, workItemId: door });
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await told('type')).toEqual([['work_item.created']]);
  });

  it('waits for no transaction that is open: what is committed later has a later position', async () => {
    const gate = await suite.createItem();
    const entry = { type: 'work_item.archived', projectId: suite.scope.projectId, subject: gate, changes: [] };
    await withClient(suite.database.url, async (client) => {
      await client.query('begin');
      await client.query(
        "insert into change_queue (organization_id, request_id, entries) values ($1, 'slow', jsonb_build_array($2::jsonb))",
        [suite.scope.organizationId, JSON.stringify(entry)],
      );
      await update(gate, 'Gate');
      expect((await told('position', 'type')).slice(1)).toEqual([[2, 'work_item.updated']]);
      await client.query('commit');
    });
    expect((await told('position', 'type', 'request_id')).slice(2)).toEqual([[3, 'work_item.archived', 'slow']]);
  });

  it('keeps events for the days that the operator sets, and the positions of those that are kept', async () => {
    for (const title of ['Door', 'Gate', 'Wall']) await suite.createItem({ title });
    await told();
    const age = (position: number, days: number) =>
      suite.database.sql(
        `update changes set at = at - $3 * interval '1 day' where organization_id = $1 and position = $2`,
        [suite.scope.organizationId, position, days],
      );
    await age(1, 8);
    await age(2, 6);
    expect(await suite.ports.purgeOldChanges(7)).toBe(1);
    expect(await suite.ports.purgeOldChanges(7)).toBe(0);
    expect(await told('position')).toEqual([[2], [3]]);
    await age(2, 2);
    await age(3, 8);
    expect(await suite.ports.purgeOldChanges(7)).toBe(2);
    await suite.createItem({ title: 'Roof' });
    expect(await told('position')).toEqual([[4]]);
  });

  it('is numbered by one process at a time', async () => {
    for (let count = 0; count < 20; count += 1) await suite.createItem();
    await Promise.all(Array.from({ length: 4 }, number));
    expect(await told('position')).toEqual(Array.from({ length: 20 }, (_, index) => [index + 1]));
  });
});
