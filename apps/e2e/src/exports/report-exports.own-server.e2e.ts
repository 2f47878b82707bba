import { Agent, request } from 'undici';
import type { Answer } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenLabel, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { decodePng } from '../kit/png.js';
import { expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { TestTime } from '../kit/test-time.js';
import { makeExampleProjects, type ExampleProjects } from '../reports/example-projects.js';
import { readCsv } from './csv.js';

const MANY = 10_000;
/** Titles that a spreadsheet would run, and one with markup. */
const FORMULAS = ['=1+1', '+49 30', '-3', '@SUM(A1)', '\uff1d1+1'];
/** A title whose parts are formulas in a program that divides at `;`, and one whose second line begins a row there. */
const PARTS = 'x;=1+1;y';
const SECOND_LINE = 'Plan\n=1+1';
const MARKUP = `</svg><script>alert("1")</script>&'<img src=x>`;

let time: TestTime;
let examples: ExampleProjects;
let browser: Browser;
/** `{proj}` of a Project with hostile texts, and of one with many epics. */
let hostile: string;
let large: string;
let hostileSprintId: string;

beforeAll(async () => {
  time = await TestTime.start('report-exports');
  const { world } = time;
  examples = await makeExampleProjects(time);
  browser = await signedIn(world, 'owner');
  hostile = world.project((await givenProject(world.owner, world.org())).key);
  hostileSprintId = (await givenSprint(world.owner, hostile, { name: MARKUP })).id;
  for (const title of [...FORMULAS, PARTS, SECOND_LINE, MARKUP]) {
    await givenWorkItem(world.owner, hostile, {
      title,
      type: 'epic',
      status: 'in_progress',
      sprintId: hostileSprintId,
    });
  }
  await givenLabel(world.owner, hostile, '=label');
  await moved(world.owner, `${hostile}/sprints/${hostileSprintId}`, 'active');
  await time.at('2026-03-09T12:01:00Z');
  await givenWorkItem(world.owner, hostile, { title: '=late', status: 'todo', sprintId: hostileSprintId });
  await time.at('2026-03-09T12:02:00Z');
  const project = await givenProject(world.owner, world.org());
  large = world.project(project.key);
  const at = '2026-03-01T00:00:00.000Z';
  const epic = { type: 'epic', status: 'todo', priority: 'low', dueDate: null, archivedAt: null, updatedAt: at };
  const epics = Array.from({ length: MANY }, (_, index) => ({
    ...epic,
    number: index + 1,
    title: `Epic ${index + 1}`,
  }));
  await new Facts(time.databaseUrl).fill(project.id, epics);
}, 240_000);

afterAll(() => time.stop());

/** Returns the path of an export: the operations of the application are beside the public API. */
const beside = (path: string): string => path.replace('/api/v1/', '/api/');

async function exported(path: string): Promise<Answer> {
  const answer = await browser.get(beside(path));
  if (answer.status !== 200) throw new Error(`There is no export: ${answer.status} ${answer.text}`);
  return answer;
}

const SPAN = 'start=2026-03-02&end=2026-03-04';

/** The seven Project reports with their Project, query and object. */
const REPORTS = [
  ['velocity', 'web', 'unit=points', 'velocity'],
  ['cumulative-flow', 'flow', SPAN, 'cumulativeFlow'],
  ['control-chart', 'flow', SPAN, 'controlChart'],
  ['ageing-wip', 'flow', 'sort=workItem', 'ageingWip'],
  ['created-vs-resolved', 'flow', SPAN, 'createdVsResolved'],
  ['distribution', 'epics', 'groupBy=label&scope=all', 'distribution'],
  ['epic-progress', 'epics', 'sort=name', 'epicProgress'],
] as const;

/** The cells of each row of v1, by the headings of the CSV. */
const CELLS: Readonly<Record<string, (row: any) => Record<string, unknown>>> = {
  velocity: ({ sprint, ...row }) => ({
    sprintId: sprint.id,
    sprintName: sprint.name,
    startDate: sprint.startDate,
    endDate: sprint.endDate,
    ...row,
  }),
  'cumulative-flow': (row) => row,
  'control-chart': ({ workItem: { key, title, type }, ...row }) => ({ key, title, type, ...row }),
  'ageing-wip': ({ workItem: { key, title, type, priority }, status, assignee, since, ageDays, bucket }) => ({
    ...{ key, title, type, priority, status },
    assigneePublicId: assignee?.publicId ?? null,
    assigneeName: assignee?.name ?? null,
    ...{ since, ageDays, bucket },
  }),
  'created-vs-resolved': (row) => row,
  distribution: ({ key, label, value, count, points, percent }) => ({ key, label, value, count, points, percent }),
  'epic-progress': ({ epic: { key, title, status }, targetDate, statuses, ...row }) => ({
    ...{ key, title, status, targetDate },
    ...row,
    ...statuses,
  }),
};

const without = (name: string, members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([each]) => each !== name));

