import type { Page } from 'playwright-core';
import { makeExampleProjects, type ExampleProjects } from '../reports/example-projects.js';
import { inBrowser, type Visit } from '../kit/browser.js';
import { signedIn, type Browser } from '../kit/session.js';
import { TestTime } from '../kit/test-time.js';
import { drawingOn } from './drawing-on.js';

let time: TestTime;
let examples: ExampleProjects;
let browser: Browser;

beforeAll(async () => {
  time = await TestTime.start('report-pages');
  examples = await makeExampleProjects(time);
  browser = await signedIn(time.world, 'owner');
}, 120_000);

afterAll(() => time.stop());

/** Makes a test in a browser that is signed in to the server of this suite. */
const signedInBrowser = (test: (page: Page, visit: Visit) => Promise<void>) => () =>
  inBrowser(
    async (visit) => {
      const cookie = { name: 'worktrack', value: browser.secret!, url: visit.origin, httpOnly: true };
      await visit.context.addCookies([{ ...cookie, sameSite: 'Lax' as const }]);
      await test(visit.page, visit);
    },
    { origin: time.world.baseUrl, permissions: ['clipboard-read', 'clipboard-write'] },
  )();

/** The path of a page of a Project: `/o/{org}/{KEY}/…`. */
const pageOf = (project: string, rest: string): string => `/o/${time.world.slug}/${project.split('/').at(-1)!}/${rest}`;

const SPAN = 'start=2026-03-02&end=2026-03-04';

const REPORTS = [
  ['velocity', 'web', 'unit=points'],
  ['cumulative-flow', 'flow', SPAN],
  ['control-chart', 'flow', SPAN],
  ['ageing-wip', 'flow', 'sort=workItem'],
  ['created-vs-resolved', 'flow', SPAN],
  ['distribution', 'epics', 'groupBy=label&scope=all'],
  ['epic-progress', 'epics', 'sort=name'],
] as const;

