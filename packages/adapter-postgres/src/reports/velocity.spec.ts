import { randomUUID } from 'node:crypto';
import {
  readSqueakQL,
  summariseImportedSprints,
  type ProjectScope,
  type ReportFilter,
  type VelocityRequest,
} from '@worktrack/application';
import { Calendar, WorkItem, sprintReport, type SprintRecord, type WorkItemId } from '@worktrack/domain';
import { FIELDS } from '../../test/content.js';
import { fillPast } from '../../test/past-sprints.js';
import { Explaining } from '../../test/plan.js';
import { SprintActs } from '../../test/sprint-acts.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import type { Reader } from '../engine/statement.js';
import { SprintTable } from '../sprint/sprint.table.js';
import { REPORT_BOUNDS } from './bounds.js';
import { readVelocity } from './velocity.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

describe('The velocity of a Project', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let reader: Reader;
  let scope: ProjectScope;
  let acts: SprintActs;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
    reader = (await database.open()).connections;
  });

  beforeEach(async () => {
    scope = await world.project(await world.organization(), await world.user());
    acts = new SprintActs(ports.unitOfWork, scope);
  });

  afterAll(() => database.drop());

  const asked = (filter: ReportFilter = {}, query: string | null = null, more: Partial<VelocityRequest> = {}) => ({
    population: {
      filter,
      query: query === null ? null : readSqueakQL(query, 'squeakql'),
      viewer: { actorId: scope.actorId, onlyProjects: undefined },
      sprintId: null,
      generatedAt: new Date(Date.now() + 60_000),
      calendar: Calendar.utc,
    },
    latest: 189,
    ...more,
  });
  const velocity = (...of: Parameters<typeof asked>) => readVelocity(reader, scope, asked(...of));
  const tampered = (text: string, values: unknown[] = []) =>
    withClient(database.url, async (client) => {
      await client.query('set session_replication_role = replica');
      await client.query(text, values);
    });
  const counts = (itemCount: number, points: number) => ({ itemCount, points });

  it('shows that an item left a Sprint that it never entered', async () => {
    const sprint = await acts.sprint('One');
    const id = await acts.create({ sprintId: sprint });
    await tampered('delete from sprint_entries where work_item_id = $1', [id]);
    await acts.start(sprint);
    await tampered('delete from sprint_commitments where work_item_id = $1', [id]);
    await acts.update(id, { sprintId: null });
    await acts.complete(sprint);
    expect(await velocity()).toMatchObject([{ committed: counts(0, 0), limitations: ['history_incomplete'] }]);
  });

  it('counts of a Sprint of more than 5,000 items the first by key, as its report does', async () => {
    const sprint = await acts.sprint('Large');
    const { organizationId, projectId, projectKey, actorId } = scope;
    const many = Array.from({ length: 5_003 }, (_, index) => {
      const place = { organizationId, projectId, projectKey, number: 5_003 - index };
      const references = { assigneeId: null, parentId: null, sprintId: sprint };
      const content = { ...FIELDS, storyPoints: 1 };
      const id = randomUUID() as string as WorkItemId;
      const status = index % 2 === 0 ? ('done' as const) : ('todo' as const);
      return WorkItem.create({ ...content, ...place, ...references, id, status }, actorId, new Date());
    });
    await ports.administration.run((tx) => tx.imports.add(many));
    await database.sql('analyze');
    await acts.start(sprint);
    await acts.complete(sprint);
    const report = sprintReport(await ports.sprintReportFeed.facts(scope, sprint));
    expect(report).toMatchObject({
      commitment: { itemCount: 5_000 },
      limitations: ['rows_capped', 'planned_end_missing'],
    });
    const figures = {
      committed: report.completion.originalCommitment,
      completed: report.completion.completed,
      carriedOver: report.remaining,
      limitations: ['rows_capped'],
    };
    expect(await velocity()).toMatchObject([figures]);
    expect(await velocity({ words: { priority: ['medium'] } })).toMatchObject([figures]);
  }, 60_000);

  it('is cut to the newest items where a filter has to look at too many', async () => {
    const sprint = await acts.sprint('One');
    for (let n = 0; n < 3; n += 1) await acts.create({ status: 'todo', storyPoints: 1, sprintId: sprint });
    await acts.start(sprint);
    await acts.complete(sprint);
    const bounds = { ...REPORT_BOUNDS, items: 2 };
    const request = asked({ statuses: ['todo'] });
    expect(await readVelocity(reader, scope, request, bounds)).toMatchObject([
      { committed: counts(2, 2), limitations: ['rows_capped'] },
    ]);
    expect(await readVelocity(reader, scope, asked(), bounds)).toMatchObject([
      { committed: counts(3, 3), limitations: [] },
    ]);
  });

  it('is read from the summaries, and filtered without a scan of the ledger', async () => {
    const elsewhere = await world.project(scope.organizationId, scope.actorId);
    for (const project of [scope, elsewhere]) await fillPast(database, project, { sprints: 60, items: 50 });
    for (const project of [scope, elsewhere]) {
      const sprints = await database.sql<SprintRecord>(
        `select ${SprintTable.columns} from sprints where project_id = $1`,
        [project.projectId],
      );
      await ports.administration.run((tx) => summariseImportedSprints(tx, sprints));
    }
    await database.sql('vacuum analyze sprint_summaries, sprints');
    const explaining = new Explaining(reader, database);
    const latest = { latest: 8 };
    expect(await readVelocity(explaining, scope, asked({}, null, latest))).toHaveLength(8);
    const [unfiltered] = await explaining.plans();
    expect(unfiltered!.indexes).toContain('summaries_of_a_project');
    expect(unfiltered!.buffers).toBeLessThan(60);

    const figures = await readVelocity(explaining, scope, asked({ statuses: ['done'] }, null, latest));
    // Seven of ten items are done by now, and each was done in its Sprint.
    expect(figures.map(({ committed, carriedOver }) => [committed.itemCount, carriedOver.itemCount])).toEqual(
      Array.from({ length: 8 }, () => [35, 0]),
    );
    const [filtered] = await explaining.plans();
    const ledger = ['sprint_entries', 'sprint_exits', 'sprint_commitments', 'sprint_outcomes', 'work_item_history'];
    expect(filtered!.sequentialScans.filter((table) => ledger.includes(table))).toEqual([]);
  }, 120_000);
});