const asTexts = (cells: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => [name, cell === null ? '' : `${cell as string | number}`]),
  );

describe('The export of a Project report', () => {
  it.each(REPORTS)(
    '%s as JSON has the figures and all rows of the public API, and no page',
    async (type, project, query, object) => {
      const { body: page } = await time.world.owner.get(`${examples[project]}/reports/${type}?${query}&limit=1`);
      const { body, headers } = await exported(`${examples[project]}/reports/${type}.json?${query}`);
      const rows = await walk(time.world.owner, `${examples[project]}/reports/${type}?${query}&limit=1`);
      expect(rows.length).toBeGreaterThan(0);
      const parameters = without('limit', page.parameters);
      const { kind, generatedAt, definition, limitations, capped } = page;
      const figures = { [object]: page[object] };
      expect(body).toEqual({ kind, generatedAt, parameters, definition, ...figures, items: rows, limitations, capped });
      expect(headers['content-disposition']).toBeUndefined();
    },
  );

  it.each(REPORTS)('%s as CSV has the rows of the public API, page by page', async (type, project, query) => {
    const { text, headers } = await exported(`${examples[project]}/reports/${type}.csv?${query}`);
    const rows = await walk(time.world.owner, `${examples[project]}/reports/${type}?${query}&limit=1`);
    expect(readCsv(text)).toEqual(rows.map((row) => asTexts(CELLS[type]!(row))));
    expect(Object.keys(readCsv(text)[0]!)).toEqual(Object.keys(CELLS[type]!(rows[0])));
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    const key = examples[project].split('/').at(-1)!;
    expect(headers['content-disposition']).toBe(`attachment; filename="${key}-${type}-2026-03-09.csv"`);
  });

  it.each(REPORTS)('%s as SVG is a drawing that runs nothing', async (type, project, query) => {
    const { text, headers } = await exported(`${examples[project]}/reports/${type}.svg?${query}&width=640&theme=dark`);
    expect(text).toMatch(/^<svg .*<\/svg>$/s);
    expect(text).toContain(' width="640"');
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'; style-src 'unsafe-inline'");
    const key = examples[project].split('/').at(-1)!;
    expect(headers['content-disposition']).toBe(`attachment; filename="${key}-${type}-2026-03-09.svg"`);
  });

  // The drawings are those of SVG, which are of each type.
  it.each(REPORTS.slice(0, 1))('%s as PNG is the drawing, with its title', async (type, project, query) => {
    const { bytes, headers } = await exported(`${examples[project]}/reports/${type}.png?${query}&width=640&scale=1`);
    const { text } = await exported(`${examples[project]}/reports/${type}.svg?${query}&width=640`);
    const picture = decodePng(bytes);
    const [, height] = / height="(\d+)"/.exec(text)!;
    expect([picture.width, picture.height]).toEqual([640, Number(height)]);
    expect(inkIn(picture, { left: 16, right: 624, top: 16, bottom: 36 }).pixels).toBeGreaterThan(100);
    expect(headers['content-type']).toBe('image/png');
  });

  it('says that it is limited', async () => {
    const { headers } = await exported(`${examples.flow}/reports/cumulative-flow.csv?range=91`);
    expect(headers['x-report-limitations']).toBe('range_capped');
    const { headers: whole } = await exported(`${examples.flow}/reports/cumulative-flow.csv?range=90`);
    expect(whole['x-report-limitations']).toBeUndefined();
  });

  it('answers HEAD like GET, without a body', async () => {
    const path = beside(`${examples.flow}/reports/cumulative-flow.csv`);
    const { status, headers } = await browser.head(path);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="FLOW-cumulative-flow-2026-03-09.csv"');
  });
});

/** The number of dark pixels in a box, and the width that they span. */
function inkIn(picture: ReturnType<typeof decodePng>, box: Record<'left' | 'right' | 'top' | 'bottom', number>) {
  let [pixels, first, last] = [0, Infinity, -Infinity];
  for (let x = box.left; x < box.right; x += 1) {
    for (let y = box.top; y < box.bottom; y += 1) {
      if (picture.at(x, y) > 128) continue;
      pixels += 1;
      first = Math.min(first, x);
      last = Math.max(last, x);
    }
  }
  return { pixels, width: last - first };
}

