import {
  createWorkItem,
  getProjectReport,
  transitionWorkItem,
  type ProjectReportPorts,
  type ProjectReportView,
  type ProjectScope,
  type ReportType,
  type Reports,
} from '@worktrack/application';
import {
  CalendarDay,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  offsetsOfRuntime,
  type SprintId,
  type TimeZone,
  type WorkItemId,
  type WorkItemStatus,
} from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { dayAt, daysBetween, dayPlus, midnightOf, midnightsOf } from '../../test/oracles/days-of-a-zone.js';
import { movesOf, replay, resolutionOf, standingBefore, type ReplayedItem } from '../../test/oracles/replayed-flow.js';
import { randomLife, STAGES, type Stage } from '../../test/random-flow.js';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

jest.setTimeout(600_000);

const PROJECTS = process.env.TEST_DEEP === undefined ? 70 : 120;
const DAY = 86_400_000;
const NO_FILTER = {
  q: undefined,
  status: undefined,
  type: undefined,
  priority: undefined,
  assignee: undefined,
  label: undefined,
  squeakql: undefined,
  cursor: undefined,
  limit: 100,
};

interface Given extends Stage {
  readonly zone: TimeZone;
  readonly scope: ProjectScope;
  readonly sprintId: SprintId;
  readonly items: readonly ReplayedItem[];
}

/** Rounds a number that is not negative half up. A value just below a half, by less than 1e-7 of the last digit, counts as a half. */
const twoDecimals = (value: number) => Math.floor(value * 100 + 0.5 + 1e-7) / 100;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
const percentile = (rising: readonly number[], share: number) => {
  const rank = share * (rising.length - 1);
  const [below, above] = [rising[Math.floor(rank)]!, rising[Math.ceil(rank)]!];
  return below + (above - below) * (rank - Math.floor(rank));
};
const orNull = (values: readonly number[], of: (values: readonly number[]) => number) =>
  values.length === 0 ? null : twoDecimals(of(values));
const textOf = (instant: number) => new Date(instant).toISOString();

