import type { Page } from 'playwright-core';
import { readCsv } from '../exports/csv.js';
import { inBrowser } from '../kit/browser.js';
import type { Answer } from '../kit/client.js';
import { created, givenLabel, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { decodePng } from '../kit/png.js';
import { Browser, PLAIN, givenLink, signedIn } from '../kit/session.js';
import { uploadOf } from '../kit/upload.js';
import { HOSTILE_NAME } from '../kit/world-plans.js';
import { World } from '../kit/world.js';

const world = new World('web-injection');

/** Texts that become code where they are put into markup, an attribute, a style, a template, an address or a spreadsheet. */
const TEXTS = [
  '<img src=x onerror="globalThis.stolen = 1">',
  '</script><script>globalThis.stolen = 2</script>',
  '"><style>* { display: none }</style>',
  "' onfocus='globalThis.stolen = 3' autofocus='",
  'javascript:globalThis.stolen=4',
  "{{constructor.constructor('globalThis.stolen = 5')()}}",
  '<svg onload="globalThis.stolen = 6"><foreignObject><b>x</b></foreignObject></svg>',
  '[link](javascript:globalThis.stolen=7)',
  '=HYPERLINK("http://elsewhere.example.test","x")',
  "-2+3+cmd|' /C calc'!A0",
  '@SUM(1,1)',
  '+1+1',
];
/** Markdown that asks for what the page must not do. */
const MARKDOWN = [
  '**strong** <b onclick="globalThis.stolen = 10">x</b>',
  '![x](http://elsewhere.example.test/x.png "onerror=alert(1)")',
  '[a](data:text/html,<script>globalThis.stolen=11</script>) [b](<javascript:globalThis.stolen=12>)',
  '[c](java&#115;cript:globalThis.stolen=13) [d](\u0001javascript:globalThis.stolen=14) [e](JaVaScRiPt:1)',
  '[f][g]\n\n[g]: javascript:globalThis.stolen=15 "title"',
  '<javascript:globalThis.stolen=16> <iframe src="javascript:globalThis.stolen=17"></iframe>',
  '```<img src=x onerror=1>\n<img src=x>\n```',
  '| <img src=x> | b |\n|---|---|\n| <style>*{display:none}</style> | [x](vbscript:1) |',
  '> '.repeat(300),
];
const [FORMULA, MARKUP, STYLE] = [TEXTS[8]!, TEXTS[1]!, TEXTS[2]!];
const labelNameOf = (text: string): string => text.slice(0, 60).toLowerCase();

let project: string;
let key: string;
let sprintId: string;
let completedSprintId: string;
let browser: Browser;
const items: { key: string; title: string }[] = [];

beforeAll(async () => {
  const { owner } = world;
  const mallory = world.caller('mallory');
  ({ key } = await givenProject(owner, world.org(), { name: TEXTS[0], description: TEXTS.join('\n') }));
  project = world.project(key);
  ({ id: sprintId } = await givenSprint(owner, project, { name: MARKUP, goal: TEXTS[0] }));
  await givenCompletedSprint();
  await moved(owner, `${project}/sprints/${sprintId}`, 'active');
  for (const title of TEXTS) {
    const item = await givenWorkItem(mallory, project, {
      title,
      type: 'epic',
      status: 'in_progress',
      description: TEXTS.join('\n\n'),
      sprintId,
      assigneePublicId: world.user('mallory').publicId,
    });
    items.push({ key: item.key, title });
    const label = await givenLabel(owner, project, labelNameOf(title));
    await ok(mallory.post(`${world.item(item.key)}/labels`, { labelId: label.id }, { ifMatch: '*' }));
    await created(mallory.post(`${world.item(item.key)}/comments`, { body: title }));
  }
  browser = await signedIn(world, 'mallory');
  for (const name of TEXTS) {
    await created(browser.post('/api/me/tokens', { ...TOKEN, name, organizations: [{ slug: world.slug }] }, PLAIN));
    const report = await created(browser.post(savedReports(), { name, sprint: sprintId }, { key: null }));
    await ok(browser.send({ method: 'PUT', target: `${savedReports()}/${report.id}/pin` }));
  }
}, 120_000);

const TOKEN = { scopes: ['project:read'], expiresInDays: 30 };
const savedReports = (): string => `${beside(project)}/saved-sprint-reports`;
/** The operations of the application are beside the public API. */
const beside = (target: string): string => target.replace('/api/v1/', '/api/');

async function ok(answer: Promise<{ readonly status: number; readonly text: string }>): Promise<void> {
  const { status, text } = await answer;
  if (status < 200 || status > 299) throw new Error(`It did not happen: ${status} ${text}`);
}

/** Completes a Sprint whose unfinished Work Item is carried over to the Sprint of the tests. */
async function givenCompletedSprint(): Promise<void> {
  const { owner } = world;
  ({ id: completedSprintId } = await givenSprint(owner, project, { name: FORMULA }));
  await givenWorkItem(owner, project, { title: `${FORMULA} again`, status: 'todo', sprintId: completedSprintId });
  await moved(owner, `${project}/sprints/${completedSprintId}`, 'active');
  const completionAction = { mode: 'sprint', targetSprintId: sprintId };
  await moved(owner, `${project}/sprints/${completedSprintId}`, 'done', { completionAction });
}

/** The link of a Work Item in a list. */
const row = (page: Page, title: string) =>
  page.getByRole('main').getByRole('link', { name: title, exact: true }).first();

/** The page shows texts as they are, and nothing that one of them asks for has happened. */
async function expectHarmless(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  const harm = await page.evaluate(() => ({
    stolen: 'stolen' in globalThis,
    injected: [
      ...document.querySelectorAll(
        'img[src="x"], script:not([src]):not([type="application/json"]), foreignObject, style',
      ),
    ].map(({ outerHTML }) => outerHTML),
    scriptAddresses: [...document.querySelectorAll('a, area, form, iframe')]
      .flatMap((one) => [one.getAttribute('href'), one.getAttribute('action'), one.getAttribute('src')])
      .filter((address) => address?.trim().toLowerCase().startsWith('javascript:')),
    handlers: [...document.querySelectorAll('*')].flatMap(({ attributes }) =>
      [...attributes].map(({ name }) => name).filter((name) => name.startsWith('on')),
    ),
    isShown: document.body.checkVisibility(),
  }));
  expect(harm).toEqual({ stolen: false, injected: [], scriptAddresses: [], handlers: [], isShown: true });
}

describe('Text that a member wrote is shown as it is', () => {
  it(
    'in the name of the person who is signed in',
    inBrowser(async (visit) => {
      await visit.enter(world, 'mallory');
      await visit.open('/');
      await visit.page.getByText(HOSTILE_NAME).first().waitFor();
      await expectHarmless(visit.page);
    }),
  );

  it(
    'in lists of Projects and Work Items, in activity and among the members',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'mallory');
      await visit.open('/');
      for (const { title } of items) await row(page, title).waitFor();
      await expectHarmless(page);
      await visit.open(`/o/${world.slug}`);
      await page.getByRole('link', { name: TEXTS[0]!, exact: true }).first().waitFor();
      await page.getByText(HOSTILE_NAME).first().waitFor();
      await expectHarmless(page);
      await visit.open(`/o/${world.slug}/${key}`);
      for (const { title } of items) await row(page, title).waitFor();
      await expectHarmless(page);
    }),
  );

  it(
    'on the page of a Work Item, with its description, its Sprint and its label',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'mallory');
      for (const { key: item, title } of items) {
        await visit.open(`/o/${world.slug}/items/${item}`);
        await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
        expect(await page.title()).toContain(title);
      }
      await page.getByText(TEXTS[1]!).first().waitFor();
      await expectHarmless(page);
    }),
  );

  it(
    'in Markdown, in comments and in the names and the bytes of attachments',
    inBrowser(async (visit) => {
      const { page } = visit;
      const mallory = world.caller('mallory');
      const item = await givenWorkItem(mallory, project, { title: 'Markdown', description: MARKDOWN.join('\n\n') });
      const path = world.item(item.key);
      for (const body of [...TEXTS, ...MARKDOWN]) await created(mallory.post(`${path}/comments`, { body }));
      const names: string[] = [];
      for (const text of TEXTS) {
        // A file that calls itself an image and is none: the browser must not run it.
        const wish = { fileName: `${text}.png`, contentType: 'image/png' };
        const file = await created(mallory.post(`${path}/attachments`, uploadOf(TEXTS[6]!, wish)));
        names.push(file.fileName);
      }
      await visit.enter(world, 'mallory');
      await visit.open(`/o/${world.slug}/items/${item.key}`);
      await page.locator('strong', { hasText: 'strong' }).first().waitFor();
      for (const name of names) await page.getByRole('link', { name, exact: true }).first().waitFor();
      await page.getByRole('article').getByText(TEXTS[1]!).waitFor();
      await expectHarmless(page);
      const foreign = await page.evaluate(() => ({
        images: document.querySelectorAll('main img:not([src^="blob:"], [src^="/"])').length,
        // A link out of the application opens no way back into it.
        links: [...document.querySelectorAll('main a[target=_blank]')].every(
          (link) => link.getAttribute('rel') === 'noopener noreferrer nofollow',
        ),
      }));
      expect(foreign).toEqual({ images: 0, links: true });
    }),
    60_000,
  );

  it(
    'in the palette',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'mallory');
      await visit.open('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('stolen');
      await page.getByRole('option', { name: TEXTS[0]!, exact: false }).first().waitFor();
      await expectHarmless(page);
    }),
  );

  it.each([
    '/o/%3Cimg%20src=x%20onerror=globalThis.stolen=1%3E',
    '/o/x/items/%22%3E%3Cscript%3EglobalThis.stolen=1%3C%2Fscript%3E',
    '/?tab=%3Cscript%3EglobalThis.stolen=1%3C/script%3E',
  ])('in the address %s', (target) =>
    inBrowser(async (visit) => {
      await visit.enter(world, 'mallory');
      if (target.includes('/items/')) visit.expectRefusal(404, /^\/app\/api\/v1\//);
      await visit.open(target);
      await visit.page.getByRole('heading', { level: 1 }).waitFor();
      await expectHarmless(visit.page);
    })(),
  );

  it.each([
    ['velocity', '', FORMULA],
    ['ageing-wip', '', MARKUP],
    ['epic-progress', '', MARKUP],
    ['distribution', '?groupBy=label&scope=all', labelNameOf(MARKUP)],
    ['distribution', '?groupBy=assignee&scope=all', HOSTILE_NAME],
  ])('in the drawing and the table of the report %s%s', (type, query, text) =>
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'mallory');
      await visit.open(`/o/${world.slug}/${key}/reports/${type}${query}`);
      await page.locator('main svg[role=img][aria-label]').waitFor();
      await page.getByRole('cell', { name: text, exact: true }).first().waitFor();
      await expectHarmless(page);
    })(),
  );

  it(
    'in the report of a Sprint, and among all reports',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'mallory');
      for (const [id, name, row] of [
        [sprintId, MARKUP, STYLE],
        [completedSprintId, FORMULA, MARKUP],
      ] as const) {
        await visit.open(`/o/${world.slug}/${key}/sprints/${id}/report`);
        await page.getByRole('heading', { level: 1, name: `Sprint report: ${name}`, exact: true }).waitFor();
        await page.locator('main svg[role=img][aria-label]').waitFor();
        await page.getByRole('cell', { name: row, exact: true }).first().waitFor();
        await expectHarmless(page);
      }
      await visit.open(`/o/${world.slug}/${key}/reports`);
      const tiles = page.getByRole('list', { name: 'Reports', exact: true }).getByRole('listitem');
      await tiles.nth(7).locator('svg[aria-label]').waitFor();
      await expectHarmless(page);
    }),
  );

  it(
    'in the names of saved reports: in lists, as headings, in menus and in dialogs',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'mallory');
      await visit.open('/');
      const pinned = page.getByRole('list', { name: 'Pinned Sprint reports' });
      const inSidebar = page.getByRole('list', { name: 'Pinned', exact: true });
      for (const name of TEXTS) {
        await pinned.getByRole('link', { name, exact: true }).waitFor();
        await inSidebar.getByRole('link', { name: `${name} ${key}`, exact: true }).waitFor();
      }
      await page.keyboard.press('Control+k');
      for (const name of TEXTS)
        await page
          .getByRole('option', { name: `${name} ${key}`, exact: true })
          .first()
          .waitFor();
      await expectHarmless(page);
      await page.keyboard.press('Escape');
      await pinned.getByRole('link', { name: MARKUP, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: MARKUP, exact: true }).waitFor();
      await page.getByRole('main').getByRole('img').first().waitFor();
      await page.getByRole('button', { name: `Actions for ${MARKUP}`, exact: true }).click();
      await page.getByRole('menuitem', { name: 'Rename or change' }).click();
      expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(MARKUP);
      await expectHarmless(page);
    }),
  );

  it(
    'in the settings: names of tokens and of their user, and a text that is no username',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'mallory');
      await visit.open('/settings/tokens');
      for (const name of TEXTS)
        await page.getByRole('button', { name: `Revoke the token ${name}`, exact: true }).waitFor();
      await page.getByRole('button', { name: `Revoke the token ${MARKUP}`, exact: true }).click();
      await page.getByRole('dialog', { name: `Revoke ${MARKUP}?`, exact: true }).waitFor();
      await expectHarmless(page);
      await visit.open('/settings');
      const name = page.getByLabel('Name', { exact: true });
      await name.waitFor();
      expect(await name.inputValue()).toBe(HOSTILE_NAME);
      await page.getByRole('button', { name: `Set your username in Home of ${world.slug}` }).click();
      const field = page.getByLabel(`Username in Home of ${world.slug}`);
      for (const text of TEXTS) {
        await field.fill(text);
        await page.keyboard.press('Enter');
        await page.getByText('This is not a username').waitFor();
      }
      await expectHarmless(page);
    }),
  );

  it(
    'in the question of a link, which names the user',
    inBrowser(async (visit) => {
      await visit.open(`/welcome#${await givenLink(world, 'mallory')}`);
      await visit.page.getByRole('heading', { level: 1, name: `Sign in as ${HOSTILE_NAME}?` }).waitFor();
      await expectHarmless(visit.page);
    }),
  );

  it(
    'in the list of sessions, which shows what each browser calls itself',
    inBrowser(async (visit) => {
      const { page } = visit;
      for (const text of TEXTS) {
        const headers = { 'sec-fetch-site': 'same-origin', 'user-agent': text };
        const foreign = new Browser(world.baseUrl, undefined, headers);
        await ok(foreign.post('/api/session/link', { token: await givenLink(world, 'mallory') }, PLAIN));
      }
      await visit.enter(world, 'mallory');
      await visit.open('/settings/security');
      for (const text of TEXTS) {
        const [product = ''] = text.split(' ');
        await page.getByText(product.slice(0, 60)).first().waitFor();
      }
      await expectHarmless(page);
    }),
  );

  it(
    'in the parameters of a report that are refused',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'mallory');
      visit.expectRefusal(400, /distribution\.json$/);
      for (const text of TEXTS) {
        const query = new URLSearchParams({ squeakql: text, label: text });
        await visit.open(`/o/${world.slug}/${key}/reports/distribution?${query.toString()}`);
        await page.locator('[aria-invalid=true]').first().waitFor();
        expect(await page.getByRole('textbox', { name: 'Query' }).inputValue()).toBe(text);
        await expectHarmless(page);
      }
    }),
  );
});