describe('The export of a Sprint report', () => {
  const path = (ending: string) => `${examples.web}/sprints/${examples.sprintId}/report.${ending}`;
  const published = async () => {
    const report = `${examples.web}/sprints/${examples.sprintId}/report`;
    const { body } = await time.world.owner.get(report);
    return { ...body, items: await walk(time.world.owner, `${report}?limit=1`) };
  };

  it('as JSON has the whole report of the public API, and no page', async () => {
    expect((await exported(path('json'))).body).toEqual(without('page', await published()));
  });

  it('as CSV has the feed', async () => {
    const { items } = await published();
    const { text, headers } = await exported(path('csv'));
    const feed = items.map((row: any) =>
      asTexts({
        ...{ key: row.key, title: row.title, change: row.changeType ?? 'carryover', occurredAt: row.occurredAt },
        ...{ status: row.status, storyPoints: row.storyPoints },
        ...{ destinationKind: row.destination?.kind ?? null, destinationName: row.destination?.name ?? null },
      }),
    );
    expect(feed.length).toBe(3);
    expect(readCsv(text)).toEqual(feed);
    expect(headers['content-disposition']).toBe('attachment; filename="SHOP-sprint-1-feed-2026-03-05.csv"');
  });

  it('as CSV has its burndown, its statuses and its figures', async () => {
    const { burndown, statuses } = await published();
    expect(readCsv((await exported(path('csv?part=burndown'))).text)).toEqual(
      burndown.display.map(({ date, remaining, ideal }: any) => asTexts({ date, remainingPoints: remaining, ideal })),
    );
    expect(readCsv((await exported(path('csv?part=statuses'))).text)).toEqual(
      statuses.map(({ status, itemCount, points }: any) => asTexts({ status, itemCount, points })),
    );
    expect(readCsv((await exported(path('csv?part=summary'))).text)).toEqual([
      { metric: 'plannedScope', itemCount: '3', points: '8' },
      { metric: 'commitment', itemCount: '3', points: '8' },
      { metric: 'originalCommitment', itemCount: '3', points: '8' },
      { metric: 'finalScope', itemCount: '3', points: '15' },
      { metric: 'completed', itemCount: '2', points: '13' },
      { metric: 'remaining', itemCount: '1', points: '2' },
    ]);
  });

  it('as SVG and PNG is its drawing, in points or in Work Items', async () => {
    expect((await exported(path('svg'))).text).toContain('figures in points');
    expect((await exported(path('svg?unit=items'))).text).toContain('figures in Work Items');
    expect(decodePng((await exported(path('png?width=400'))).bytes).width).toBe(800);
  });
});

describe('The texts of an export', () => {
  it('run in no spreadsheet', async () => {
    const { text } = await exported(`${hostile}/reports/epic-progress.csv`);
    const rows = readCsv(text);
    const titles = rows.map(({ title }) => title);
    for (const formula of FORMULAS) expect(titles).toContain(`'${formula}`);
    expect(titles).toContain(MARKUP);
    expect(titles).toContain(`x;'=1+1;y`);
    expect(titles).toContain(`Plan\n'=1+1`);
    const feed = readCsv((await exported(`${hostile}/sprints/${hostileSprintId}/report.csv`)).text);
    expect(feed.map(({ title }) => title)).toEqual([`'=late`]);
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+@\t\r\uff1d]/);
  });

  it('are no markup in drawings: PNG is made from well-formed XML only', async () => {
    for (const path of [`${hostile}/reports/epic-progress`, `${hostile}/sprints/${hostileSprintId}/report`]) {
      const { text } = await exported(`${path}.svg?width=2400`);
      expect(text).not.toMatch(/<(?:script|img)/);
      expect(text).not.toMatch(/[\t\r\n]|&#(?:9|10|13);/);
      expect(text).toContain('&lt;script&gt;');
      expect(decodePng((await exported(`${path}.png?scale=1`)).bytes).width).toBe(960);
    }
  });

  it('of pictures are in Inter, as wide as its glyphs', async () => {
    const { bytes } = await exported(`${examples.web}/reports/velocity.png?scale=3&width=640`);
    // Advances of Inter SemiBold at 16 pixels, in thousandths: V 728, e 588, l 262, o 612, c 574, i 262, t 353, y 566.
    const advance = ((728 + 588 + 262 + 612 + 574 + 262 + 353 + 566) * 16 * 3) / 1_000;
    const { width } = inkIn(decodePng(bytes), { left: 48, right: 1_800, top: 48, bottom: 108 });
    expect(Math.abs(width - advance)).toBeLessThan(8);
  });
});

describe('The name of an export', () => {
  it('is in ASCII, whatever the Sprint is called', async () => {
    const { headers } = await exported(`${hostile}/sprints/${hostileSprintId}/report.csv?part=summary`);
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="[A-Z0-9]+-[a-z0-9-]+-summary-2026-03-09\.csv"$/,
    );
  });
});

