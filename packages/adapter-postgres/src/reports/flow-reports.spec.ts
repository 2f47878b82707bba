import type { ProjectScope, ReportPopulation } from '@worktrack/application';
import {
  Calendar,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  ageingWipFrom,
  controlChartFrom,
  createdVsResolvedFrom,
  cumulativeFlowFrom,
  flowSnapshots,
  type AgeingWipFacts,
  type CalendarDay,
  type ControlChartFacts,
  type FlowCounts,
  type ItemHistory,
  type SprintId,
  type WorkItemStatus,
} from '@worktrack/domain';
import { midnightsOf } from '../../test/oracles/days-of-a-zone.js';
import { itemHistories } from '../../test/item-histories.js';
import { randomLife, STAGES, type Stage } from '../../test/random-flow.js';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { ageingItems, finishedItems } from '../../test/rows-of-columns.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { readAgeingWip } from './ageing-wip.js';
import { readControlChart } from './control-chart.js';
import { readCreatedVsResolved } from './created-vs-resolved.js';
import { readCumulativeFlow } from './cumulative-flow.js';

jest.setTimeout(600_000);

const PROJECTS = process.env.TEST_DEEP === undefined ? 30 : 60;
const DAY = 86_400_000;

/** A Work Item as it is now. */
interface PresentItem {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly sprint: string | null;
  /** True when it is archived or deleted. */
  readonly away: boolean;
  readonly createdAt: Date;
}

