import { randomUUID } from 'node:crypto';
import { archiveWorkItem, summariseImportedSprints, transitionSprint } from '@worktrack/application';
import { Sprint, WorkItem, type SprintId, type WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
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
    it('the creation of a Work Item in the Sprint, and nothing of one without', async () => {
      const [inside, outside] = [await item({ status: 'in_review', storyPoints: 5 }), await item({ sprintId: null })];
      expect(await episodes(inside)).toEqual([{ sprint, began: 'creation', status: 'in_review', points: 5, ...open }]);
      expect(await episodes(outside)).toEqual([]);
    });

    it('an update into it, out of it and into it again, each with the points right after the request', async () => {
      const id = await item({ sprintId: null, storyPoints: 1 });
      const other = await suite.world.sprint(suite.scope, 'Other');
      await acts.update(id, { storyPoints: 2, sprintId: sprint });
      await acts.update(id, { title: 'No matter of Sprints', storyPoints: 3 });
      await acts.update(id, { storyPoints: 4, sprintId: other });
      await acts.transition(id, 'done');
      await acts.update(id, { sprintId: null });
      await acts.update(id, { storyPoints: null, sprintId: sprint });
      const left = { ended: 'update', destination: null };
      expect(await episodes(id)).toEqual([
        { sprint, began: 'update', status: 'todo', points: 2, ...left, statusAtEnd: 'todo', pointsAtEnd: 4 },
        { sprint: other, began: 'update', status: 'todo', points: 4, ...left, statusAtEnd: 'done', pointsAtEnd: 4 },
        { sprint, began: 'update', status: 'done', points: null, ...open },
      ]);
    });

    it('its end by deletion, with an ancestor too, and no end by the archive', async () => {
      const parent = await item({ storyPoints: 5 });
      const child = await item({ parentId: parent, status: 'done', storyPoints: 3 });
      const outside = await item({ parentId: parent, sprintId: null });
      const archived = await item();
      await suite.run((tx) => archiveWorkItem(tx, suite.scope, { workItemId: archived, expected: '*' }));
      await acts.remove(parent);
      const gone = { ended: 'deletion', destination: null };
      expect(await episodes(parent)).toMatchObject([{ ...gone, statusAtEnd: 'todo', pointsAtEnd: 5 }]);
      expect(await episodes(child)).toMatchObject([{ ...gone, statusAtEnd: 'done', pointsAtEnd: 3 }]);
      expect(await episodes(outside)).toEqual([]);
      expect(await episodes(archived)).toMatchObject([open]);
    });

    it('what imported items went through before they came', async () => {
      const at = (day: number) => new Date(Date.UTC(2026, 2, day));
      const { organizationId, projectId, projectKey, actorId } = suite.scope;
      const id = '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11' as WorkItemId;
      const { title, description, type, status, priority, storyPoints, dueDate } = CONTENT;
      const content = { title, description, type, status, priority, storyPoints, dueDate };
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
      const { title, description, type, priority } = CONTENT;
      const nobody = { assigneeId: null, parentId: null, dueDate: null };
      const born = (number: number) =>
        WorkItem.create(
          {
            id: randomUUID() as WorkItemId,
            organizationId,
            projectId,
            projectKey,
            number,
            title,
            description,
            type,
            status: 'todo',
            priority,
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
      const end = { at: at(8), status: 'todo', points: 1, title, doneAt: null };
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

    it('its end by completion with the destination, while finished items stay', async () => {
      const target = await suite.world.sprint(suite.scope, 'Next');
      const [unfinished, finished] = [await item({ storyPoints: 2 }), await item({ status: 'done' })];
      await acts.start(sprint);
      await acts.complete(sprint, target);
      const moved = { ended: 'completion', destination: target, statusAtEnd: 'todo', pointsAtEnd: 2 };
      expect(await episodes(unfinished)).toEqual([
        { sprint, began: 'creation', status: 'todo', points: 2, ...moved },
        { sprint: target, began: 'completion', status: 'todo', points: 2, ...open },
      ]);
      expect(await episodes(finished)).toMatchObject([open]);
    });

    it('its end by completion into the backlog', async () => {
      const id = await item();
      await acts.start(sprint);
      await acts.complete(sprint);
      expect(await episodes(id)).toMatchObject([
        { sprint, ended: 'completion', destination: null, statusAtEnd: 'todo' },
      ]);
    });
  });

  const committed = () =>
    suite.database.sql(
      `select work_item_id as id, status, story_points as points, at = started_at as "atStart"
       from sprint_commitments join sprints on sprints.id = sprint_id where sprint_id = $1 order by story_points`,
      [sprint],
    );

  it('holds as commitment every live item at the start, archived ones too, whatever becomes of them', async () => {
    const [one, two] = [await item({ storyPoints: 1 }), await item({ status: 'done', storyPoints: 2 })];
    const [archived, deleted, left] = [await item(), await item({ storyPoints: 9 }), await item({ storyPoints: 8 })];
    await suite.run((tx) => archiveWorkItem(tx, suite.scope, { workItemId: archived, expected: '*' }));
    await acts.remove(deleted);
    await acts.update(left, { sprintId: null });
    expect(await committed()).toEqual([]);
    await acts.start(sprint);
    const baseline = [
      { id: one, status: 'todo', points: 1, atStart: true },
      { id: two, status: 'done', points: 2, atStart: true },
      { id: archived, status: 'todo', points: null, atStart: true },
    ];
    expect(await committed()).toEqual(baseline);
    await item({ storyPoints: 3 });
    await acts.update(one, { storyPoints: 100 });
    await acts.remove(two);
    expect(await committed()).toEqual(baseline);
    await acts.complete(sprint);
    expect(await committed()).toEqual(baseline);
  });

  it('holds as outcome what every live item is at the end, and when it was last done', async () => {
    const [carried, reopened, deleted] = [await item({ storyPoints: 1 }), await item({ storyPoints: 2 }), await item()];
    await acts.start(sprint);
    await acts.transition(reopened, 'done');
    await acts.transition(reopened, 'todo');
    const { updatedAt: doneAt } = await acts.transition(reopened, 'done');
    const born = await item({ status: 'done', storyPoints: 3 });
    await acts.remove(deleted);
    await acts.complete(sprint);
    await acts.update(reopened, { title: 'Changed later', storyPoints: 50 });
    await acts.transition(reopened, 'todo');
    const outcomes = await suite.database.sql(
      `select work_item_id as id, outcome.number::integer, title, status, story_points as points, at = completed_at as "atEnd",
         done_at as "doneAt"
       from sprint_outcomes outcome join sprints on sprints.id = sprint_id where sprint_id = $1 order by story_points`,
      [sprint],
    );
    const [{ created_at: bornAt } = { created_at: null }] = await suite.database.sql<{ created_at: Date }>(
      'select created_at from work_items where id = $1',
      [born],
    );
    const same = { title: CONTENT.title, atEnd: true };
    expect(outcomes).toEqual([
      { id: carried, number: 1, ...same, status: 'todo', points: 1, doneAt: null },
      { id: reopened, number: 2, ...same, status: 'done', points: 2, doneAt: new Date(doneAt) },
      { id: born, number: 4, ...same, status: 'done', points: 3, doneAt: bornAt },
    ]);
  });

  it('holds as departure what left after the start and is not back, as it is at the end', async () => {
    const [before, left, back, deleted] = [await item(), await item({ storyPoints: 2 }), await item(), await item()];
    await acts.update(before, { sprintId: null });
    await acts.start(sprint);
    await acts.update(left, { storyPoints: 3, sprintId: null });
    const { updatedAt: doneAt } = await acts.transition(left, 'done');
    await acts.update(left, { title: 'Done elsewhere' });
    await acts.update(back, { sprintId: null });
    await acts.update(back, { sprintId: sprint });
    await acts.remove(deleted);
    await acts.complete(sprint);
    await acts.update(left, { title: 'Changed later', storyPoints: 50 });
    await acts.update(back, { sprintId: null });
    const departures = await suite.database.sql(
      `select work_item_id as id, title, status, story_points as points, at = completed_at as "atEnd", done_at as "doneAt"
       from sprint_departures join sprints on sprints.id = sprint_id where sprint_id = $1 order by points`,
      [sprint],
    );
    expect(departures).toEqual([
      { id: left, title: 'Done elsewhere', status: 'done', points: 3, atEnd: true, doneAt: new Date(doneAt) },
      { id: deleted, title: CONTENT.title, status: 'todo', points: null, atEnd: true, doneAt: null },
    ]);
  });

  it('orders by instants what locks order: entries before the start, later changes after the end', async () => {
    const [id, leaver] = [await item({ status: 'done' }), await item()];
    // Simulates a clock that was set back: recorded instants are in the future.
    const ahead = `clock_timestamp() + interval '1 hour'`;
    await acts.update(leaver, { sprintId: null });
    await withClient(suite.database.url, async (client) => {
      await client.query(`set session_replication_role = replica`);
      await client.query(`update sprint_exits set at = ${ahead} where work_item_id = $1`, [leaver]);
    });
    await acts.start(sprint);
    await item({ status: 'done' });
    await acts.complete(sprint);
    await acts.update(id, { storyPoints: 5 });
    const [instants] = await suite.database.sql<Record<'left' | 'started' | 'added' | 'completed' | 'changed', Date>>(
      `select (select max(at) from sprint_exits where work_item_id = $2) as left, started_at as started,
         (select max(at) from sprint_entries where sprint_id = $1) as added, completed_at as completed,
         (select updated_at from work_items where id = $3) as changed
       from sprints where id = $1`,
      [sprint, leaver, id],
    );
    const { left, started, added, completed, changed } = instants!;
    const inOrder = [left, started, added, completed, changed].map((instant) => instant.getTime());
    expect(inOrder).toEqual([...new Set(inOrder)].sort((a, b) => a - b));
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
        await expect(client.query(rewriting)).rejects.toMatchObject({ code: '42501' });
        await client.query('set role worktrack_app');
        await expect(client.query(rewriting)).rejects.toMatchObject({ code: '42501' });
      });
    }
  });

  const MANY = process.env.TEST_DEEP === undefined ? 2_000 : 5_000;

  it('moves thousands by as many statements as one, and reads the facts of their summary in parts', async () => {
    const { organizationId, projectId, projectKey, actorId } = suite.scope;
    const { title, description, type, status, priority, storyPoints, dueDate } = CONTENT;
    const content = { title, description, type, status, priority, storyPoints, dueDate };
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
    expect(exchanges.flat()).toHaveLength(17 + 4 * (MANY / 500));
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