describe('The page of a report', () => {
  it.each(REPORTS)('%s shows the drawing of the SVG export, byte for byte', async (type, project, query) => {
    await signedInBrowser(async (page, visit) => {
      await page.goto(pageOf(examples[project], `reports/${type}?${query}`));
      const drawn = await drawingOn(page);
      const [, width] = / width="(\d+)"/.exec(drawn.slice(0, drawn.indexOf('>')))!;
      const file = `${examples[project].replace('/api/v1/', '/api/')}/reports/${type}.svg?${query}&width=${width}`;
      expect(drawn).toBe((await browser.get(file)).text);
      await visit.shot(`report-${type}`);
    })();
  });

  it('of a Sprint shows the drawing of the SVG export, byte for byte, in each unit', async () => {
    await signedInBrowser(async (page, visit) => {
      const report = `sprints/${examples.sprintId}/report`;
      for (const unit of ['points', 'items']) {
        await page.goto(pageOf(examples.web, `${report}?unit=${unit}`));
        const drawn = await drawingOn(page);
        const [, width] = / width="(\d+)"/.exec(drawn.slice(0, drawn.indexOf('>')))!;
        const file = `${examples.web.replace('/api/v1/', '/api/')}/${report}.svg?unit=${unit}&width=${width}`;
        expect(drawn).toBe((await browser.get(file)).text);
      }
      await page.getByRole('region', { name: 'Scope changes and carryover' }).first().waitFor();
      await visit.shot('report-sprint');
    })();
  });

  it('says the points of its drawing by the arrow keys', async () => {
    await signedInBrowser(async (page) => {
      await page.goto(pageOf(examples.flow, `reports/cumulative-flow?${SPAN}`));
      const drawing = page.getByRole('group', { name: 'Cumulative flow, arrow keys step through its points' });
      await drawing.focus();
      const live = page.getByRole('status').filter({ hasText: '2026-03-' });
      for (const [key, day] of [
        ['ArrowRight', '2026-03-02'],
        ['ArrowRight', '2026-03-03'],
        ['End', '2026-03-04'],
        ['ArrowRight', '2026-03-04'],
        ['ArrowLeft', '2026-03-03'],
        ['Home', '2026-03-02'],
      ] as const) {
        await page.keyboard.press(key);
        await live.filter({ hasText: `${day}:` }).waitFor();
        await page.locator('main p', { hasText: `${day}:` }).waitFor();
      }
    })();
  });

  it('shows the values under the pointer, and leads to the Work Items by a click or by Enter', async () => {
    await signedInBrowser(async (page, visit) => {
      await page.goto(pageOf(examples.flow, 'reports/distribution?groupBy=status&scope=all'));
      const drawing = page.getByRole('group', { name: /^Distribution/ });
      const { width, height } = (await drawing.locator('svg').first().boundingBox())!;
      await drawing.hover({ position: { x: width / 2, y: height - 30 } });
      const written = page.locator('main p:not([aria-hidden])', { hasText: /^Done: \d+ Work Items?,/ });
      await written.waitFor();
      await visit.shot('report-looked-at');
      await drawing.click({ position: { x: width / 2, y: height - 30 } });
      await page.waitForURL('**/search?q=*');
      expect(new URL(page.url()).searchParams.get('q')).toBe('project = FLOW AND status = done');
      await page.goBack();
      await drawing.focus();
      await page.keyboard.press('End');
      await written.waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/search?q=*');
    })();
  });

  it('shows a span alone that is dragged over or chosen by keys, and Back shows the whole span', async () => {
    await signedInBrowser(async (page) => {
      await page.goto(pageOf(examples.flow, 'reports/created-vs-resolved?start=2026-03-02&end=2026-03-06'));
      const drawing = page.getByRole('group', { name: /^Created/ });
      await drawing.focus();
      for (const key of ['Home', 'Shift+ArrowRight']) await page.keyboard.press(key);
      await page.getByRole('button', { name: 'Show only 2026-03-02 to 2026-03-03' }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/created-vs-resolved?start=2026-03-02&end=2026-03-03');
      await page.goBack();
      await page.waitForURL('**/created-vs-resolved?start=2026-03-02&end=2026-03-06');
      await page.locator('main svg[aria-label*="2026"], main svg[role=img]').first().waitFor();
      const { x, y, width, height } = (await drawing.locator('svg').first().boundingBox())!;
      await page.mouse.move(x + width * 0.3, y + height / 2);
      await page.mouse.down();
      await page.mouse.move(x + width * 0.6, y + height / 2, { steps: 4 });
      await page.mouse.up();
      const button = page.getByRole('button', { name: /^Show only/ });
      const [, first, last] = /only (\S+) to (\S+)/.exec(await button.innerText())!;
      await button.click();
      await page.waitForURL(`**/created-vs-resolved?start=${first!}&end=${last!}`);
    })();
  });

  it('has links for the keys in its table', async () => {
    await signedInBrowser(async (page) => {
      await page.goto(pageOf(examples.flow, 'reports/ageing-wip'));
      const key = page.getByRole('region', { name: 'All rows: table' }).getByRole('link').first();
      const name = await key.innerText();
      await key.click();
      await page.waitForURL(`**/items/${name}`);
    })();
  });

  it.each([
    ...REPORTS.filter(([type]) => type !== 'velocity').map(
      ([type, project, query]) => [`reports/${type}?${query}`, project] as const,
    ),
    ['reports/control-chart?start=2026-03-02&end=2026-03-09', 'flow'],
    ['reports/cumulative-flow', 'flow'],
    ['sprint', 'web'],
  ] as const)('%s leads from its figures to as many Work Items as they count', async (report, project) => {
    await signedInBrowser(async (page) => {
      const rest = report === 'sprint' ? `sprints/${examples.sprintId}/report` : report;
      await page.goto(pageOf(examples[project], rest));
      await page
        .getByRole('group', { name: /arrow keys step/ })
        .first()
        .waitFor();
      const figures = await page.locator('main td a[href*="/search?"], main dd a').evaluateAll((links) =>
        links.map((link) => {
          const cell = link.closest('td');
          const heading = cell
            ? cell.closest('table')!.querySelectorAll('th')[cell.cellIndex]!.textContent
            : link.closest('div')!.querySelector('dt')!.textContent;
          return {
            heading,
            count: Number(link.textContent),
            text: (link as HTMLAnchorElement).title,
            query: new URL((link as HTMLAnchorElement).href).searchParams.get('q')!,
          };
        }),
      );
      const counted = figures.filter(({ heading }) => !/points/i.test(heading));
      expect(counted.length).toBeGreaterThan(0);
      for (const { heading, count, text, query } of counted) {
        const { body } = await time.world.owner.post(`${time.world.org()}/work-items/search`, { query });
        const found = body.items.length as number;
        // What was reopened since is resolved no more.
        const expected = text.endsWith('and still are') ? Math.min(found, count) : count;
        expect({ heading, query, found }).toEqual({ heading, query, found: expected });
      }
    })();
  });

  it('leads from a point to what was created and resolved, and says where no search finds it', async () => {
    await signedInBrowser(async (page, visit) => {
      await page.goto(pageOf(examples.flow, `reports/created-vs-resolved?${SPAN}`));
      const drawing = page.getByRole('group', { name: /arrow keys step/ });
      await drawing.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.getByRole('link', { name: 'Show those that were resolved then and still are' }).click();
      await page.waitForURL('**/search?q=*');
      await page.getByRole('link', { name: 'Draw the map' }).waitFor();
      expect(await page.getByRole('link', { name: 'Find the place' }).count()).toBe(0);

      await page.goto(pageOf(examples.web, `sprints/${examples.sprintId}/report`));
      await drawing.focus();
      await page.keyboard.press('ArrowRight');
      await page.getByText('No search finds the Work Items of this day.').waitFor();
      await visit.shot('report-past');
    })();
  });

  it('has its parameters in the address, and its files for them', async () => {
    await signedInBrowser(async (page) => {
      await page.goto(pageOf(examples.flow, 'reports/created-vs-resolved'));
      await page.getByLabel('Interval').selectOption('week');
      await page.waitForURL('**/created-vs-resolved?interval=week');
      await page.reload();
      expect(await page.getByLabel('Interval').inputValue()).toBe('week');
      const href = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
      const { status, headers } = await browser.get(href!);
      expect(status).toBe(200);
      expect(headers['content-disposition']).toBe('attachment; filename="FLOW-created-vs-resolved-2026-03-09.csv"');
      await page.getByRole('button', { name: 'Copy link' }).click();
      await page.getByText('The link is copied.').first().waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    })();
  });

  it('says which parameter is wrong, beside its field', async () => {
    await signedInBrowser(async (page, visit) => {
      visit.expectRefusal(400, /created-vs-resolved\.json$/);
      const answered = page.waitForResponse(/created-vs-resolved\.json/);
      await page.goto(pageOf(examples.flow, 'reports/created-vs-resolved?squeakql=status+%3D'));
      await answered;
      await page.locator('[aria-invalid=true]').waitFor();
      expect(await page.getByRole('textbox', { name: 'Query' }).getAttribute('aria-invalid')).toBe('true');
    })();
  });
});

describe('The page of all reports', () => {
  it('has eight reports with a drawing each', async () => {
    await signedInBrowser(async (page, visit) => {
      await page.goto(pageOf(examples.web, 'reports'));
      const tiles = page.getByRole('list', { name: 'Reports', exact: true }).getByRole('listitem');
      await tiles.nth(7).waitFor();
      for (let at = 0; at < 8; at += 1) await tiles.nth(at).locator('svg[aria-label]').waitFor();
      // A preview is too small for texts: the page says its finding.
      expect(await tiles.locator('svg text').count()).toBe(0);
      await tiles
        .filter({ hasText: 'Velocity' })
        .getByText(/^The latest Sprint/)
        .waitFor();
      await visit.shot('reports');
      await tiles.filter({ hasText: 'Velocity' }).click();
      await page.waitForURL('**/reports/velocity');
      await page.getByRole('heading', { level: 1, name: 'Velocity' }).waitFor();
      await page.locator('main svg[role=img][aria-label]').waitFor();
    })();
  });
});
