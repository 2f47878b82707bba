import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { created, givenComment, givenLink, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { type Located, operationsOf } from '../kit/openapi-document.js';
import { greyPng } from '../kit/png.js';
import { theRun } from '../kit/run.js';
import { taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const world = new World('reference');
const REPORT_TYPES = [
  ...['velocity', 'cumulative-flow', 'control-chart', 'ageing-wip', 'created-vs-resolved', 'distribution'],
  'epic-progress',
];
const ITEM = '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}';
const reads = operationsOf(theRun().openapi).filter(({ method }) => method === 'GET');

type Place = Pick<Located, 'template' | 'method'>;

/** The part of the reference that an operation is in. */
function tagOf({ template, method }: Place): string {
  const { tags } = theRun().openapi.paths[template]![method.toLowerCase()]!;
  return tags![0]!;
}

const isOpen = ({ operation }: Located): boolean => operation.security?.length === 0;

/** The page has all operations and guides: a dialog takes seconds on a machine that does other work. */
const LONG = 300_000;

/** Opens the reference. */
async function opened({ page }: Visit): Promise<void> {
  await page.goto('/api/docs');
  await page.getByRole('heading', { level: 1, name: 'Worktrack API' }).waitFor({ state: 'attached' });
}

/** The button that opens the dialog of an operation. */
const testButton = (page: Page, method: string, template: string): Locator =>
  page.getByRole('button', {
    name: new RegExp(`^Test Request\\s*\\(${method} ${template.replace(/[{}.]/g, '\\$&')}\\)$`, 'i'),
  });

/** Finds by keys alone, and goes to the first result. */
async function find(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Enter search query' });
  await field.fill(words);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
}

describe('The reference of the API in a browser', () => {
  it(
    'has a guide that is found by a word of its text, and whose links lead to other guides',
    inBrowser(async (visit) => {
      const { page } = visit;
      await opened(visit);
      await visit.picture('reference');
      await find(page, 'Revisions');
      await page.getByRole('heading', { name: 'Revisions', exact: true }).waitFor();
      expect(new URL(page.url()).hash).toBe('#tag/revisions');
      await page.getByText('somebody else changed the resource').waitFor();
      await find(page, 'codes never change');
      await page.getByText('codes never change').waitFor();
      expect(new URL(page.url()).hash).toBe('#tag/errors');
      await page.getByRole('link', { name: 'contract §7' }).click();
      await page.getByRole('heading', { name: '7. Errors', exact: true }).waitFor();
      expect(new URL(page.url()).hash).toBe('#tag/7-errors');
      await visit.picture('reference-guide');
    }),
    LONG,
  );

  it(
    'has an operation that is found by its name, with samples in curl, TypeScript and Python',
    inBrowser(async (visit) => {
      const { page } = visit;
      await opened(visit);
      await find(page, 'updateWorkItem');
      const sample = testButton(page, 'patch', ITEM);
      await sample.waitFor();
      await visit.picture('reference-operation');
      const card = page.locator('.request-card').filter({ has: sample });
      for (const [language, words] of [
        ['TypeScript', "client.PATCH('/api/v1/organizations/{organizationSlug}"],
        ['Requests', 'requests.patch('],
        ['Curl', 'curl '],
      ] as const) {
        await card.getByRole('button', { name: /Change code sample language/ }).click();
        await page.getByRole('option', { name: language }).click();
        await card.getByText(words).first().waitFor();
      }
    }),
    LONG,
  );
});

describe('"Test Request" of the reference', () => {
  /** A value for each parameter of a path. */
  let values: Readonly<Record<string, string>>;
  let folder: string;

  beforeAll(async () => {
    const { owner } = world;
    folder = mkdtempSync(path.join(tmpdir(), 'reference-'));
    const picture = path.join(folder, 'picture.png');
    writeFileSync(picture, greyPng(64, 64));
    const email = 'pictured@reference.example.test';
    const database = { databaseUrl: world.databaseUrl };
    const user = ['user:create', '--email', email, '--name', 'Pictured', '--avatar', picture];
    const { publicId } = await taskResult(user, database);
    await taskResult(['member:add', '--org', world.slug, '--email', email, '--role', 'member'], database);

    const { key: projectKey } = await givenProject(owner, world.org());
    const project = world.project(projectKey);
    const { key: workItemKey } = await givenWorkItem(owner, project);
    const { key: other } = await givenWorkItem(owner, project);
    const item = world.item(workItemKey);
    await Promise.all([givenComment(owner, item), givenLink(owner, item, other)]);
    const { id: attachmentId } = await created(owner.post(`${item}/attachments`, uploadOf('Hello')));
    const { id: sprintId } = await givenSprint(owner, project);
    await moved(owner, `${project}/sprints/${String(sprintId)}`, 'active');
    values = {
      organizationSlug: world.slug,
      projectKey,
      workItemKey,
      attachmentId,
      sprintId,
      publicId: String(publicId),
    };
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Opens the dialog of an operation in a new page. */
  async function dialogOf({ page }: Visit, { template, method }: Place): Promise<Locator> {
    const tag = tagOf({ template, method }).toLowerCase().replaceAll(' ', '-');
    // A new page for each: it keeps all that it has shown, and takes longer with it.
    await page.goto('about:blank');
    await page.goto(`/api/docs#tag/${tag}/${method}${template}`);
    await testButton(page, method, template).click();
    const dialog = page.getByRole('dialog', { name: 'API Client' });
    await dialog.waitFor();
    return dialog;
  }

  /** Fills in the token, and what the path of an operation needs. */
  async function fillIn(dialog: Locator, { template }: Located): Promise<void> {
    await dialog.getByPlaceholder('Token').fill(world.token('owner').token);
    for (const [, name = ''] of template.matchAll(/\{(\w+)\}/g)) {
      const value = values[name];
      if (value !== undefined) await dialog.locator(`[id="${name}"]`).getByLabel('Value').fill(value);
    }
  }

  /** Chooses the type of a report, unless it is chosen already. */
  async function choose({ page }: Visit, dialog: Locator, reportType: string): Promise<void> {
    const menu = dialog.locator('[id="reportType"] button[aria-haspopup="menu"]');
    if ((await menu.innerText()).trim() === reportType) return;
    await menu.click();
    await page.getByRole('menuitem', { name: reportType, exact: true }).click();
  }

  /** Sends the request of a dialog by a key, and returns the status of the response and the sent query. */
  async function sent({ page }: Visit, dialog: Locator): Promise<{ status: number; query: string }> {
    const [response] = await Promise.all([
      page.waitForResponse((one) => one.request().resourceType() === 'fetch'),
      page.keyboard.press('Control+Enter'),
    ]);
    await dialog.getByText(`${response.status()} OK`).waitFor();
    return { status: response.status(), query: new URL(response.url()).search };
  }

  /** Leaves the dialog by a key. */
  async function left({ page }: Visit, dialog: Locator): Promise<void> {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }

  const tags = [...new Set(reads.map(tagOf))].sort();

  // The page takes seconds for each operation: all reads are sent in the deep tier, the first of each part always.
  const [which, most] = process.env.TEST_DEEP === undefined ? ['the first read', 1] : ['every read', Infinity];

  it.each(tags)(
    `sends ${which} of the part %s with its defaults, and gets 200`,
    (tag) =>
      inBrowser(async (visit) => {
        const ofTag = reads
          .filter((read) => tagOf(read) === tag && read.operation.operationId !== 'getProjectReport')
          .slice(0, most);
        const statuses: unknown[] = [];
        for (const read of ofTag) {
          const dialog = await dialogOf(visit, read);
          if (!isOpen(read)) await fillIn(dialog, read);
          statuses.push([read.operation.operationId, (await sent(visit, dialog)).status]);
        }
        expect(statuses).toEqual(ofTag.map(({ operation }) => [operation.operationId, 200]));
      })(),
    LONG,
  );

  it(
    'sends each report with its defaults, and no parameter of another report',
    inBrowser(async (visit) => {
      const read = reads.find(({ operation }) => operation.operationId === 'getProjectReport')!;
      const dialog = await dialogOf(visit, read);
      await fillIn(dialog, read);
      for (const reportType of REPORT_TYPES) {
        await choose(visit, dialog, reportType);
        expect(await sent(visit, dialog)).toEqual({ status: 200, query: '?limit=2' });
      }
    }),
    LONG,
  );

  it(
    'is reached and left by keys, and has no finding of axe while it is open',
    inBrowser(async (visit) => {
      const { page } = visit;
      const read = reads.find(({ operation }) => operation.operationId === 'getProject')!;
      const dialog = await dialogOf(visit, read);
      await fillIn(dialog, read);
      expect((await sent(visit, dialog)).status).toBe(200);
      await visit.picture('reference-request');
      expect(await visit.findings()).toEqual([]);
      await left(visit, dialog);
      await testButton(page, 'get', read.template).waitFor();
      await testButton(page, 'get', read.template).press('Enter');
      await dialog.waitFor();
      // The visit looks at the page with axe when it ends: the dialog is open then.
    }),
    LONG,
  );
});
