import { eventually } from '../kit/eventually.js';
import { givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { openSession } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { TestTime } from '../kit/test-time.js';
import { ZONES } from '../kit/world-plans.js';
import { found } from '../squeakql/finding.js';

/** One calendar for an Organization: its days are those of its time zone, for every viewer. */

type Place = keyof typeof ZONES;

let time: TestTime;

beforeAll(async () => {
  time = await TestTime.start('time-zones');
}, 120_000);

afterAll(() => time.stop());

const everywhere = () => time.world.caller('owner everywhere');

/** Creates a Project in the Organization of a place. Returns its path. */
async function projectIn(place: Place): Promise<string> {
  const { key } = await givenProject(everywhere(), time.world.org(place));
  return time.world.project(key as string, place);
}

const titlesOf = (items: readonly any[]): string[] => items.map(({ title }) => title as string).sort();

/*
 * Each day is one on which the clock changes, or one without a change. Its first and its last moment are what the page stores; Havana has no
 * midnight on 8 March 2026, Apia has no 30 December 2011.
 */
describe.each<readonly [Place, string, string, string, string, string]>([
  ['los-angeles', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-08T08:00:00.000Z', '2026-03-09T06:59:59.999Z'],
  ['los-angeles', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-01T07:00:00.000Z', '2026-11-02T07:59:59.999Z'],
  ['havana', '2026-03-07', '2026-03-08', '2026-03-09', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['havana', '2025-11-01', '2025-11-02', '2025-11-03', '2025-11-02T04:00:00.000Z', '2025-11-03T04:59:59.999Z'],
  ['berlin', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['berlin', '2026-10-24', '2026-10-25', '2026-10-26', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['tokyo', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-05T15:00:00.000Z', '2026-03-06T14:59:59.999Z'],
  ['apia', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-05T11:00:00.000Z', '2026-03-06T10:59:59.999Z'],
  ['apia', '2011-12-29', '2011-12-31', '2012-01-01', '2011-12-30T10:00:00.000Z', '2011-12-31T09:59:59.999Z'],
  ['kiritimati', '2026-03-05', '2026-03-06', '2026-03-07', '2026-03-05T10:00:00.000Z', '2026-03-06T09:59:59.999Z'],
])('In %s between %s and %s', (place, before, day, after, first, last) => {
  it('a query finds what is due in the day, and nothing else', async () => {
    const project = await projectIn(place);
    const key = project.split('/').at(-1)!;
    const shifted = (instant: string, by: number) => new Date(Date.parse(instant) + by).toISOString();
    const dueDates = { before: shifted(first, -1), first, last, after: shifted(last, 1) };
    for (const [title, dueDate] of Object.entries(dueDates)) {
      await givenWorkItem(everywhere(), project, { title, dueDate });
    }
    const titles = async (condition: string) =>
      titlesOf(await found(everywhere(), time.world.org(place), `project = ${key} AND ${condition}`));
    expect(await titles(`due = '${day}'`)).toEqual(['first', 'last']);
    expect(await titles(`due = '${before}'`)).toEqual(['before']);
    expect(await titles(`due = '${after}'`)).toEqual(['after']);
    expect(await titles(`due < '${day}'`)).toEqual(['before']);
    expect(await titles(`due <= '${day}'`)).toEqual(['before', 'first', 'last']);
    expect(await titles(`due > '${day}'`)).toEqual(['after']);
    expect(await titles(`due >= '${day}'`)).toEqual(['after', 'first', 'last']);
  });
});

it('A day that a zone skipped finds nothing', async () => {
  const project = await projectIn('apia');
  await givenWorkItem(everywhere(), project, { dueDate: '2011-12-30T09:59:59.999Z' });
  await givenWorkItem(everywhere(), project, { dueDate: '2011-12-30T10:00:00Z' });
  const key = project.split('/').at(-1)!;
  const count = async (day: string) =>
    (await found(everywhere(), time.world.org('apia'), `project = ${key} AND due = '${day}'`)).length;
  expect([await count('2011-12-29'), await count('2011-12-30'), await count('2011-12-31')]).toEqual([1, 0, 1]);
});

/** Returns the day of a zone at an instant, `YYYY-MM-DD`, by the rules of the runtime. */
const dayAt = (timeZone: string, instant: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant);

/** Finds the first instant at which the zone shows the day or a later one, by bisection. */
function startOf(timeZone: string, day: string): number {
  let [low, high] = [Date.parse(day) - 172_800_000, Date.parse(day) + 172_800_000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dayAt(timeZone, middle) < day) low = middle;
    else high = middle;
  }
  return high;
}

it.each<Place>(['los-angeles', 'berlin', 'tokyo', 'kiritimati'])(
  'In %s, today, this week and this month begin when they begin there',
  async (place) => {
    const project = await projectIn(place);
    const key = project.split('/').at(-1)!;
    const zone = ZONES[place];
    // A search takes the present from the database's own clock.
    const today = dayAt(zone, Date.now());
    const monday = new Date(Date.parse(today) - ((new Date(today).getUTCDay() + 6) % 7) * 86_400_000);
    const starts = { today, week: monday.toISOString().slice(0, 10), month: `${today.slice(0, 8)}01` };
    for (const [title, day] of Object.entries(starts)) {
      const start = startOf(zone, day);
      await givenWorkItem(everywhere(), project, {
        title: `before ${title}`,
        dueDate: new Date(start - 1).toISOString(),
      });
      await givenWorkItem(everywhere(), project, { title, dueDate: new Date(start).toISOString() });
    }
    const titles = async (condition: string) =>
      titlesOf(await found(everywhere(), time.world.org(place), `project = ${key} AND ${condition}`));
    expect(await titles('due = today()')).toContain('today');
    expect(await titles('due = today()')).not.toContain('before today');
    for (const [called, title] of [
      ['startOfWeek()', 'week'],
      ['startOfMonth()', 'month'],
    ] as const) {
      expect(await titles(`due >= ${called}`)).toContain(title);
      expect(await titles(`due < ${called}`)).toContain(`before ${title}`);
    }
  },
);

describe.each<readonly [Place, string, string, string]>([
  // From 2 March, 09:00 there, to 6 March, 23:30 there.
  ['los-angeles', '2026-03-02T17:00:00Z', '2026-03-07T07:30:00Z', '2026-03-07T07:59:59.999Z'],
  ['havana', '2026-03-02T14:00:00Z', '2026-03-07T04:30:00Z', '2026-03-07T04:59:59.999Z'],
  ['berlin', '2026-03-02T08:00:00Z', '2026-03-06T22:30:00Z', '2026-03-06T22:59:59.999Z'],
  ['tokyo', '2026-03-02T00:00:00Z', '2026-03-06T14:30:00Z', '2026-03-06T14:59:59.999Z'],
  ['apia', '2026-03-01T20:00:00Z', '2026-03-06T10:30:00Z', '2026-03-06T10:59:59.999Z'],
  ['kiritimati', '2026-03-01T19:00:00Z', '2026-03-06T09:30:00Z', '2026-03-06T09:59:59.999Z'],
])('A Sprint of 2 to 6 March in %s', (place, starts, ends, endDate) => {
  const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'];
  let project: string;
  let sprintId: string;

  beforeAll(async () => {
    const owner = everywhere();
    await time.at(starts);
    project = await projectIn(place);
    ({ id: sprintId } = await givenSprint(owner, project, { endDate }));
    const { key } = await givenWorkItem(owner, project, { storyPoints: 4, sprintId, status: 'in_progress' });
    await moved(owner, `${project}/sprints/${sprintId}`, 'active');
    // Half an hour before midnight there, on the fourth day.
    await time.at(new Date(Date.parse(ends) - 86_400_000).toISOString());
    await owner.post(`${project}/work-items/${key}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    await time.at(ends);
    await moved(owner, `${project}/sprints/${sprintId}`, 'done');
  });

  it('has a report of these days', async () => {
    const { body } = await everywhere().get(`${project}/sprints/${sprintId}/report`);
    const { points, display } = body.burndown;
    expect(points.map(({ date, remainingPoints }: any) => [date, remainingPoints])).toEqual(
      DAYS.map((date, at) => [date, at < 3 ? 4 : 0]),
    );
    expect(display.map(({ date, label, ideal }: any) => [date, label, ideal])).toEqual(
      DAYS.map((date, at) => [date, `Mar ${2 + at}`, 4 - at]),
    );
  });

  it('has a drawing of these days', async () => {
    const { browser } = await openSession(time.world, 'owner');
    const path = `${project.replace('/v1', '')}/sprints/${sprintId}/report.svg`;
    const { text } = await browser.get(path);
    expect(text).toContain('2026-03-06');
    expect(text).not.toContain('2026-03-07');
    expect(text).toContain(ZONES[place]);
  });

  it('counts in flow reports of these days, where the request names no zone', async () => {
    const read = async (query: string) =>
      (await everywhere().get(`${project}/reports/cumulative-flow?start=2026-03-02&end=2026-03-06${query}`)).body;
    const { parameters, cumulativeFlow, items } = await read('');
    expect([parameters.timeZone, cumulativeFlow.timeZone]).toEqual([ZONES[place], ZONES[place]]);
    expect(items.map(({ date, done }: any) => [date, done])).toEqual(DAYS.map((date, at) => [date, at < 3 ? 0 : 1]));
    expect(items).toEqual((await read(`&timeZone=${ZONES[place]}`)).items);
    expect((await read('&timeZone=UTC')).parameters.timeZone).toBe('UTC');
  });

  it('counts in the days of today without a span, page by page', async () => {
    const path = `${project}/reports/created-vs-resolved?range=3&limit=1`;
    const { items, page, parameters } = (await everywhere().get(path)).body;
    expect(parameters).toMatchObject({ start: '2026-03-04', end: '2026-03-06', timeZone: ZONES[place] });
    const next = await everywhere().get(`${path}&cursor=${page.nextCursor}`);
    expect([items[0].start, next.body.items[0].start]).toEqual(['2026-03-04', '2026-03-05']);
    // The cursor is bound to the zone, named or not.
    const named = await everywhere().get(`${path}&timeZone=${ZONES[place]}&cursor=${page.nextCursor}`);
    expect(named.body.items).toEqual(next.body.items);
    expect((await everywhere().get(`${path}&timeZone=UTC&cursor=${page.nextCursor}`)).status).toBe(400);
  });

  it('has the days of the zone in the files of reports', async () => {
    const { browser } = await openSession(time.world, 'owner');
    const { text } = await browser.get(
      `${project.replace('/v1', '')}/reports/cumulative-flow.csv?start=2026-03-02&end=2026-03-06`,
    );
    const done = text
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(',')[5]);
    expect(done).toEqual(['0', '0', '0', '1', '1']);
  });
});

describe('The time zone of an Organization', () => {
  it('is in its detail and in the session of a browser, with its clock', async () => {
    expect((await everywhere().get(time.world.org('berlin'))).body.timeZone).toBe('Europe/Berlin');
    const { browser } = await openSession(time.world, 'owner');
    const { organizations } = (await browser.get('/api/session')).body;
    const berlin = organizations.find(({ slug }: any) => slug === `${time.world.slug}-berlin`);
    expect(berlin.timeZone).toBe('Europe/Berlin');
    const year = new Date().getUTCFullYear();
    expect(berlin.clock.offsets[0]).toEqual({ from: `${year - 1}-01-01T00:00:00.000Z`, minutes: 60 });
    expect(berlin.clock.offsets).toContainEqual({ from: '2026-03-29T01:00:00.000Z', minutes: 120 });
    expect(berlin.clock.until).toBe(`${year + 6}-01-01T00:00:00.000Z`);
  });

  it('changes no instant when it is changed, only the day that a query reads', async () => {
    const org = time.world.org('tokyo');
    const project = await projectIn('tokyo');
    const item = await givenWorkItem(everywhere(), project, { dueDate: '2026-03-06T14:59:59.999Z' });
    const [before] = await found(everywhere(), org, `key = ${item.key} AND due = '2026-03-06'`);
    const slug = ['--slug', `${time.world.slug}-tokyo`];
    const place = { databaseUrl: time.databaseUrl };
    await taskResult(['org:update', ...slug, '--time-zone', 'Pacific/Kiritimati'], place);
    // 14:59:59.999 UTC is 04:59:59.999 of the next day there.
    const after = await eventually('the item on the next day', async () => {
      const [row] = await found(everywhere(), org, `key = ${item.key} AND due = '2026-03-07'`);
      return row;
    });
    expect(after).toEqual(before);
    expect((await everywhere().get(org)).body.timeZone).toBe('Pacific/Kiritimati');
    await taskResult(['org:update', ...slug, '--time-zone', 'Asia/Tokyo'], place);
  });

  it('is UTC unless it is set', async () => {
    expect((await time.world.owner.get(time.world.org())).body.timeZone).toBe('UTC');
  });
});
