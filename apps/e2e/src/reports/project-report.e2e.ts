import { randomUUID } from 'node:crypto';
import { givenLabel, givenLink, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { INSTANT, MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('reports');
const { owner, member } = world;

/** The report types with the name of their object. */
const REPORTS: readonly [type: string, object: string][] = [
  ['velocity', 'velocity'],
  ['cumulative-flow', 'cumulativeFlow'],
  ['control-chart', 'controlChart'],
  ['ageing-wip', 'ageingWip'],
  ['created-vs-resolved', 'createdVsResolved'],
  ['distribution', 'distribution'],
  ['epic-progress', 'epicProgress'],
];
const TYPES = REPORTS.map(([type]) => type);
const SERIES = ['cumulative-flow', 'control-chart', 'created-vs-resolved'];

let here = '';
let sprint: any;
let label: any;

beforeAll(async () => {
  here = world.project((await givenProject(owner, world.org())).key);
  sprint = await givenSprint(owner, here);
  label = await givenLabel(owner, here, 'Front End');
  const item = await givenWorkItem(owner, here, { status: 'in_progress', sprintId: sprint.id });
  const attached = await owner.post(`${world.item(item.key)}/labels`, { label: label.name }, { ifMatch: '*' });
  expect(attached.status).toBe(200);
});

const answer = (type: string, query = '') => owner.get(`${here}/reports/${type}${query}`);
const report = async (type: string, query = ''): Promise<any> => {
  const { status, text, body } = await answer(type, query);
  if (status !== 200) throw new Error(`There is no report: ${status} ${text}`);
  return body;
};
const encoded = (parameters: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams(parameters).toString()}`;

describe('getProjectReport', () => {
  it.each(REPORTS)('scenario 37: %s has the members of every report, and %s', async (type, object) => {
    const body = await report(type);
    expect(membersOf(body)).toEqual(sorted([...MEMBERS.projectReport, object]));
    expect(body).toMatchObject({ kind: type, limitations: [], capped: false });
    expect(body.generatedAt).toMatch(INSTANT);
    expect(body.data).toEqual(body.items);
  });

  it('scenario 37: shows rows twice, and the page that was asked for', async () => {
    const body = await report('velocity', '?range=6&unit=points&limit=25');
    expect(body).toMatchObject({ kind: 'velocity', page: { limit: 25, hasMore: false, nextCursor: null } });
    expect(body.items).toEqual(body.data);
  });

  it('scenario 37: refuses another type, and names those there are', async () => {
    const burndown = await answer('burndown');
    expectRefusal(burndown, 'VALIDATION_ERROR', 'reportType');
    expect(burndown.body.error.details).toEqual({ supported: TYPES });
  });

  it('scenario 37: refuses a malformed cursor and a parameter of another report', async () => {
    expectRefusal(await answer('epic-progress', '?cursor=x'), 'INVALID_CURSOR');
    expectRefusal(await answer('velocity', '?groupBy=type'), 'VALIDATION_ERROR', 'groupBy');
  });

  it('needs project:read alone', async () => {
    expect((await world.caller('reads projects').get(`${here}/reports/distribution`)).status).toBe(200);
    expectRefusal(await world.caller('reads items').get(`${here}/reports/distribution`), 'INSUFFICIENT_SCOPE');
  });
});

describe('The report type', () => {
  it.each(['Velocity', 'velocity%20', 'velocity%2F', 'constructor', '%00', '..%2Fvelocity', 'a'.repeat(3_000)])(
    'refuses every unknown type: %p',
    async (segment) => {
      expectRefusal(await answer(segment), 'VALIDATION_ERROR', 'reportType');
    },
  );

  it('is checked right after the scope, before the Organization and the Project', async () => {
    for (const project of [
      world.project('NOWHERE'),
      world.project('WEB', 'foreign'),
      '/api/v1/organizations/no/projects/X',
    ]) {
      expectRefusal(await owner.get(`${project}/reports/burndown`), 'VALIDATION_ERROR', 'reportType');
      expectRefusal(await owner.get(`${project}/reports/velocity`), 'NOT_FOUND');
      // 404 for a missing resource wins over 400 for the query.
      expectRefusal(await owner.get(`${project}/reports/velocity?groupBy=type`), 'NOT_FOUND');
    }
    expectRefusal(await world.caller('reads items').get(`${here}/reports/burndown`), 'INSUFFICIENT_SCOPE');
    expectRefusal(await world.nobody.get(`${here}/reports/burndown`), 'AUTH_REQUIRED');
  });

  it('reveals nothing about a Project that the caller does not see', async () => {
    const hamOnly = world.caller('owner of HAM only');
    expectIndistinguishable(
      await hamOnly.get(`${world.project('WEB')}/reports/velocity`),
      await hamOnly.get(`${world.project('NOWHERE')}/reports/velocity`),
    );
    expect((await hamOnly.get(`${world.project('HAM')}/reports/velocity`)).status).toBe(200);
  });
});

/** Every parameter with a value that is legal where it applies, and what the answer shows of it. */
const PARAMETERS: readonly (readonly [name: string, value: string, shown: unknown, types: readonly string[]])[] = [
  ['limit', '7', 7, TYPES],
  ['q', 'plan', 'plan', TYPES],
  ['status', 'todo', 'todo', TYPES],
  ['type', 'bug', 'bug', TYPES],
  ['priority', 'high', 'high', TYPES],
  ['assignee', 'none', 'none', TYPES],
  ['label', 'none', 'none', TYPES],
  ['squeakql', 'status = todo', 'status = todo', TYPES],
  ['range', '7', 7, ['velocity', ...SERIES]],
  // Cut, when it is too long ago.
  ['start', '2026-03-02', expect.any(String), SERIES],
  ['end', '2026-03-02', '2026-03-02', SERIES],
  ['timeZone', 'Asia/Kolkata', 'Asia/Kolkata', SERIES],
  ['unit', 'points', 'points', ['velocity', 'cumulative-flow', 'distribution']],
  ['unit', 'items', 'items', ['velocity']],
  ['unit', 'count', 'count', ['cumulative-flow', 'distribution']],
  ['interval', 'week', 'week', ['created-vs-resolved']],
  ['measure', 'lead', 'lead', ['control-chart']],
  ['cycleStartStatus', 'todo', 'todo', ['control-chart']],
  ['window', '5', 5, ['velocity', 'control-chart']],
  ['groupBy', 'type', 'type', ['distribution']],
  ['scope', 'all', 'all', ['distribution']],
  ['sort', 'name', 'name', ['epic-progress']],
  ['sort', 'age', 'age', ['ageing-wip']],
  ['buckets', '1,2', [1, 2], ['ageing-wip']],
  // Parameters of other collections, or unknown ones.
  ...['asOf', 'labelName', 'since', 'fields', 'archived', 'Status', 'surprise'].map(
    (name) => [name, 'todo', undefined, []] as const,
  ),
];

describe('A parameter', () => {
  it.each(TYPES.flatMap((type) => PARAMETERS.map((parameter) => [type, ...parameter] as const)))(
    'of %s: %s=%s is shown, or refused where it does not apply',
    async (type, name, value, shown, types) => {
      const query = encoded({ [name]: value });
      if (types.includes(type)) expect((await report(type, query)).parameters[name]).toEqual(shown);
      else expectRefusal(await answer(type, query), 'VALIDATION_ERROR', name);
    },
  );

  it('sprint is refused where it does not apply', async () => {
    const known = ['cumulative-flow', 'ageing-wip', 'created-vs-resolved', 'distribution'];
    for (const type of TYPES) {
      const query = `?sprint=${String(sprint.id).toUpperCase()}`;
      if (known.includes(type)) expect((await report(type, query)).parameters.sprint).toBe(sprint.id);
      else expectRefusal(await answer(type, query), 'VALIDATION_ERROR', 'sprint');
    }
  });

  it.each([
    ['epic-progress', ['name', 'progress', 'targetDate']],
    ['ageing-wip', ['age', 'workItem', 'status', 'assignee', 'since']],
  ])('sort of %s is one of %p', async (type, words) => {
    for (const word of words) expect((await report(type, `?sort=${word}`)).parameters.sort).toBe(word);
    expectRefusal(await answer(type, '?sort=updated'), 'VALIDATION_ERROR', 'sort');
  });

  it.each(TYPES)('is refused when it is given twice: %s', async (type) => {
    expectRefusal(await answer(type, '?status=todo&status=backlog'), 'VALIDATION_ERROR', 'status');
    expectRefusal(await answer(type, '?limit=5&limit=5'), 'VALIDATION_ERROR', 'limit');
  });

  it.each([
    ['distribution', 'limit=0', 'limit'],
    ['distribution', 'limit=101', 'limit'],
    ['distribution', 'limit=', 'limit'],
    ['distribution', 'limit=05', 'limit'],
    ['distribution', 'q=', 'q'],
    ['distribution', 'q=%20%20', 'q'],
    ['distribution', `q=${'x'.repeat(201)}`, 'q'],
    ['distribution', 'status=open', 'status'],
    ['distribution', 'status=todo,done', 'status'],
    ['distribution', 'type=Bug', 'type'],
    ['distribution', 'priority=', 'priority'],
    ['distribution', 'assignee=somebody', 'assignee'],
    ['distribution', 'label=%20', 'label'],
    ['distribution', `label=${'x'.repeat(201)}`, 'label'],
    ['distribution', 'squeakql=', 'squeakql'],
    ['distribution', 'squeakql=%20%09', 'squeakql'],
    ['distribution', `squeakql=${'x'.repeat(2_001)}`, 'squeakql'],
    ['distribution', 'groupBy=sprint', 'groupBy'],
    ['distribution', 'scope=closed', 'scope'],
    ['distribution', 'unit=items', 'unit'],
    ['distribution', 'sprint=none', 'sprint'],
    ['distribution', 'sprint=x', 'sprint'],
    ['velocity', 'unit=count', 'unit'],
    ['velocity', 'range=0', 'range'],
    ['velocity', 'range=367', 'range'],
    ['velocity', 'window=0', 'window'],
    ['velocity', 'window=101', 'window'],
    ['control-chart', 'window=101', 'window'],
    ['control-chart', 'measure=time', 'measure'],
    ['control-chart', 'cycleStartStatus=open', 'cycleStartStatus'],
    ['cumulative-flow', 'range=367', 'range'],
    ['cumulative-flow', 'range=1.5', 'range'],
    ['created-vs-resolved', 'range=367', 'range'],
    ['created-vs-resolved', 'interval=year', 'interval'],
    ['ageing-wip', 'status=done', 'status'],
    ['ageing-wip', 'buckets=', 'buckets'],
    ['ageing-wip', 'buckets=0,3', 'buckets'],
    ['ageing-wip', 'buckets=3,3', 'buckets'],
    ['ageing-wip', 'buckets=7,3', 'buckets'],
    ['ageing-wip', 'buckets=3,', 'buckets'],
    ['ageing-wip', 'buckets=100001', 'buckets'],
    ['ageing-wip', 'buckets=1,2,3,4,5,6,7,8,9,10,11', 'buckets'],
  ])('of %s is refused: %s', async (type, query, name) => {
    expectRefusal(await answer(type, `?${query}`), 'VALIDATION_ERROR', name);
  });
});

describe('A parameter at its limit', () => {
  /** Makes a valid query of that many code points. */
  const queryOf = (letter: string, length: number) => `text ~ '${letter.repeat(length - "text ~ ''".length)}'`;

  it.each<[type: string, name: string, value: string]>([
    ['distribution', 'limit', '1'],
    ['distribution', 'limit', '100'],
    ['distribution', 'q', 'x'],
    ['distribution', 'q', 'x'.repeat(200)],
    ['distribution', 'q', '😀'.repeat(200)],
    ['distribution', 'q', ` ${'x'.repeat(200)} `],
    ['distribution', 'label', '😀'.repeat(200)],
    ['distribution', 'squeakql', queryOf('x', 2_000)],
    ['distribution', 'squeakql', queryOf('😀', 2_000)],
    ['velocity', 'range', '1'],
    ['velocity', 'range', '366'],
    ['cumulative-flow', 'range', '366'],
    ['velocity', 'window', '1'],
    ['velocity', 'window', '100'],
    ['control-chart', 'window', '100'],
    ['ageing-wip', 'buckets', '1'],
    ['ageing-wip', 'buckets', '1,2,3,4,5,6,7,8,9,100000'],
  ])('of %s is taken: %s', async (type, name, value) => {
    expect((await answer(type, encoded({ [name]: value }))).status).toBe(200);
  });

  it.each(['x', '😀'])('squeakql has at most 2,000 characters, of which %s is one', async (letter) => {
    const refused = await answer('distribution', encoded({ squeakql: queryOf(letter, 2_001) }));
    expectRefusal(refused, 'VALIDATION_ERROR', 'squeakql');
    // The query is not parsed at all.
    expect(refused.body.error.details).toBeUndefined();
  });
});

describe('A time series', () => {
  it.each(SERIES)('%s: range excludes start and end', async (type) => {
    expectRefusal(await answer(type, '?range=7&start=2026-03-02'), 'VALIDATION_ERROR', 'range');
    expectRefusal(await answer(type, '?range=7&end=2026-03-02'), 'VALIDATION_ERROR', 'range');
  });

  it.each(SERIES)('%s: start comes not after end, and alone not after today', async (type) => {
    expectRefusal(await answer(type, '?start=2026-03-03&end=2026-03-02'), 'VALIDATION_ERROR', 'start');
    expectRefusal(await answer(type, '?start=9999-12-31'), 'VALIDATION_ERROR', 'start');
    expect((await answer(type, '?start=9999-12-30&end=9999-12-31')).status).toBe(200);
  });

  it.each(SERIES)('%s: days are real ones, of the years 1 to 9999', async (type) => {
    for (const day of ['2026-02-29', '2026-3-2', '0000-12-31', '20260302', '2026-03-02T00:00:00Z', '']) {
      expectRefusal(await answer(type, `?start=${day}&end=2026-03-05`), 'VALIDATION_ERROR', 'start');
    }
    expect((await answer(type, '?start=0001-01-01&end=0001-01-05')).status).toBe(200);
  });

  it.each(SERIES)('%s: zones are names of the IANA database as spelt there', async (type) => {
    for (const zone of [
      'UTC',
      'Asia/Calcutta',
      'Europe/Kyiv',
      'US/Pacific',
      'EST5EDT',
      'Etc/GMT+5',
      'America/Argentina/Ushuaia',
    ]) {
      expect((await report(type, encoded({ timeZone: zone }))).parameters.timeZone).toBe(zone);
    }
    for (const zone of [
      'utc',
      'europe/berlin',
      '+05:30',
      'UTC+3',
      'PST',
      'EST5EDT,M3.2.0,M11.1.0',
      'Mars/Olympus',
      '',
    ]) {
      expectRefusal(await answer(type, encoded({ timeZone: zone })), 'VALIDATION_ERROR', 'timeZone');
    }
  });

  it('shows the latest 30 days, and today last', async () => {
    const { items, generatedAt, parameters } = await report('cumulative-flow');
    expect(items).toHaveLength(30);
    expect(items.at(-1).date).toBe(generatedAt.slice(0, 10));
    expect(parameters).toMatchObject({ range: 30, end: items.at(-1).date, start: items[0].date, timeZone: 'UTC' });
  });

  it.each([
    ['cumulative-flow', 90],
    ['control-chart', 90],
    ['created-vs-resolved', 366],
  ])('%s keeps its latest %d days, and says so', async (type, cap) => {
    const capped = await report(type, '?start=2020-01-01&end=2025-12-31&limit=100');
    expect(capped).toMatchObject({ limitations: ['range_capped'], capped: true });
    expect(capped.parameters).toMatchObject({ end: '2025-12-31', range: cap });
    const whole = await report(type, `?start=${String(capped.parameters.start)}&end=2025-12-31`);
    expect(whole).toMatchObject({ limitations: [], capped: false, parameters: { range: cap } });
  });

  it('velocity keeps its latest 90 Sprints, and says so', async () => {
    expect(await report('velocity', '?range=366')).toMatchObject({
      ...{ limitations: ['range_capped'], capped: true, parameters: { range: 90 } },
    });
    expect(await report('velocity', '?range=90')).toMatchObject({ limitations: [], capped: false });
  });
});

const UNSET = { q: null, status: null, type: null, priority: null, assignee: null, label: null, squeakql: null };

describe('The parameters in an answer', () => {
  it('are all that apply, with their defaults', async () => {
    const shown = async (type: string): Promise<any> => (await report(type)).parameters;
    const span = { range: 30, start: expect.any(String), end: expect.any(String), timeZone: 'UTC' };
    expect(await shown('velocity')).toEqual({ limit: 50, ...UNSET, range: 6, unit: 'points', window: 3 });
    expect(await shown('cumulative-flow')).toEqual({ limit: 50, ...UNSET, ...span, unit: 'count', sprint: null });
    expect(await shown('control-chart')).toEqual({
      ...{ limit: 50, ...UNSET, ...span },
      ...{ measure: 'cycle', cycleStartStatus: 'in_progress', window: 20 },
    });
    expect(await shown('ageing-wip')).toEqual({
      limit: 50,
      ...UNSET,
      buckets: [3, 7, 14, 30],
      sort: 'age',
      sprint: null,
    });
    expect(await shown('created-vs-resolved')).toEqual({ limit: 50, ...UNSET, ...span, interval: 'day', sprint: null });
    expect(await shown('distribution')).toEqual({
      ...{ limit: 50, ...UNSET },
      ...{ groupBy: 'status', scope: 'open', unit: 'count', sprint: null },
    });
    expect(await shown('epic-progress')).toEqual({ limit: 50, ...UNSET, sort: 'name' });
  });

  it('are as sent, q and label names trimmed, ids in lower case', async () => {
    const query = { q: ' Launch Plan ', label: ' FRONT end ', assignee: 'me', squeakql: ' status = TODO ' };
    expect((await report('distribution', encoded(query))).parameters).toMatchObject({
      ...{ q: 'Launch Plan', label: 'FRONT end', assignee: 'me', squeakql: ' status = TODO ' },
    });
    const ids = { label: String(label.id).toUpperCase(), assignee: world.user('member').id.toUpperCase() };
    expect((await report('distribution', encoded(ids))).parameters).toMatchObject({
      ...{ label: label.id, assignee: world.user('member').id },
    });
    const { publicId } = world.user('member');
    expect((await report('distribution', `?assignee=${publicId}`)).parameters.assignee).toBe(publicId);
  });

  it('show limits as integers', async () => {
    expect((await report('ageing-wip', '?buckets=1,100000')).parameters.buckets).toEqual([1, 100_000]);
  });
});

describe('A reference', () => {
  it.each(TYPES)('that names nothing in the Project is refused: %s', async (type) => {
    const elsewhere = world.project((await givenProject(owner, world.org())).key);
    const foreignLabel = await givenLabel(owner, elsewhere, 'elsewhere');
    for (const id of [randomUUID(), foreignLabel.id]) {
      expectRefusal(await answer(type, `?label=${String(id)}`), 'VALIDATION_ERROR', 'label');
    }
    for (const user of [randomUUID(), world.user('stranger').id, world.user('stranger').publicId]) {
      expectRefusal(await answer(type, `?assignee=${user}`), 'VALIDATION_ERROR', 'assignee');
    }
    if (!['velocity', 'control-chart', 'epic-progress'].includes(type)) {
      const foreignSprint = await givenSprint(owner, elsewhere);
      for (const id of [randomUUID(), foreignSprint.id]) {
        expectRefusal(await answer(type, `?sprint=${String(id)}`), 'VALIDATION_ERROR', 'sprint');
      }
    }
  });

  it('to a label by a name that nobody knows matches nothing', async () => {
    expect((await report('distribution', '?label=nobody-knows')).distribution.total).toBe(0);
    expect((await report('distribution', '?label=front%20END')).distribution.total).toBe(1);
    expect((await report('distribution', `?label=${String(label.id)}`)).distribution.total).toBe(1);
    expect((await report('distribution', '?label=none')).distribution.total).toBe(0);
  });
});

describe('A query of the query language', () => {
  it('narrows any report', async () => {
    for (const type of TYPES) expect((await answer(type, encoded({ squeakql: 'status = todo' }))).status).toBe(200);
    expect((await report('distribution', encoded({ squeakql: 'status = in_progress' }))).distribution.total).toBe(1);
    expect((await report('distribution', encoded({ squeakql: 'status = todo' }))).distribution.total).toBe(0);
  });

  it.each(TYPES)('that is invalid is refused with diagnostics: %s', async (type) => {
    const refused = await answer(type, encoded({ squeakql: 'statuz = todo' }));
    expectRefusal(refused, 'VALIDATION_ERROR', 'squeakql');
    expect(refused.body.error.details.diagnostics).toMatchObject([
      { code: 'SQUEAKQL_UNKNOWN_FIELD', line: 1, column: 1, endColumn: 6, suggestion: 'status' },
    ]);
  });

  it('cannot order the rows', async () => {
    const refused = await answer('distribution', encoded({ squeakql: 'status = todo ORDER BY key' }));
    expectRefusal(refused, 'VALIDATION_ERROR', 'squeakql');
    expect(refused.body.error.details.diagnostics[0].code).toBe('SQUEAKQL_UNSUPPORTED_OPERATOR');
  });

  it('knows of other Projects only what the viewer sees', async () => {
    const ham = world.project('HAM');
    const [blocked, blocker] = [await givenWorkItem(owner, ham), await givenWorkItem(owner, here)];
    await givenLink(owner, world.item(blocker.key), blocked.key, 'blocks');
    for (const squeakql of ['blocked()', 'hasLink(blocked_by)']) {
      const target = `${ham}/reports/distribution${encoded({ squeakql })}`;
      expect((await owner.get(target)).body.distribution.total).toBe(1);
      expect((await world.caller('owner of HAM only').get(target)).body.distribution.total).toBe(0);
    }
  });

  it('cannot bring archived items back: the report says which items there are', async () => {
    const item = await givenWorkItem(owner, here, { status: 'in_progress' });
    await owner.post(`${world.item(item.key)}/archive`, {}, { ifMatch: '*' });
    const query = encoded({ squeakql: 'archived = TRUE' });
    expect((await report('distribution', query)).distribution.total).toBe(0);
  });
});

describe('The cursor of a report', () => {
  const first = (type: string, query: string): Promise<any> => report(type, `?limit=1&${query}`);
  const next = (type: string, query: string, cursor: string) =>
    answer(type, `?${query}&cursor=${encodeURIComponent(cursor)}`);

  it('works for every caller who sees the Project, repeatedly', async () => {
    const { page } = await first('distribution', 'groupBy=type');
    const target = `${here}/reports/distribution?groupBy=type&cursor=${encodeURIComponent(page.nextCursor)}`;
    const [one, two] = [await member.get(target), await owner.get(target)];
    expect(one.status).toBe(200);
    expect(two.body).toEqual(one.body);
  });

  it('is edited in vain', async () => {
    const { page } = await first('distribution', 'groupBy=type');
    for (const edited of [`${String(page.nextCursor)}A`, String(page.nextCursor).slice(0, -1), 'x'.repeat(2_049), '']) {
      expectRefusal(await next('distribution', 'groupBy=type', edited), 'INVALID_CURSOR');
    }
  });
});

it('HEAD answers as GET, without a body', async () => {
  expect((await owner.head(`${here}/reports/velocity`)).status).toBe(200);
  expect((await owner.head(`${here}/reports/burndown`)).status).toBe(400);
});