describe(`Whole reports of flow against raw history (SEED=${seed})`, () => {
  const random = randomNumbers(seed);
  const upTo = (count: number) => Math.floor(random() * count);
  const anyOf = <Value>(values: readonly Value[]): Value => values[upTo(values.length)]!;

  let database: TestDatabase;
  let world: World;
  let ports: ProjectReportPorts;
  let unitOfWork: Awaited<ReturnType<TestDatabase['ports']>>['unitOfWork'];
  let administration: Awaited<ReturnType<TestDatabase['ports']>>['administration'];
  let present: number | undefined;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    const adapters = await database.ports();
    ({ administration, unitOfWork } = adapters);
    const feeds = adapters.projectReportFeeds;
    const realNow = feeds.now.bind(feeds);
    // Replace the clock, so that a past instant can be the present of a request.
    feeds.now = (scope) => (present === undefined ? realNow(scope) : Promise.resolve(new Date(present)));
    ports = {
      feeds,
      references: adapters.filterReferences,
      cursors: adapters.cursors,
      zones: { offsetsOf: offsetsOfRuntime },
    };
  });

  afterAll(() => database.drop());

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
    return { ...stage, zone: zone as TimeZone, scope, sprintId, items: await replay(database, scope) };
  };

  /** Picks random parameters that all four reports accept, the days they cover, and the instant that counts as now. */
  const asked = ({ zone, from, until, sprintId, items }: Given, cap: number) => {
    const generatedAt = random() < 0.3 ? until + DAY : Math.floor(from + random() * (until - from));
    const today = dayAt(zone, generatedAt);
    const end = random() < 0.6 ? undefined : dayPlus(today, 5 - upTo(30));
    const start = random() < 0.6 ? undefined : dayPlus(end ?? today, -upTo(60));
    const range = start !== undefined || end !== undefined || random() < 0.3 ? undefined : 1 + upTo(cap + 5);
    const last = end ?? today;
    const days = daysBetween(start ?? dayPlus(last, 1 - (range ?? 30)), last).slice(-cap);
    // No boundary is in the future.
    const boundaryOf = (day: string) => Math.min(midnightOf(zone, day), generatedAt + 1);
    const boundaries = [...days, dayPlus(last, 1)].map(boundaryOf);
    const type = random() < 0.25 ? anyOf(WORK_ITEM_TYPES) : undefined;
    const sprint = random() < 0.25 ? sprintId : undefined;
    const dayOf = (text: string | undefined) => (text === undefined ? undefined : CalendarDay.parse(text));
    const counted = items.filter(
      (item) => !item.away && item.standings[0]!.at <= generatedAt && (type === undefined || item.type === type),
    );
    const [begin, behind] = [boundaries[0]!, boundaries.at(-1)!];
    return {
      generatedAt,
      days,
      counted,
      sprint,
      ofSprint: counted.filter((item) => sprint === undefined || item.sprint === sprint),
      query: { ...NO_FILTER, type, range, start: dayOf(start), end: dayOf(end), timeZone: zone },
      startOf: (day: string) => boundaries[days.indexOf(day)]!,
      endOf: (day: string) => boundaries[days.indexOf(day) + 1]!,
      isInSpan: (at: number | undefined) => at !== undefined && at >= begin && at < behind,
      shown: { timeZone: zone, start: days[0], end: last },
    };
  };

  const ask = async <Type extends ReportType>(
    { scope }: Given,
    generatedAt: number,
    type: Type,
    query: Reports[Type]['query'],
  ): Promise<ProjectReportView<Type>> => {
    present = generatedAt;
    return getProjectReport(ports, world.scope(scope.organizationId, scope.actorId), scope, type, query);
  };

  const created = (item: ReplayedItem) => item.standings[0]!.at;
  const keyOf = ({ scope }: Given, { number }: ReplayedItem) => `${scope.projectKey}-${number}`;

  const expectCumulativeFlow = async (about: Given) => {
    const question = asked(about, 90);
    const { generatedAt, days, ofSprint: items, sprint, query, shown, isInSpan } = question;
    const unit = anyOf(['count', 'points'] as const);
    const rows = days.map((date) => {
      const row = { date, backlog: 0, todo: 0, in_progress: 0, in_review: 0, done: 0, total: 0 };
      for (const { status, points } of items.flatMap((item) => standingBefore(item, question.endOf(date)) ?? [])) {
        row[status] += unit === 'count' ? 1 : points;
        row.total += unit === 'count' ? 1 : points;
      }
      return row;
    });
    const inProgress = days.flatMap((date) =>
      items.filter((item) => IN_WORK.includes(standingBefore(item, question.endOf(date))?.status ?? 'done')),
    ).length;
    const departures = items.filter((item) => {
      const { resolved, reopened } = resolutionOf(item, generatedAt);
      return isInSpan(resolved) && reopened === undefined;
    }).length;
    const report = await ask(about, generatedAt, 'cumulative-flow', { ...query, unit, sprint });
    expect(report).toMatchObject({
      items: rows,
      cumulativeFlow: {
        unit,
        ...shown,
        statuses: WORK_ITEM_STATUSES,
        averageWip: twoDecimals(inProgress / days.length),
        arrivals: items.filter((item) => isInSpan(created(item))).length,
        departures,
        averageLeadTimeDays: departures === 0 ? null : twoDecimals(inProgress / departures),
      },
    });
    expect(report.items).toHaveLength(rows.length);
    return inProgress;
  };

  const expectCreatedVsResolved = async (about: Given) => {
    const question = asked(about, 366);
    const { generatedAt, ofSprint: items, sprint, query, shown, startOf, endOf } = question;
    const interval = anyOf(['day', 'week', 'month'] as const);
    // A page has at most a hundred rows: of more days, it shows the last ones.
    const days = question.days;
    const isSame = (one: string, other: string) =>
      interval === 'day'
        ? one === other
        : interval === 'month'
          ? one.slice(0, 7) === other.slice(0, 7)
          : mondayOf(one) === mondayOf(other);
    const groups: string[][] = [];
    for (const day of days) {
      const group = groups.at(-1);
      if (group && isSame(group[0]!, day)) group.push(day);
      else groups.push([day]);
    }
    const resolutions = items.map((item) => ({ created: created(item), ...resolutionOf(item, generatedAt) }));
    const countOf = (from: number, until: number) => {
      const isIn = (at: number | undefined) => at !== undefined && at >= from && at < until;
      return {
        created: resolutions.filter((item) => isIn(item.created)).length,
        resolved: resolutions.filter((item) => isIn(item.resolved)).length,
        reopened: resolutions.filter((item) => isIn(item.reopened)).length,
      };
    };
    const netOf = (count: ReturnType<typeof countOf>) => count.created - count.resolved + count.reopened;
    const openingOpen = netOf(countOf(-Infinity, startOf(days[0]!)));
    let cumulativeOpen = openingOpen;
    const rows = groups.map((group) => {
      const [start, end] = [group[0]!, group.at(-1)!];
      const count = countOf(startOf(start), endOf(end));
      cumulativeOpen += netOf(count);
      return { start, end, ...count, net: netOf(count), cumulativeOpen };
    });
    const whole = countOf(startOf(days[0]!), endOf(days.at(-1)!));
    const report = await ask(about, generatedAt, 'created-vs-resolved', { ...query, interval, sprint });
    expect(report).toMatchObject({
      items: rows.slice(0, 100),
      createdVsResolved: {
        interval,
        ...shown,
        openingOpen,
        ...whole,
        net: netOf(whole),
        closingOpen: cumulativeOpen,
      },
    });
    return whole.reopened;
  };

  const expectControlChart = async (about: Given) => {
    const { generatedAt, counted: items, query, isInSpan } = asked(about, 90);
    const measure = random() < 0.4 ? 'lead' : 'cycle';
    const [cycleStartStatus, window] = [anyOf(WORK_ITEM_STATUSES), 1 + upTo(6)];
    const done = items.flatMap((item) => {
      const { resolved = 0, reopened } = resolutionOf(item, generatedAt);
      if (!isInSpan(resolved) || reopened !== undefined) return [];
      const entry = movesOf(item, generatedAt).find(({ to }) => to === cycleStartStatus)?.at;
      return [{ item, from: measure === 'lead' ? created(item) : entry, until: resolved }];
    });
    const samples = done
      .flatMap(({ item, from, until }) =>
        from === undefined ? [] : [{ item, from, until, days: (until - from) / DAY }],
      )
      .sort((a, b) => a.until - b.until || a.item.number - b.item.number);
    const times = samples.map(({ days }) => days);
    const rising = [...times].sort((a, b) => a - b);
    const reopened = items.filter((item) => {
      const moves = movesOf(item, generatedAt);
      return moves.at(-1)?.to !== 'done' && moves.some(({ at, to }) => to === 'done' && isInSpan(at));
    });
    const asking = { ...query, measure, cycleStartStatus, window } as const;
    const report = await ask(about, generatedAt, 'control-chart', asking);
    expect(report).toMatchObject({
      items: samples.map(({ item, from, until, days }, index) => {
        const last = times.slice(Math.max(0, index + 1 - window), index + 1);
        return {
          workItem: { id: item.id, key: keyOf(about, item), type: item.type },
          startedAt: textOf(from),
          completedAt: textOf(until),
          days: twoDecimals(days),
          rollingMeanDays: twoDecimals(mean(last)),
          rollingStandardDeviationDays: twoDecimals(deviation(last)),
        };
      }),
      controlChart: {
        measure,
        cycleStartStatus: measure === 'lead' ? null : cycleStartStatus,
        sampleCount: times.length,
        meanDays: orNull(rising, mean),
        medianDays: orNull(rising, (values) => percentile(values, 0.5)),
        p85Days: orNull(rising, (values) => percentile(values, 0.85)),
        p95Days: orNull(rising, (values) => percentile(values, 0.95)),
        standardDeviationDays: orNull(rising, deviation),
        excluded: { reopened: reopened.length, withoutStart: done.length - samples.length },
      },
    });
    expect(report.items).toHaveLength(samples.length);
    return samples.length;
  };

  const expectAgeingWip = async (about: Given) => {
    const { generatedAt, ofSprint: items, sprint, query } = asked(about, 90);
    const { type } = query;
    const inWork = items
      .flatMap((item) => {
        const { to, at } = movesOf(item, generatedAt).at(-1)!;
        return IN_WORK.includes(to) ? [{ item, status: to, since: at }] : [];
      })
      .sort((a, b) => a.since - b.since || a.item.number - b.item.number);
    const buckets = anyOf([[3, 7, 14, 30], [1], [2, 4, 8, 16, 32]]);
    const ages = inWork.map(({ since }) => Math.floor((generatedAt - since) / DAY));
    const bucketOf = (age: number) => buckets.filter((limit) => limit < age).length;
    const rising = [...ages].sort((a, b) => a - b);
    const asking = { ...NO_FILTER, type, sprint, buckets, sort: anyOf(['age', 'since'] as const) };
    const report = await ask(about, generatedAt, 'ageing-wip', asking);
    expect(report).toMatchObject({
      items: inWork.map(({ item, status, since }, index) => ({
        workItem: { id: item.id, key: keyOf(about, item), type: item.type },
        status,
        since: textOf(since),
        ageDays: ages[index],
        bucket: bucketOf(ages[index]!),
      })),
      ageingWip: {
        asOf: textOf(generatedAt),
        total: ages.length,
        oldestDays: rising.at(-1) ?? null,
        medianDays: orNull(rising, (values) => percentile(values, 0.5)),
        buckets: [...buckets, null].map((maxDays, index) => ({
          minDays: index === 0 ? 0 : buckets[index - 1]! + 1,
          maxDays,
          count: ages.filter((age) => bucketOf(age) === index).length,
        })),
      },
    });
    expect(report.items).toHaveLength(inWork.length);
    return inWork.length;
  };

  it(`say what replaying ${PROJECTS} Projects says`, async () => {
    const met = { flow: 0, versus: 0, chart: 0, ageing: 0 };
    for (let project = 0; project < PROJECTS; project += 1) {
      const about = await given();
      met.flow += await expectCumulativeFlow(about);
      met.versus += await expectCreatedVsResolved(about);
      met.chart += await expectControlChart(about);
      met.ageing += await expectAgeingWip(about);
    }
    // Each figure was seen often enough for the test to mean something.
    for (const [what, count] of Object.entries(met)) expect([what, count > PROJECTS / 2]).toEqual([what, true]);
  });

  it('say on later pages what the first one said, whatever was done meanwhile', async () => {
    const scope = await world.project(await world.organization(), await world.user());
    const viewer = world.scope(scope.organizationId, scope.actorId);
    const create = async (status: WorkItemStatus) =>
      (await unitOfWork.run((tx) => createWorkItem(tx, scope, { ...CONTENT, status }))).id;
    const move = (workItemId: WorkItemId, targetStatus: string) =>
      unitOfWork.run((tx) => transitionWorkItem(tx, scope, { workItemId, expected: '*', targetStatus }));
    const ids = await Promise.all(
      (['todo', 'in_progress', 'in_progress', 'in_review', 'done', 'done', 'done'] as const).map(create),
    );
    await move(ids[4]!, 'todo');
    present = undefined;
    const span = { range: 3, start: undefined, end: undefined, timeZone: 'UTC' as TimeZone };
    const all = { ...NO_FILTER, ...span, limit: 1, sprint: undefined };
    type Read = (cursor: string | undefined) => Promise<ProjectReportView>;
    const read = getProjectReport.bind(undefined, ports, viewer, scope);
    const questions: readonly Read[] = [
      (cursor) => read('cumulative-flow', { ...all, cursor, unit: 'count' }),
      (cursor) => read('created-vs-resolved', { ...all, cursor, interval: 'day' }),
      (cursor) => read('control-chart', { ...all, cursor, measure: 'cycle', cycleStartStatus: 'done', window: 5 }),
      (cursor) => read('ageing-wip', { ...all, cursor, buckets: [1, 2], sort: 'age' }),
    ];
    const pages = async (question: Read, meanwhile: () => Promise<unknown>) => {
      const found: ProjectReportView[] = [];
      let cursor: string | undefined;
      do {
        const page = await question(cursor);
        found.push(page);
        cursor = page.page.nextCursor ?? undefined;
        await meanwhile();
      } while (cursor !== undefined);
      return found;
    };
    const totalsOf = (report: ProjectReportView) => ({ ...report, items: [], data: [], page: null });
    for (const question of questions) {
      // Make sure that there is more than one page, whatever state the random moves before have left.
      for (const status of ['done', 'done', 'in_review', 'in_review'] as const) ids.push(await create(status));
      const undisturbed = (await pages(question, () => Promise.resolve())).map(({ items }) => items[0]);
      const disturbed = await pages(question, async () => {
        for (const id of ids) await move(id, anyOf(WORK_ITEM_STATUSES)).catch(() => undefined);
        await create('in_progress');
      });
      expect(disturbed.length).toBeGreaterThan(1);
      expect(disturbed.map(({ items }) => items[0])).toEqual(undisturbed);
      for (const page of disturbed) expect(totalsOf(page)).toEqual(totalsOf(disturbed[0]!));
    }
  });
});

const IN_WORK: readonly WorkItemStatus[] = ['in_progress', 'in_review'];

function mondayOf(day: string): string {
  return dayPlus(day, -((new Date(day).getUTCDay() + 6) % 7));
}
