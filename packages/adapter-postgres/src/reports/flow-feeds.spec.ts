import { rebuildReports, type ProjectScope, type ReportPopulation, type SpanRequest } from '@worktrack/application';
import {
  Calendar,
  WorkItem,
  flowSnapshots,
  type Slug,
  type UserId,
  type WorkItemId,
  type WorkItemStatus,
} from '@worktrack/domain';
import { FIELDS } from '../../test/content.js';
import { fillWithChanges } from '../../test/many-changes.js';
import { Explaining } from '../../test/plan.js';
import { ageingItems, finishedItems } from '../../test/rows-of-columns.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import type { Reader } from '../engine/statement.js';
import { readAgeingWip } from './ageing-wip.js';
import { readControlChart } from './control-chart.js';
import { readCreatedVsResolved } from './created-vs-resolved.js';
import { readCumulativeFlow } from './cumulative-flow.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 2, day, hour));
const everything = (generatedAt: Date): ReportPopulation => ({
  filter: {},
  query: null,
  viewer: { actorId: '10000000-0000-4000-8000-000000000003' as UserId, onlyProjects: undefined },
  sprintId: null,
  generatedAt,
  calendar: Calendar.utc,
});
/** A request for 2 to 4 March, read on 9 March. */
const SPAN: SpanRequest = { population: everything(at(9)), boundaries: [at(2), at(3), at(4), at(5)] };
const DAYS = 3;
const IN_WORK = ['in_progress', 'in_review'] as const;