describe(`Reports of flow against raw history (SEED=${seed})`, () => {
  const random = randomNumbers(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const anyOf = <Value>(values: readonly Value[]): Value => values[upTo(values.length)]!;

  let database: TestDatabase;
  let world: World;
  let reader: Awaited<ReturnType<TestDatabase['open']>>['connections'];
  let administration: Awaited<ReturnType<TestDatabase['ports']>>['administration'];

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    reader = (await database.open()).connections;
    ({ administration } = await database.ports());
  });

  afterAll(() => database.drop());

  interface Given extends Stage {
    readonly scope: ProjectScope;
    readonly sprintId: SprintId;
    /** Ids of the final scope of the Sprint at its completion. */
    readonly finalScope: ReadonlySet<string>;
    readonly items: readonly PresentItem[];
    readonly histories: readonly ItemHistory[];
  }

  const given = async (): Promise<Given> => {
    const [zone, day] = anyOf(STAGES);
    const from = Date.parse(day) - 30 * DAY;
    const stage = { from, until: from + 50 * DAY, midnights: midnightsOf(zone, from - DAY, from + 60 * DAY) };
    const scope = await world.project(await world.organization(), await world.user());
    const sprintId = await world.sprint(scope);
    const lives = Array.from({ length: upTo(25) }, (_, index) =>
      randomLife(random, scope, { number: index + 1, sprintId: random() < 0.3 ? sprintId : null }, stage),
    );
    await administration.run((tx) => tx.imports.add(lives));
    const finalScope = new Set(lives.filter(() => random() < 0.2).map(({ record }) => record.id as string));
    await database.sql(
      `insert into sprint_outcomes
         (organization_id, sprint_id, work_item_id, project_id, at, project_key, number, title, status)
       select organization_id, $1, id, project_id, now(), project_key, number, title, status
       from work_items where id = any($2::uuid[])`,
      [sprintId, [...finalScope]],
    );
    return {
      ...stage,
      scope,
      sprintId,
      finalScope,
      items: await database.sql<PresentItem>(
        `select id, type, status, sprint_id as sprint, coalesce(archived_at, deleted_at) is not null as away, created_at as "createdAt"
         from work_items where project_id = $1`,
        [scope.projectId],
      ),
      histories: await itemHistories(database, scope.projectId),
    };
  };

  /** Picks a random request, with the items that it covers. */
  const asked = ({ scope, midnights, from, until, items, sprintId, finalScope }: Given) => {
    const generatedAt = random() < 0.3 ? until + DAY : Math.floor(from + random() * (until - from));
    const first = upTo(midnights.length - 10);
    const days = midnights.slice(first, first + 2 + upTo(40)).filter((_, index) => index < 2 || random() < 0.9);
    // Days in the future are empty.
    const boundaries = days.map((instant) => Math.min(instant, generatedAt + 1));
    const [type, status] = [random() < 0.3 ? anyOf(WORK_ITEM_TYPES) : undefined, anyOf(WORK_ITEM_STATUSES)];
    const statuses = random() < 0.2 ? [status] : undefined;
    const bySprint = random() < 0.3;
    const population: ReportPopulation = {
      filter: { ...(type && { words: { type: [type] } }), ...(statuses && { statuses }) },
      query: null,
      viewer: { actorId: scope.actorId, onlyProjects: undefined },
      sprintId: bySprint ? sprintId : null,
      generatedAt: new Date(generatedAt),
      calendar: Calendar.utc,
    };
    const counted = (alsoByScope: boolean) =>
      items.filter(
        (item) =>
          !item.away &&
          item.createdAt.getTime() <= generatedAt &&
          (type === undefined || item.type === type) &&
          (statuses === undefined || item.status === status) &&
          (!bySprint || item.sprint === sprintId || (alsoByScope && finalScope.has(item.id))),
      );
    const request = { population, boundaries: boundaries.map((instant) => new Date(instant)) };
    return { request, generatedAt, boundaries, counted };
  };

  it(`count what follows from the histories of ${PROJECTS} Projects`, async () => {
    const met = { arrivals: 0, reopened: 0, finished: 0, ageing: 0 };
    for (let project = 0; project < PROJECTS; project += 1) {
      const about = await given();
      for (let question = 0; question < 3; question += 1) {
        const { request, generatedAt, boundaries, counted } = asked(about);
        const historiesOf = (these: readonly PresentItem[]) =>
          about.histories.filter(({ record }) => these.some(({ id }) => id === record.id));
        const span = {
          asOf: new Date(generatedAt),
          intervals: boundaries.slice(1).map((_, day) => ({ start: day as CalendarDay, end: day as CalendarDay })),
          calendar: { startOf: (day: CalendarDay) => new Date(boundaries[day]!) },
        };

        const flow = await readCumulativeFlow(reader, about.scope, request);
        const ownFlow = cumulativeFlowFrom(historiesOf(counted(true)), span);
        const { arrivals, departures } = ownFlow;
        expect(flow).toMatchObject({ arrivals, departures, capped: false });
        const snapshots = flowSnapshots(flow, span.intervals.length);
        expect([...snapshots].sort(byDay)).toEqual([...flowSnapshots(ownFlow, span.intervals.length)].sort(byDay));
        met.arrivals += arrivals;

        const ofNow = historiesOf(counted(false));
        const versus = await readCreatedVsResolved(reader, about.scope, request);
        const ownVersus = createdVsResolvedFrom(ofNow, span);
        expect({ ...versus, intervals: versus.intervals.filter(isNotEmpty).sort(byInterval) }).toEqual({
          ...ownVersus,
          intervals: ownVersus.intervals.filter(isNotEmpty),
        });
        expect(versus.capped).toBe(false);
        met.reopened += versus.intervals.reduce((sum, { reopened }) => sum + reopened, 0);

        const startStatus = random() < 0.2 ? null : anyOf(WORK_ITEM_STATUSES);
        const chart = await readControlChart(reader, about.scope, { ...request, startStatus });
        const ownChart = controlChartFrom(ofNow, { ...span, ...(startStatus && { startStatus }) });
        expect({ ...chart, finished: withoutNumbers(chart) }).toEqual({
          ...ownChart,
          finished: withoutNumbers(ownChart),
        });
        met.finished += withoutNumbers(chart).length;

        const statuses: readonly WorkItemStatus[] =
          random() < 0.6 ? ['in_progress', 'in_review'] : [anyOf(['backlog', 'todo', 'in_progress', 'in_review'])];
        const ageing = await readAgeingWip(reader, about.scope, { population: request.population, statuses });
        expect(standings(ageing)).toEqual(standings(ageingWipFrom(ofNow, { asOf: span.asOf, statuses })));
        expect(ageing.capped).toBe(false);
        met.ageing += standings(ageing).length;
      }
    }
    // Each figure was seen often enough for the test to mean something.
    for (const [what, count] of Object.entries(met)) expect([what, count > PROJECTS / 3]).toEqual([what, true]);
  });
});

/** Lists the finished items by id. Their numbers are in the facts only where two were finished at one instant. */
const withoutNumbers = (chart: ControlChartFacts) =>
  finishedItems(chart)
    .map(({ id, createdAt, firstEnteredAt, doneAt }) => ({ id, createdAt, firstEnteredAt, doneAt }))
    .sort(byId);
const standings = (ageing: AgeingWipFacts) =>
  ageingItems(ageing)
    .map(({ id, status, since }) => ({ id, status, since }))
    .sort(byId);
const isNotEmpty = ({ created, resolved, reopened }: FlowCounts) => created + resolved + reopened > 0;
const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);
const byInterval = (a: { readonly interval: number }, b: { readonly interval: number }) => a.interval - b.interval;
const byDay = (
  a: { readonly day: number; readonly status: WorkItemStatus },
  b: { readonly day: number; readonly status: WorkItemStatus },
) => a.day - b.day || WORK_ITEM_STATUSES.indexOf(a.status) - WORK_ITEM_STATUSES.indexOf(b.status);
