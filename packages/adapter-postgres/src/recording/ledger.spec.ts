import { randomUUID } from 'node:crypto';
import { summariseImportedSprints, transitionSprint } from '@worktrack/application';
import { Sprint, WorkItem, type SprintId, type WorkItemId } from '@worktrack/domain';
import { FIELDS } from '../../test/content.js';
import { SprintActs, type Beginning } from '../../test/sprint-acts.js';
import { projectSuite } from '../../test/suite.js';
import { withClient } from '../../test/test-database.js';

describe('The ledger of a Sprint', () => {
  const suite = projectSuite();
  let acts: SprintActs;
  let sprint: SprintId;

  beforeEach(async () => {
    acts = new SprintActs(suite.ports.unitOfWork, suite.scope);
    sprint = await suite.world.sprint(suite.scope);
  });

  const item = (content: Beginning = {}) => acts.create({ status: 'todo', sprintId: sprint, ...content });

  /** Reads the episodes of an item in order: reason, status and points at the beginning and the end of each. */
  const episodes = (id: WorkItemId) =>
    suite.database.sql(
      `select entry.sprint_id as sprint, entry.reason as began, entry.status, entry.story_points as points,
         exit.reason as ended, exit.destination_id as destination, exit.status as "statusAtEnd", exit.story_points as "pointsAtEnd"
       from sprint_entries entry left join sprint_exits exit on exit.episode_id = entry.id
         and exit.sprint_id = entry.sprint_id and exit.work_item_id = entry.work_item_id
       where entry.work_item_id = $1 order by entry.at`,
      [id],
    );
  const aPlan = (name: string) => {
    const { organizationId, projectId } = suite.scope;
    const id = randomUUID() as SprintId;
    return { id, organizationId, projectId, name, startDate: null, endDate: null, goal: null, targetPoints: null };
  };
  const open = { ended: null, destination: null, statusAtEnd: null, pointsAtEnd: null };

  describe('holds as an episode', () => {
    it('what imported items went through before they came', async () => {
      const at = (day: number) => new Date(Date.UTC(2026, 2, day));
      const { organizationId, projectId, projectKey, actorId } = suite.scope;
      const id = '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11' as WorkItemId;
      const content = { ...FIELDS, status: 'backlog' } as const;
      const place = { id, organizationId, projectId, projectKey, number: 77 };
      const nobody = { assigneeId: null, parentId: null };
      const imported = WorkItem.create({ ...content, ...place, ...nobody, sprintId: sprint }, actorId, at(1));
      imported.update({ storyPoints: 8 }, actorId, at(2));
      imported.update({ sprintId: null, storyPoints: 5 }, actorId, at(3));
      imported.transition('done', actorId, at(4));
      imported.update({ sprintId: sprint }, actorId, at(5));
      await suite.ports.administration.run((tx) => tx.imports.add([imported]));
      const left = { ended: 'update', destination: null, statusAtEnd: 'backlog', pointsAtEnd: 5 };
      expect(await episodes(id)).toEqual([
        { sprint, began: 'creation', status: 'backlog', points: null, ...left },
        { sprint, began: 'update', status: 'done', points: 5, ...open },
      ]);
    });

    it('what imported items were at the start and the end of Sprints that were over before they came', async () => {
      const at = (day: number) => new Date(Date.UTC(2026, 2, day));
      const { organizationId, projectId, projectKey, actorId } = suite.scope;
      const nobody = { assigneeId: null, parentId: null };
      const born = (number: number) =>
        WorkItem.create(
          {
            id: randomUUID() as WorkItemId,
            organizationId,
            projectId,
            projectKey,
            number,
            ...FIELDS,
            status: 'todo',
            storyPoints: 1,
            sprintId: sprint,
            ...nobody,
          },
          actorId,
          at(1),
        );
      const [over, next] = [Sprint.create(aPlan('Over'), at(1)), Sprint.create(aPlan('Next'), at(1))];
      const [carried, finished, late, early, gone] = [born(80), born(81), born(82), born(83), born(84)];
      for (const item of [carried, finished, early, gone]) item.update({ sprintId: over.record.id }, actorId, at(2));
      early.update({ sprintId: null }, actorId, at(3));
      over.start(undefined, at(4));
      late.update({ sprintId: over.record.id }, actorId, at(5));
      gone.delete({ hasDescendants: false, cascade: false }, actorId, at(5));
      finished.update({ title: 'Then', storyPoints: 3 }, actorId, at(5));
      finished.transition('done', actorId, at(6));
      const { carryover } = over.complete(2, { mode: 'sprint', target: next }, actorId, at(8));
      for (const item of [carried, late]) item.update({ sprintId: carryover!.to }, actorId, at(8));
      finished.update({ title: 'Later', storyPoints: 9 }, actorId, at(9));
      await suite.ports.administration.run(async (tx) => {
        for (const made of [over, next]) tx.sprints.add(made);
        const sprints = new Map([over, next].map(({ record }) => [record.id, record]));
        await tx.imports.add([carried, finished, late, early, gone], sprints);
        await summariseImportedSprints(tx, [over.record, next.record]);
      });

      const nameOf = new Map(
        [carried, finished, late, early, gone].map(({ record }, index) => [
          record.id as string,
          ['carried', 'finished', 'late', 'early', 'gone'][index],
        ]),
      );
      const frozen = async (table: string, more: string) =>
        (
          await suite.database.sql<{ id: string }>(
            `select frozen.work_item_id as id, frozen.at, frozen.status, frozen.story_points as points ${more}
           from ${table} frozen join work_items on work_items.id = work_item_id
           where frozen.sprint_id = $1 order by work_items.number`,
            [over.record.id],
          )
        ).map(({ id, ...row }) => ({ item: nameOf.get(id), ...row }));
      const start = { at: at(4), status: 'todo', points: 1 };
      expect(await frozen('sprint_commitments', '')).toEqual([
        { item: 'carried', ...start },
        { item: 'finished', ...start },
        { item: 'gone', ...start },
      ]);
      const end = { at: at(8), status: 'todo', points: 1, title: FIELDS.title, doneAt: null };
      expect(await frozen('sprint_outcomes', `, frozen.title, done_at as "doneAt"`)).toEqual([
        { item: 'carried', ...end },
        { item: 'finished', ...end, status: 'done', points: 3, title: 'Then', doneAt: at(6) },
        { item: 'late', ...end },
      ]);
      const summaries = await suite.database.sql(
        `select sprint_id as sprint, committed_items::integer as committed, completed_points::integer as points,
           carried_over_items::integer as carried, added_items::integer as added, removed_items::integer as removed
         from sprint_summaries where sprint_id in ($1, $2)`,
        [over.record.id, next.record.id],
      );
      const figures = { committed: 3, points: 3, carried: 2, added: 1, removed: 1 };
      expect(summaries).toEqual([{ sprint: over.record.id, ...figures }]);
      const last = (await episodes(late.record.id)).slice(-2);
      expect(last).toMatchObject([
        { sprint: over.record.id, ended: 'completion', destination: next.record.id },
        { sprint: next.record.id, began: 'completion', ended: null },
      ]);
    });
  });

  it.each([
    'sprint_commitments',
    'sprint_entries',
    'sprint_exits',
    'sprint_outcomes',
    'sprint_departures',
    'sprint_summaries',
  ])('is never rewritten: %s', async (table) => {
    await item();
    await acts.start(sprint);
    await acts.complete(sprint);
    const rewritings = [
      `update ${table} set project_id = project_id`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ];
    for (const rewriting of rewritings) {
      await withClient(suite.database.url, async (client) => {
        // The owner is refused a deletion row by row: `serving/deleting.spec` of the server has rows in each of them.
        if (!rewriting.startsWith('delete')) {
          await expect(client.query(rewriting)).rejects.toMatchObject({ code: '42501' });
        }
        await client.query('set role worktrack_app');
        await expect(client.query(rewriting)).rejects.toMatchObject({ code: '42501' });
      });
    }
  });

  const MANY = process.env.TEST_DEEP === undefined ? 2_000 : 5_000;

  it('moves thousands by as many statements as one, and reads the facts of their summary in parts', async () => {
    const { organizationId, projectId, projectKey, actorId } = suite.scope;
    const content = { ...FIELDS, status: 'backlog' } as const;
    const many = Array.from({ length: MANY }, (_, number) => {
      const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as WorkItemId;
      const place = { id, organizationId, projectId, projectKey, number: number + 1 };
      const references = { assigneeId: null, parentId: null, sprintId: sprint };
      return WorkItem.create({ ...content, ...place, ...references }, actorId, new Date());
    });
    await suite.ports.administration.run((tx) => tx.imports.add(many));
    const exchanges: (readonly string[])[] = [];
    const { unitOfWork: observed } = await suite.database.ports({
      poolMax: 1,
      observe: (names) => exchanges.push(names),
    });
    await acts.start(sprint);
    exchanges.length = 0;
    await observed.run((tx) =>
      transitionSprint(tx, suite.scope, {
        sprintId: sprint,
        expected: '*',
        targetState: 'done',
        completion: { mode: 'backlog' },
      }),
    );
    // The facts of the summary take four statements for each 500 items.
    expect(exchanges.flat()).toHaveLength(19 + 4 * (MANY / 500));
    const [found] = await suite.database.sql(
      `select (select count(*)::integer from work_items where project_id = $1 and sprint_id is null and revision = 2) as moved,
         (select count(*)::integer from sprint_exits where sprint_id = $2 and reason = 'completion') as exits,
         (select count(*)::integer from sprint_outcomes where sprint_id = $2) as outcomes,
         (select count(*)::integer from work_item_history where project_id = $1 and action = 'sprint_changed') as history`,
      [projectId, sprint],
    );
    expect(found).toEqual({ moved: MANY, exits: MANY, outcomes: MANY, history: MANY });
  }, 60_000);
});
