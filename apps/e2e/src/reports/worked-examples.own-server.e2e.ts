import { expectRefusal } from '../kit/refusals.js';
import { TestTime } from '../kit/test-time.js';
import { Story, numberOf } from './story.js';

/** Every figure here is worked out by hand, from the words of the definitions. */

let time: TestTime;

beforeAll(async () => {
  time = await TestTime.start('report-examples');
}, 120_000);

afterAll(() => time.stop());

/** Items that are created to do when the story begins, and done one after the other at these instants. */
async function finishedAt(begin: string, instants: readonly string[]): Promise<Story> {
  const story = await Story.begin(time, begin);
  const given: (readonly [number: number, instant: string])[] = [];
  for (const instant of instants) given.push([await story.item(), instant]);
  for (const [number, instant] of given) {
    await time.at(instant);
    await story.moves(number, 'done');
  }
  return story;
}

const bands = ({ items }: any) => items.map((row: any) => [row.date, row.todo, row.done, row.total]);
const resolutions = ({ items }: any) =>
  items.map((row: any) => [row.start, row.end, row.created, row.resolved, row.net, row.cumulativeOpen]);
const times = ({ items }: any) => items.map((row: any) => [numberOf(row), row.days]);

describe('Midnight', () => {
  let story: Story;

  beforeAll(async () => {
    // 3 March begins at 10:00 in Kiritimati, at 18:30 in Kolkata, and at 05:00 of the next day in New York.
    story = await finishedAt('2026-03-01T00:00:00Z', [
      ...['2026-03-02T09:59:59.999Z', '2026-03-02T10:00:00Z', '2026-03-02T18:29:59.999Z', '2026-03-02T18:30:00Z'],
      ...['2026-03-03T04:59:59.999Z', '2026-03-03T05:00:00Z'],
    ]);
    await time.at('2026-03-09T00:00:00Z');
  });

  it.each([
    ['Pacific/Kiritimati', 1],
    ['Asia/Kolkata', 3],
    ['UTC', 4],
    ['America/New_York', 5],
  ])(
    'in %s: what is done right before it is of 2 March, %d of six, and the rest of 3 March',
    async (timeZone, done) => {
      const span = { start: '2026-03-02', end: '2026-03-03', timeZone };
      const flow = await story.report('cumulative-flow', span);
      expect(bands(flow)).toEqual([
        ['2026-03-02', 6 - done, done, 6],
        ['2026-03-03', 0, 6, 6],
      ]);
      expect(flow.cumulativeFlow).toMatchObject({ arrivals: 0, departures: 6, averageWip: 0, averageLeadTimeDays: 0 });
      const versus = await story.report('created-vs-resolved', span);
      expect(resolutions(versus)).toEqual([
        ['2026-03-02', '2026-03-02', 0, done, -done, 6 - done],
        ['2026-03-03', '2026-03-03', 0, 6 - done, done - 6, 0],
      ]);
      expect(versus.createdVsResolved).toMatchObject({ openingOpen: 6, resolved: 6, net: -6, closingOpen: 0 });
      const chart = await story.report('control-chart', { ...span, end: '2026-03-02', measure: 'lead' });
      // 34 hours, twice; 42 and a half, twice; 52 hours and 59 minutes; and so on, all from 1 March, 00:00 UTC.
      const days = [1.42, 1.42, 1.77, 1.77, 2.21].slice(0, done);
      expect(times(chart)).toEqual(days.map((each, index) => [index + 1, each]));
      expect(chart.controlChart.sampleCount).toBe(done);
    },
  );

  it('decides which day is today, by default the last one of a report', async () => {
    const lastDay = async (timeZone: string): Promise<string[]> => {
      const reports = ['cumulative-flow', 'control-chart', 'created-vs-resolved'];
      const ends = [];
      for (const type of reports)
        ends.push((await story.report(type, { range: 1, timeZone })).parameters.end as string);
      return ends;
    };
    const three = (day: string) => [day, day, day];
    await time.at('2026-03-09T10:59:59.999Z');
    expect(await lastDay('Pacific/Pago_Pago')).toEqual(three('2026-03-08'));
    await time.at('2026-03-09T11:00:00Z');
    expect(await lastDay('Pacific/Pago_Pago')).toEqual(three('2026-03-09'));
    expect(await lastDay('UTC')).toEqual(three('2026-03-09'));
    expect(await lastDay('Pacific/Kiritimati')).toEqual(three('2026-03-10'));
    // start alone ends today.
    for (const type of ['cumulative-flow', 'control-chart', 'created-vs-resolved']) {
      const tomorrow = { start: '2026-03-10', timeZone: 'Pacific/Kiritimati' };
      expect((await story.report(type, tomorrow)).parameters).toMatchObject({ end: '2026-03-10', range: 1 });
      const refused = await time.world.owner.get(story.target(type, { ...tomorrow, timeZone: 'UTC' }));
      expectRefusal(refused, 'VALIDATION_ERROR', 'start');
    }
  });
});