describe('The feeds of reports of flow', () => {
  let database: TestDatabase;
  let world: World;
  let reader: Reader;
  let administration: Ports['administration'];

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    reader = (await database.open()).connections;
    ({ administration } = await database.ports());
  });

  afterAll(() => database.drop());

  /** Creates an item on a day, which then has these statuses from these instants on. */
  const lived = (
    scope: ProjectScope,
    number: number,
    created: Date,
    moves: readonly (readonly [WorkItemStatus, Date])[],
  ) => {
    const { organizationId, projectId, projectKey, actorId } = scope;
    const id = `6f1d6c58-3f8e-4b06-9c0a-${projectId.slice(-8)}${String(number).padStart(4, '0')}` as WorkItemId;
    const item = WorkItem.create(
      {
        ...{ ...FIELDS, id, organizationId, projectId, projectKey, number },
        ...{ status: 'todo', storyPoints: number, assigneeId: actorId, sprintId: null, parentId: null },
      },
      actorId,
      created,
    );
    for (const [status, instant] of moves) item.transition(status, actorId, instant);
    return item;
  };

  const projectOf = async (...lives: ((scope: ProjectScope, number: number) => WorkItem)[]) => {
    const scope = await world.project(await world.organization(), await world.user({ name: 'Ada' }));
    await administration.run(async (tx) => {
      const first = await tx.imports.reserveNumbers(scope, lives.length);
      await tx.imports.add(lives.map((life, index) => life(scope, first + index)));
    });
    return scope;
  };

  /** The worked example of docs/reports/cumulative-flow.md. */
  const example = () =>
    projectOf(
      (scope, number) =>
        lived(scope, number, at(1), [
          ['in_progress', at(2, 9)],
          ['done', at(3, 21)],
        ]),
      (scope, number) =>
        lived(scope, number, at(2, 1), [
          ['done', at(2, 2)],
          ['todo', at(4, 1)],
        ]),
      (scope, number) => lived(scope, number, at(3, 1), [['in_progress', at(3, 2)]]),
    );

  it('read the numbers of what was finished at one instant, to order it by key', async () => {
    const doneAt = (day: number) => (scope: ProjectScope, number: number) =>
      lived(scope, number, at(1), [['done', at(day)]]);
    const scope = await projectOf(doneAt(3), doneAt(2), doneAt(3), doneAt(4));
    const finished = finishedItems(await readControlChart(reader, scope, { ...SPAN, startStatus: 'done' }));
    const byNumber = finished.sort((a, b) => a.doneAt - b.doneAt || a.number - b.number);
    expect(byNumber.map(({ number, doneAt: instant }) => [number, new Date(instant)])).toEqual([
      [0, at(2)],
      [1, at(3)],
      [3, at(3)],
      [0, at(4)],
    ]);
  });

  it('know no account that was removed', async () => {
    const scope = await example();
    await database.sql(`update users set email = null, name = 'Removed user', removed_at = now() where id = $1`, [
      scope.actorId,
    ]);
    const facts = await readAgeingWip(reader, scope, { population: SPAN.population, statuses: IN_WORK });
    expect(ageingItems(facts)).toMatchObject([{ number: 3, assignee: null }]);
  });

  describe('read no more than they may', () => {
    const bounds = { items: 2, historyRows: 100 };

    it('of the items: the newest live ones', async () => {
      const scope = await example();
      const flow = await readCumulativeFlow(reader, scope, SPAN, bounds);
      expect(flow).toMatchObject({ arrivals: 2, departures: 0, capped: true });
      expect(flowSnapshots(flow, DAYS).reduce((sum, { itemCount }) => sum + itemCount, 0)).toBe(5);
      expect(await readCreatedVsResolved(reader, scope, SPAN, bounds)).toMatchObject({ openingOpen: 0, capped: true });
      const chart = await readControlChart(reader, scope, { ...SPAN, startStatus: null }, bounds);
      expect(finishedItems(chart)).toEqual([]);
      expect(chart).toMatchObject({ reopened: 1, capped: true });
      const ageing = { population: SPAN.population, statuses: IN_WORK };
      const inWork = await readAgeingWip(reader, scope, ageing, bounds);
      expect({ items: ageingItems(inWork), capped: inWork.capped }).toMatchObject({
        items: [{ number: 3 }],
        capped: true,
      });
      const inBacklog = await readAgeingWip(reader, scope, { ...ageing, statuses: ['backlog'] }, bounds);
      expect({ items: ageingItems(inBacklog), capped: inBacklog.capped }).toEqual({ items: [], capped: true });

      await database.sql('update work_items set archived_at = now() where project_id = $1 and number = 2', [
        scope.projectId,
      ]);
      expect(await readCumulativeFlow(reader, scope, SPAN, bounds)).toMatchObject({ departures: 1, capped: false });
    });

    it('of the changes: the newest', async () => {
      const scope = await example();
      expect(await readCumulativeFlow(reader, scope, SPAN, { ...bounds, items: 3, historyRows: 4 })).toMatchObject({
        capped: false,
      });
      const flow = await readCumulativeFlow(reader, scope, SPAN, { ...bounds, items: 3, historyRows: 3 });
      expect(flow.capped).toBe(true);
      expect(flowSnapshots(flow, DAYS)).toContainEqual({ day: 2, status: 'done', itemCount: 1, points: 1 });
    });
  });

  describe('read what lies in the days asked for, however much lies before', () => {
    const ITEMS = 4_000;
    const scopes = new Map<number, ProjectScope>();

    beforeAll(async () => {
      for (const estimates of [0, 15]) {
        const slug = `estimates-${estimates}` as Slug;
        const scope = await world.project(await world.organization({ slug }), await world.user());
        await fillWithChanges(database, scope, { items: ITEMS, estimates });
        await rebuildReports(administration, slug, undefined);
        scopes.set(estimates, scope);
      }
      // Fill the table pages in both cases, so that their number does not depend on chance.
      for (const table of ['work_items', 'status_spans', 'item_flow']) {
        await database.sql(`vacuum (full, analyze) ${table}`);
        await database.sql(`vacuum ${table}`);
      }
    }, 120_000);

    const recent = (days: number): SpanRequest => {
      const now = Date.now();
      const boundaries = Array.from({ length: days + 1 }, (_, index) => new Date(now - (days - index) * 86_400_000));
      return { population: everything(new Date(now)), boundaries };
    };

    it.each<[string, (through: Reader, scope: ProjectScope) => Promise<unknown>]>([
      ['cumulative flow', (through, scope) => readCumulativeFlow(through, scope, recent(90))],
      ['created against resolved', (through, scope) => readCreatedVsResolved(through, scope, recent(366))],
      [
        'control chart',
        (through, scope) => readControlChart(through, scope, { ...recent(90), startStatus: 'in_progress' }),
      ],
      [
        'ageing work',
        (through, scope) => readAgeingWip(through, scope, { population: recent(1).population, statuses: IN_WORK }),
      ],
    ])('%s', async (_, read) => {
      const found: { buffers: number; spans: number; flows: number; items: number }[] = [];
      for (const estimates of [0, 15]) {
        const scope = scopes.get(estimates)!;
        const explaining = new Explaining(reader, database);
        await read(explaining, scope);
        for (const { buffers, sequentialScans, rowsOf } of await explaining.plans()) {
          expect(sequentialScans).not.toContain('status_spans');
          expect(sequentialScans).not.toContain('work_item_history');
          const rows = { spans: rowsOf('status_spans'), flows: rowsOf('item_flow'), items: rowsOf('work_items') };
          found.push({ buffers, ...rows });
        }
      }
      const [less, more] = found as [(typeof found)[number], (typeof found)[number]];
      expect([more.spans, more.flows]).toEqual([less.spans, less.flows]);
      // Larger tables have deeper indexes, and the rows of a Project lie further apart.
      expect(more.buffers).toBeLessThan(less.buffers * 2);
      expect(less.items).toBeLessThanOrEqual(ITEMS * 2);
    });

    it('ageing work: no flow of items whose rows keep since when they have their status', async () => {
      const scope = scopes.get(15)!;
      const plan = async () => {
        const explaining = new Explaining(reader, database);
        const facts = await readAgeingWip(explaining, scope, { population: recent(1).population, statuses: IN_WORK });
        const [first] = await explaining.plans();
        return { flows: first!.rowsOf('item_flow'), items: ageingItems(facts) };
      };
      const looked = await plan();
      expect(looked.flows).toBe(looked.items.length);
      await database.sql(
        `update work_items item set status_since = flow.since from item_flow flow where flow.work_item_id = item.id`,
      );
      expect(await plan()).toEqual({ ...looked, flows: 0 });
    });

    it('control chart: numbers only of what was finished at the same instant', async () => {
      const statements: string[] = [];
      const counting: Reader = {
        rows: (statement, values) => {
          statements.push(statement.name);
          return reader.rows(statement, values);
        },
      };
      const facts = await readControlChart(counting, scopes.get(0)!, { ...recent(90), startStatus: 'in_progress' });
      const finished = finishedItems(facts);
      expect(finished.length).toBeGreaterThan(20);
      const tied = finished.filter(({ doneAt }, at) => doneAt === finished[at - 1]?.doneAt);
      expect(statements.includes('report.numbers')).toBe(tied.length > 0);
    });
  });
});
