import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { inBrowser, type Visit } from '../kit/browser.js';
import { created, givenComment, givenLink, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import type { Located } from '../kit/openapi-document.js';
import { greyPng } from '../kit/png.js';
import { taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';
import { dialogOf, fillIn, LONG, reads, sent, tagOf } from './reference-page.js';

const world = new World('reference');
const REPORT_TYPES = [
  ...['velocity', 'cumulative-flow', 'control-chart', 'ageing-wip', 'created-vs-resolved', 'distribution'],
  'epic-progress',
];
const isOpen = ({ operation }: Located): boolean => operation.security?.length === 0;

describe('"Test Request" of the reference', () => {
  const token = (): string => world.token('owner').token;
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

  /** Chooses the type of a report, unless it is chosen already. */
  async function choose({ page }: Visit, dialog: Locator, reportType: string): Promise<void> {
    const menu = dialog.locator('[id="reportType"] button[aria-haspopup="menu"]');
    if ((await menu.innerText()).trim() === reportType) return;
    await menu.click();
    await page.getByRole('menuitem', { name: reportType, exact: true }).click();
    // The keys that send the request would open the menu again while its button has the focus.
    await dialog.getByPlaceholder('Token').focus();
  }

  const tags = [...new Set(reads.map(tagOf))].sort();

  it.each(tags)(
    'sends every read of the part %s with its defaults, and gets 200',
    (tag) =>
      inBrowser(async (visit) => {
        const ofTag = reads.filter((read) => tagOf(read) === tag && read.operation.operationId !== 'getProjectReport');
        const statuses: unknown[] = [];
        for (const read of ofTag) {
          const dialog = await dialogOf(visit, read);
          if (!isOpen(read)) await fillIn(dialog, read, token(), values);
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
      await fillIn(dialog, read, token(), values);
      for (const reportType of REPORT_TYPES) {
        await choose(visit, dialog, reportType);
        expect(await sent(visit, dialog)).toEqual({ status: 200, query: '?limit=2' });
        // The status is the same for each: the response of this one is there.
        await dialog.locator('.cm-content').getByText(`"${reportType}"`).first().waitFor();
      }
    }),
    LONG,
  );
});
