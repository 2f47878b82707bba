import {
  archiveWorkItem,
  createComment,
  deleteWorkItem,
  transitionSprint,
  unarchiveWorkItem,
} from '@worktrack/application';
import { WorkItem, type WorkItemId } from '@worktrack/domain';
import { FIELDS } from '../../test/content.js';
import { SprintActs, type Beginning } from '../../test/sprint-acts.js';
import { projectSuite } from '../../test/suite.js';
import { withClient } from '../../test/test-database.js';

describe('What is kept of the flow of a Work Item', () => {
  const suite = projectSuite();
  let acts: SprintActs;

  beforeEach(() => {
    acts = new SprintActs(suite.ports.unitOfWork, suite.scope);
  });

  const create = (content: Beginning = {}) => acts.create({ status: 'todo', ...content });

  /** Reads status and points before and after the beginning of each span. Instants are shown as ranks among those of the item, from 0. */
  const spans = async (id: WorkItemId) => {
    const rows = await suite.database.sql<Record<string, unknown>>(
      `select sequence, previous_status as "from", status as "to", previous_story_points as "pointsFrom",
         story_points as "points", (dense_rank() over (order by began_at))::integer - 1 as instant
       from status_spans where work_item_id = $1 order by sequence`,
      [id],
    );
    return rows.map(({ sequence, from, to, pointsFrom, points, instant }) => [
      sequence,
      instant,
      `${String(from)} > ${String(to)}`,
      `${String(pointsFrom)} > ${String(points)}`,
    ]);
  };

  /** Reads the flow of an item, with instants as ranks like in `spans`. */
  const flow = async (id: WorkItemId) => {
    const began = await suite.database.sql<{ at: Date }>(
      'select distinct began_at as at from status_spans where work_item_id = $1 order by at',
      [id],
    );
    const [kept] = await suite.database.sql<Record<string, Date | null>>(
      `select created_at, backlog_at, todo_at, in_progress_at, in_review_at, done_at, resolved_at, reopened_at, since
       from item_flow where work_item_id = $1`,
      [id],
    );
    const numberOf = (instant: Date) => began.findIndex(({ at }) => at.getTime() === instant.getTime());
    return Object.fromEntries(Object.entries(kept ?? {}).map(([column, at]) => [column, at && numberOf(at)]));
  };

  it('includes what imported items went through before the import', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 2, day));
    const { organizationId, projectId, projectKey, actorId } = suite.scope;
    const content = { ...FIELDS, status: 'backlog' } as const;
    const references = { assigneeId: null, parentId: null, sprintId: null };
    const lives = (number: number) => {
      const id = `6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a${number}` as WorkItemId;
      const place = { id, organizationId, projectId, projectKey, number };
      return WorkItem.create({ ...content, ...place, ...references }, actorId, at(1));
    };
    const [quiet, busy] = [lives(11), lives(12)];
    busy.update({ storyPoints: 8 }, actorId, at(2));
    busy.transition('done', actorId, at(3));
    busy.transition('in_progress', actorId, at(3));
    busy.transition('in_review', actorId, at(4));
    await suite.ports.administration.run((tx) => tx.imports.add([quiet, busy]));
    expect(await spans(quiet.record.id)).toEqual([[1, 0, 'null > backlog', 'null > null']]);
    expect(await spans(busy.record.id)).toEqual([
      [1, 0, 'null > backlog', 'null > null'],
      [2, 1, 'backlog > backlog', 'null > 8'],
      [3, 2, 'backlog > done', '8 > 8'],
      [4, 2, 'done > in_progress', '8 > 8'],
      [5, 3, 'in_progress > in_review', '8 > 8'],
    ]);
    const entered = { backlog_at: 0, in_progress_at: 2, in_review_at: 3, todo_at: null };
    const resolved = { done_at: 2, resolved_at: 2, reopened_at: 2 };
    expect(await flow(busy.record.id)).toEqual({ created_at: 0, ...entered, ...resolved, since: 3 });
    await acts.transition(busy.record.id, 'done');
    expect(await spans(busy.record.id)).toHaveLength(6);
    const anew = { done_at: 2, resolved_at: 4, reopened_at: null };
    expect(await flow(busy.record.id)).toEqual({ created_at: 0, ...entered, ...anew, since: 4 });
  });

  it('is not touched by anything else, however many items it concerns', async () => {
    const sprintId = await suite.world.sprint(suite.scope);
    const [parent, finished] = [await create({ sprintId }), await create({ sprintId, status: 'done' })];
    const child = await create({ parentId: parent, sprintId });
    const kept = () =>
      suite.database.sql(
        `select (select jsonb_agg(span order by work_item_id, sequence) from status_spans span where project_id = $1) as spans,
           (select jsonb_agg(flow order by work_item_id) from item_flow flow where project_id = $1) as flows,
           (select jsonb_agg(xmin order by work_item_id) from item_flow where project_id = $1) as writers`,
        [suite.scope.projectId],
      );
    const before = await kept();
    const only = { expected: '*' } as const;
    await acts.update(child, { title: 'Another title', priority: 'urgent' });
    await suite.run((tx) => createComment(tx, suite.scope, { workItemId: child, body: 'Why?', parentCommentId: null }));
    await suite.run((tx) => archiveWorkItem(tx, suite.scope, { ...only, workItemId: finished }));
    await suite.run((tx) => unarchiveWorkItem(tx, suite.scope, { ...only, workItemId: finished }));
    for (const targetState of ['active', 'done'] as const) {
      const completion = { mode: 'backlog' } as const;
      await suite.run((tx) => transitionSprint(tx, suite.scope, { ...only, sprintId, targetState, completion }));
    }
    await suite.run((tx) => deleteWorkItem(tx, suite.scope, { ...only, workItemId: parent, cascade: true }));
    expect(await kept()).toEqual(before);
  });

  it('is nothing that the server could not write anew', async () => {
    await create();
    await withClient(suite.database.url, async (client) => {
      await client.query('begin; set local role worktrack_app');
      for (const table of ['status_spans', 'item_flow']) {
        await client.query(`update ${table} set project_id = project_id`);
        await client.query(`delete from ${table}`);
      }
      await client.query('rollback');
    });
  });
});