const EXPORTS = [
  'reports/velocity',
  'reports/control-chart',
  'reports/ageing-wip',
  'reports/epic-progress',
  'reports/distribution?groupBy=label&scope=all',
  'reports/distribution?groupBy=assignee&scope=all',
  'sprint',
  'completed sprint',
] as const;

/** Returns the file of an export. */
async function exported(
  name: string,
  ending: 'csv' | 'svg' | 'json' | 'png',
): Promise<Answer & { readonly file: string }> {
  const [path = '', query] = name.split('?');
  const report =
    path === 'sprint'
      ? `sprints/${sprintId}/report`
      : path === 'completed sprint'
        ? `sprints/${completedSprintId}/report`
        : path;
  const answer = await browser.get(`${beside(project)}/${report}.${ending}${query === undefined ? '' : `?${query}`}`);
  expect(answer.status).toBe(200);
  const [, file = ''] = /^attachment; filename="([^"]*)"$/.exec(String(answer.headers['content-disposition'])) ?? [];
  return { ...answer, file };
}

describe('Text that a member wrote', () => {
  it('is no formula in a CSV export, and no path in its name', async () => {
    const cells: string[] = [];
    for (const name of EXPORTS) {
      const { text, file } = await exported(name, 'csv');
      expect(file).toMatch(/^[A-Z0-9]+-[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv$/);
      cells.push(...readCsv(text).flatMap((row) => Object.values(row)));
    }
    const texts = cells.filter((cell) => !/^-?\d+(?:\.\d+)?$/.test(cell));
    expect(texts.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    for (const text of TEXTS.filter((one) => /^[=+\-@]/.test(one))) {
      expect(texts).toContain(`'${text}`);
      expect(texts).toContain(`'${labelNameOf(text)}`);
    }
    for (const text of TEXTS.filter((one) => /^[^=+\-@]/.test(one))) expect(texts).toContain(text);
    expect(texts).toContain(HOSTILE_NAME);
  });

  it('is itself in a JSON export, which no browser takes for a page', async () => {
    const titles = new Set<unknown>();
    for (const name of EXPORTS) {
      const { text, headers } = await exported(name, 'json');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(headers['x-content-type-options']).toBe('nosniff');
      const { items } = JSON.parse(text) as { items: any[] };
      for (const { title, workItem, epic, label, sprint } of items) {
        for (const one of [title, workItem?.title, epic?.title, label, sprint?.name]) titles.add(one);
      }
    }
    for (const text of TEXTS) expect(titles).toContain(text);
    expect(titles).toContain(labelNameOf(MARKUP));
    expect(titles).toContain(HOSTILE_NAME);
  });

  it('is drawn in a PNG export, and is no part of the name of the file', async () => {
    for (const name of ['sprint', 'completed sprint', 'reports/epic-progress']) {
      const { bytes, headers } = await exported(name, 'png');
      expect(headers['content-type']).toBe('image/png');
      expect(headers['content-disposition']).toMatch(/^attachment; filename="[A-Za-z0-9-]+\.png"$/);
      expect(decodePng(bytes).width).toBe(1_920);
      // Texts of a PNG file that viewers show beside the picture.
      expect(bytes.toString('latin1')).not.toMatch(/(?:tEXt|iTXt|zTXt)/);
    }
  });

  it(
    'is no markup in an SVG export, even where the file becomes part of a page without protection',
    inBrowser(async (visit) => {
      const page = await visit.context.newPage();
      let shown = '';
      for (const name of EXPORTS) {
        const { text } = await exported(name, 'svg');
        await page.setContent(text);
        await expectHarmlessDrawing(page, text);
        shown += await page.evaluate(() => document.body.textContent);
      }
      expect(shown).toContain(MARKUP);
      expect(shown).toContain(FORMULA);
    }),
  );
});

/** The SVG file is well-formed, and has nothing but shapes and texts. */
async function expectHarmlessDrawing(page: Page, svg: string): Promise<void> {
  const harm = await page.evaluate((text) => {
    const drawing = new DOMParser().parseFromString(text, 'image/svg+xml');
    const elements = [...drawing.querySelectorAll('*'), ...document.querySelectorAll('body *')];
    const known =
      /^(?:svg|g|defs|pattern|title|desc|style|path|rect|circle|line|polyline|polygon|text|tspan|clipPath|use)$/;
    return {
      stolen: 'stolen' in globalThis,
      isMalformed: drawing.querySelector('parsererror') !== null,
      elements: elements.map(({ tagName }) => tagName).filter((name) => !known.test(name)),
      attributes: elements
        .flatMap(({ attributes }) => [...attributes].map(({ name }) => name))
        .filter((name) => name.startsWith('on') || name.endsWith('href')),
    };
  }, svg);
  expect(harm).toEqual({ stolen: false, isMalformed: false, elements: [], attributes: [] });
}