describe('A day of a zone whose rules changed after the release of Node', () => {
  it('begins by the rules of the package: Havana kept summer time in November 2026', async () => {
    const story = await finishedAt('2026-11-27T00:00:00Z', ['2026-11-28T03:59:59.999Z', '2026-11-28T04:00:00Z']);
    await time.at('2026-11-28T04:30:00Z');
    const flow = await story.report('cumulative-flow', { range: 2, timeZone: 'America/Havana' });
    expect(bands(flow)).toEqual([
      ['2026-11-27', 1, 1, 2],
      ['2026-11-28', 0, 2, 2],
    ]);
  });
});

describe('A day in Berlin', () => {
  const timeZone = 'Europe/Berlin';

  describe('of 23 hours, without the one from 02:00 to 03:00', () => {
    let story: Story;

    beforeAll(async () => {
      // 29 March lasts from 23:00 to 22:00 UTC; 01:59 is followed by 03:00.
      story = await finishedAt('2026-03-27T23:00:00Z', [
        ...['2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00Z', '2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00Z'],
        ...['2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00Z'],
      ]);
      await time.at('2026-04-02T00:00:00Z');
    });

    const span = { start: '2026-03-28', end: '2026-03-30', timeZone };

    it('ends an hour earlier for cumulative flow', async () => {
      const flow = await story.report('cumulative-flow', span);
      expect(bands(flow)).toEqual([
        ['2026-03-28', 5, 1, 6],
        ['2026-03-29', 1, 5, 6],
        ['2026-03-30', 0, 6, 6],
      ]);
      // Created at the first instant of the span.
      expect(flow.cumulativeFlow).toMatchObject({ arrivals: 6, departures: 6 });
    });

    it('ends an hour earlier for created against resolved, and so does its week', async () => {
      expect(resolutions(await story.report('created-vs-resolved', span))).toEqual([
        ['2026-03-28', '2026-03-28', 6, 1, 5, 5],
        ['2026-03-29', '2026-03-29', 0, 4, -4, 1],
        ['2026-03-30', '2026-03-30', 0, 1, -1, 0],
      ]);
      // A week and the next one, both cut by the span: 29 March is a Sunday.
      expect(resolutions(await story.report('created-vs-resolved', { ...span, interval: 'week' }))).toEqual([
        ['2026-03-28', '2026-03-29', 6, 5, 1, 1],
        ['2026-03-30', '2026-03-30', 0, 1, -1, 0],
      ]);
    });

    it('is no shorter for the time that work took: a day is 24 hours', async () => {
      const day = { start: '2026-03-29', end: '2026-03-29', timeZone, measure: 'lead' };
      const chart = await story.report('control-chart', day);
      // 24, 26, 26 and 47 hours; two of them but for a millisecond
      expect(times(chart)).toEqual([
        [2, 1],
        [3, 1.08],
        [4, 1.08],
        [5, 1.96],
      ]);
      // 123 hours over 4
      expect(chart.controlChart).toMatchObject({ sampleCount: 4, meanDays: 1.28, medianDays: 1.08 });
    });
  });

  describe('of 25 hours, with the one from 02:00 to 03:00 twice', () => {
    let story: Story;

    beforeAll(async () => {
      // 25 October lasts from 22:00 to 23:00 UTC; it is 02:30 at 00:30 UTC and at 01:30 UTC.
      story = await finishedAt('2026-10-23T22:00:00Z', [
        ...['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
        ...['2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z'],
      ]);
      await time.at('2026-10-28T00:00:00Z');
    });

    const span = { start: '2026-10-24', end: '2026-10-26', timeZone };

    it('ends an hour later for cumulative flow', async () => {
      expect(bands(await story.report('cumulative-flow', span))).toEqual([
        ['2026-10-24', 5, 1, 6],
        ['2026-10-25', 1, 5, 6],
        ['2026-10-26', 0, 6, 6],
      ]);
    });

    it('ends an hour later for created against resolved, and so does its week', async () => {
      expect(resolutions(await story.report('created-vs-resolved', span))).toEqual([
        ['2026-10-24', '2026-10-24', 6, 1, 5, 5],
        ['2026-10-25', '2026-10-25', 0, 4, -4, 1],
        ['2026-10-26', '2026-10-26', 0, 1, -1, 0],
      ]);
      expect(resolutions(await story.report('created-vs-resolved', { ...span, interval: 'week' }))).toEqual([
        ['2026-10-24', '2026-10-25', 6, 5, 1, 1],
        ['2026-10-26', '2026-10-26', 0, 1, -1, 0],
      ]);
    });

    it('is no longer for the time that work took: the hour that comes twice is two', async () => {
      const day = { start: '2026-10-25', end: '2026-10-25', timeZone, measure: 'lead' };
      const chart = await story.report('control-chart', day);
      // 24, 26.5, 27.5 and, but for a millisecond, 49 hours
      expect(times(chart)).toEqual([
        [2, 1],
        [3, 1.1],
        [4, 1.15],
        [5, 2.04],
      ]);
      // 127 hours over 4; 27 hours are 1.125 days
      expect(chart.controlChart).toMatchObject({ sampleCount: 4, meanDays: 1.32, medianDays: 1.13 });
    });
  });

  it.each([
    ['23 hours', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 0],
    ['24 hours less a millisecond', '2026-03-28T23:00:00Z', '2026-03-29T22:59:59.999Z', 0],
    ['24 hours', '2026-03-28T23:00:00Z', '2026-03-29T23:00:00Z', 1],
    ['24 hours of 25', '2026-10-24T22:00:00Z', '2026-10-25T22:00:00Z', 1],
    ['25 hours', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 1],
  ])('ages work by the hours: %s', async (_, since, now, ageDays) => {
    const story = await Story.begin(time, since);
    await story.item({ status: 'in_progress' });
    await time.at(now);
    const { items, ageingWip } = await story.report('ageing-wip');
    expect(items).toMatchObject([{ since: since.replace('Z', '.000Z'), ageDays, bucket: 0 }]);
    expect(ageingWip).toMatchObject({ total: 1, oldestDays: ageDays, medianDays: ageDays });
  });
});

describe('What was archived or deleted since', () => {
  let story: Story;

  beforeAll(async () => {
    story = await Story.begin(time);
    const sprintId = await story.sprint();
    for (const storyPoints of [1, 2, 4]) await story.item({ storyPoints, sprintId });
    for (let count = 0; count < 3; count += 1) await story.item({ status: 'in_progress' });
    const epic = await story.item({ type: 'epic' });
    for (let count = 0; count < 3; count += 1) await story.item({ parentId: `${story.key}-${epic}`, storyPoints: 1 });
    const reopened = await story.item({ status: 'done' });
    await story.starts(sprintId);
    await time.at('2026-03-02T00:00:00Z');
    for (const number of [1, 2, 3]) await story.moves(number, 'done');
    await story.moves(reopened, 'todo');
    await time.at('2026-03-03T00:00:00Z');
    await story.completes(sprintId);
    await time.at('2026-03-04T00:00:00Z');
    for (const number of [2, 5, 9, reopened]) await story.archives(number);
    for (const number of [3, 6, 10]) await story.deletes(number);
    await time.at('2026-03-05T00:00:00Z');
  });

  it('counts in velocity all the same', async () => {
    const { items, velocity } = await story.report('velocity');
    expect(items).toMatchObject([{ committed: 7, completed: 7, carriedOver: 0 }]);
    expect(velocity).toMatchObject({ sprintCount: 1, averageCommitted: 7, averageCompleted: 7 });
    expect((await story.report('velocity', { unit: 'items' })).items).toMatchObject([{ committed: 3, completed: 3 }]);
  });

  it('counts nowhere in cumulative flow, on no day', async () => {
    // Done, in work, the epic, and one child.
    const { items, cumulativeFlow } = await story.report('cumulative-flow', { range: 5 });
    const shown = items.map((row: any) => [row.todo, row.in_progress, row.done, row.total]);
    expect(shown).toEqual([
      [3, 1, 0, 4],
      [2, 1, 1, 4],
      [2, 1, 1, 4],
      [2, 1, 1, 4],
      [2, 1, 1, 4],
    ]);
    expect(cumulativeFlow).toMatchObject({ averageWip: 1, arrivals: 4, departures: 1, averageLeadTimeDays: 5 });
  });

  it('counts nowhere in a control chart, neither as a sample nor as reopened', async () => {
    const { items, controlChart } = await story.report('control-chart', { measure: 'lead', range: 5 });
    expect(items.map(numberOf)).toEqual([1]);
    expect(controlChart).toMatchObject({ sampleCount: 1, meanDays: 1, excluded: { reopened: 0, withoutStart: 0 } });
  });

  it('counts nowhere in ageing work', async () => {
    const { items, ageingWip } = await story.report('ageing-wip');
    expect(items.map((row: any) => [numberOf(row), row.ageDays])).toEqual([[4, 4]]);
    expect(ageingWip).toMatchObject({ total: 1, oldestDays: 4, medianDays: 4 });
  });

  it('counts nowhere in created against resolved', async () => {
    expect((await story.report('created-vs-resolved', { range: 5 })).createdVsResolved).toMatchObject({
      openingOpen: 0,
      created: 4,
      resolved: 1,
      reopened: 0,
      net: 3,
      closingOpen: 3,
    });
  });

  it('counts nowhere in a distribution', async () => {
    const { items, distribution } = await story.report('distribution', { scope: 'all', groupBy: 'type' });
    expect(items.map((row: any) => [row.key, row.count, row.points, row.percent])).toEqual([
      ['task', 3, 2, 75],
      ['bug', 0, 0, 0],
      ['story', 0, 0, 0],
      ['feature', 0, 0, 0],
      ['epic', 1, 0, 25],
    ]);
    expect(distribution.total).toBe(4);
  });

  it('counts nowhere in the progress of an epic', async () => {
    const { items, epicProgress } = await story.report('epic-progress');
    expect(items).toMatchObject([{ childCount: 1, completedCount: 0, points: 1, itemPercent: 0, pointPercent: 0 }]);
    expect(epicProgress).toMatchObject({ epicCount: 1, childCount: 1, points: 1 });
  });
});

describe('A Project without anything', () => {
  it('has figures of nothing: zeros where something is counted, null where nothing is divided by nothing', async () => {
    const story = await Story.begin(time, '2026-03-04T12:00:00Z');
    const figures = async (type: string, object: string, parameters = {}): Promise<any> => {
      const report = await story.report(type, parameters);
      return [report.items, report[object]];
    };
    expect(await figures('velocity', 'velocity')).toEqual([
      [],
      {
        unit: 'points',
        window: 3,
        sprintCount: 0,
        averageCommitted: null,
        averageCompleted: null,
        rollingAverage: null,
      },
    ]);
    expect(await figures('cumulative-flow', 'cumulativeFlow', { range: 1 })).toEqual([
      [{ date: '2026-03-04', backlog: 0, todo: 0, in_progress: 0, in_review: 0, done: 0, total: 0 }],
      {
        unit: 'count',
        timeZone: 'UTC',
        start: '2026-03-04',
        end: '2026-03-04',
        statuses: ['backlog', 'todo', 'in_progress', 'in_review', 'done'],
        averageWip: 0,
        arrivals: 0,
        departures: 0,
        averageLeadTimeDays: null,
      },
    ]);
    expect(await figures('control-chart', 'controlChart')).toEqual([
      [],
      {
        measure: 'cycle',
        cycleStartStatus: 'in_progress',
        sampleCount: 0,
        meanDays: null,
        medianDays: null,
        p85Days: null,
        p95Days: null,
        standardDeviationDays: null,
        excluded: { reopened: 0, withoutStart: 0 },
      },
    ]);
    expect(await figures('ageing-wip', 'ageingWip', { buckets: '2' })).toEqual([
      [],
      {
        asOf: '2026-03-04T12:00:00.000Z',
        total: 0,
        oldestDays: null,
        medianDays: null,
        buckets: [
          { label: '0–2', minDays: 0, maxDays: 2, count: 0 },
          { label: '3+', minDays: 3, maxDays: null, count: 0 },
        ],
      },
    ]);
    const nothing = { created: 0, resolved: 0, reopened: 0, net: 0 };
    expect(await figures('created-vs-resolved', 'createdVsResolved', { range: 1 })).toEqual([
      [{ start: '2026-03-04', end: '2026-03-04', ...nothing, cumulativeOpen: 0 }],
      {
        interval: 'day',
        timeZone: 'UTC',
        start: '2026-03-04',
        end: '2026-03-04',
        openingOpen: 0,
        ...nothing,
        closingOpen: 0,
      },
    ]);
    expect(await figures('distribution', 'distribution', { groupBy: 'assignee' })).toEqual([
      [{ key: null, label: 'None', value: 0, count: 0, points: 0, percent: null }],
      { groupBy: 'assignee', unit: 'count', scope: 'open', total: 0, groupCount: 0, groupsOverlap: false },
    ]);
    expect(await figures('epic-progress', 'epicProgress')).toEqual([
      [],
      { epicCount: 0, completedEpicCount: 0, childCount: 0, completedCount: 0, points: 0, completedPoints: 0 },
    ]);
  });
});

describe('Work without an estimate', () => {
  it('is an item of no points', async () => {
    const story = await Story.begin(time);
    const sprintId = await story.sprint();
    const epic = await story.item({ type: 'epic', sprintId });
    const child = await story.item({ sprintId, parentId: `${story.key}-${epic}` });
    await story.item({ parentId: `${story.key}-${epic}` });
    await story.starts(sprintId);
    await story.moves(child, 'done');
    await story.completes(sprintId);
    expect((await story.report('velocity')).items).toMatchObject([{ committed: 0, completed: 0, carriedOver: 0 }]);
    expect((await story.report('velocity', { unit: 'items' })).items).toMatchObject([
      { committed: 2, completed: 1, carriedOver: 1 },
    ]);
    const flow = await story.report('cumulative-flow', { range: 1, unit: 'points' });
    expect(flow.items).toMatchObject([{ todo: 0, done: 0, total: 0 }]);
    expect(flow.cumulativeFlow).toMatchObject({ arrivals: 3, departures: 1 });
    const inPoints = await story.report('distribution', { groupBy: 'label', unit: 'points', scope: 'all' });
    expect(inPoints.items).toEqual([{ key: null, label: 'None', value: 0, count: 3, points: 0, percent: null }]);
    expect((await story.report('epic-progress')).items).toMatchObject([
      { childCount: 2, completedCount: 1, points: 0, itemPercent: 50, pointPercent: null },
    ]);
  });
});