describe(`The export of ${MANY} rows`, () => {
  it('has all of them, as JSON and as CSV', async () => {
    const { body } = await exported(`${large}/reports/epic-progress.json`);
    expect(body.items).toHaveLength(MANY);
    const { body: page } = await time.world.owner.get(`${large}/reports/epic-progress?limit=100`);
    expect(body.items.slice(0, 100)).toEqual(page.items);
    const rows = readCsv((await exported(`${large}/reports/epic-progress.csv`)).text);
    expect(rows.map(({ key }) => key)).toEqual(body.items.map(({ epic }: any) => epic.key));
  });

  it('is sent in pieces, and its place is free when the client goes away', async () => {
    const dispatcher = new Agent();
    const origin = time.world.baseUrl;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { headers, body } = await request(`${origin}${beside(large)}/reports/epic-progress.csv`, {
        dispatcher,
        headers: { cookie: `worktrack=${browser.secret!}`, 'sec-fetch-site': 'same-origin' },
      });
      expect(headers['transfer-encoding']).toBe('chunked');
      body.on('error', () => undefined);
      body.destroy();
    }
    await dispatcher.destroy();
    const { body } = await exported(`${large}/reports/epic-progress.json`);
    expect(body.items).toHaveLength(MANY);
  });

  it('as a drawing has the first of them, and says so', async () => {
    const { text, headers } = await exported(`${large}/reports/epic-progress.svg`);
    expect(text).toContain('the first 1,000 of 10,000 epics are drawn');
    expect(headers['x-report-limitations']).toBe('drawing_capped');
    const { bytes } = await exported(`${large}/reports/epic-progress.png?width=1600&scale=3`);
    const { width, height } = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    expect(width).toBe(4_800);
    expect(width * height).toBeLessThanOrEqual(32_000_000);
  });
});

describe('An export is refused', () => {
  const path = (file: string) => beside(`${examples.flow}/reports/${file}`);

  it('without a session, also with a token', async () => {
    expectRefusal(await new Browser(time.world.baseUrl).get(path('velocity.csv')), 'AUTH_REQUIRED');
    const { token } = time.world.token('owner');
    const withToken = new Browser(time.world.baseUrl, undefined, { authorization: `Bearer ${token}` });
    expectRefusal(await withToken.get(path('velocity.csv')), 'AUTH_REQUIRED');
  });

  it('to a stranger, as if it were not there', async () => {
    const stranger = await signedIn(time.world, 'stranger');
    for (const file of ['velocity.json', 'velocity.csv', 'velocity.svg', 'velocity.png']) {
      expectRefusal(await stranger.get(path(file)), 'NOT_FOUND');
    }
    expectRefusal(await stranger.get(beside(`${examples.web}/sprints/${examples.sprintId}/report.csv`)), 'NOT_FOUND');
  });

  it('for an unknown report, an unknown ending and an unknown Sprint', async () => {
    expectRefusal(await browser.get(path('burnup.csv')), 'VALIDATION_ERROR', 'reportType');
    expectRefusal(await browser.get(path('velocity.xlsx')), 'NOT_FOUND');
    expectRefusal(await browser.get(path('velocity')), 'NOT_FOUND');
    const sprint = beside(`${examples.flow}/sprints/${examples.sprintId}/report.csv`);
    expectRefusal(await browser.get(sprint), 'NOT_FOUND');
    expectRefusal(await browser.post(path('velocity.csv'), {}), 'METHOD_NOT_ALLOWED');
  });

  it.each([
    ['velocity.csv?limit=5', 'limit'],
    ['velocity.json?cursor=abc', 'cursor'],
    ['velocity.csv?width=960', 'width'],
    ['velocity.json?theme=dark', 'theme'],
    ['velocity.svg?scale=2', 'scale'],
    ['velocity.svg?width=319', 'width'],
    ['velocity.svg?width=2401', 'width'],
    ['velocity.svg?theme=auto', 'theme'],
    ['velocity.png?scale=4', 'scale'],
    ['velocity.png?width=1601&scale=3', 'scale'],
    ['velocity.png?width=640&width=640', 'width'],
    ['velocity.csv?groupBy=type', 'groupBy'],
    ['cumulative-flow.csv?start=2026-03-04&end=2026-03-02', 'start'],
    ['velocity.csv?squeakql=status%20%3D', 'squeakql'],
  ])('for %s, naming %s', async (file, name) => {
    const answer = await browser.get(path(file));
    expectRefusal(answer, 'VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fieldErrors)).toContain(name);
  });

  it('for an unknown part of a Sprint report', async () => {
    const file = beside(`${examples.web}/sprints/${examples.sprintId}/report.csv?part=everything`);
    expectRefusal(await browser.get(file), 'VALIDATION_ERROR', 'part');
  });

  it('when too many pictures are asked for at once: try again in a second', async () => {
    const asked = Array.from({ length: 30 }, () => browser.get(path('cumulative-flow.png?width=1600&scale=3')));
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expectRefusal(answer, 'RATE_LIMITED');
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect(answers.length - refused.length).toBeGreaterThan(0);
    expect((await browser.get(path('cumulative-flow.png'))).status).toBe(200);
  });
});
