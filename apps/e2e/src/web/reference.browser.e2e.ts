import { inBrowser } from '../kit/browser.js';
import { World } from '../kit/world.js';
import { dialogOf, fillIn, find, LONG, opened, reads, sent, testButton } from './reference-page.js';

const world = new World('reference-page');
const ITEM = '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}';

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
      const sample = testButton(page, { method: 'PATCH', template: ITEM });
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

  it(
    'sends a request from a dialog that is reached and left by keys, and has no finding of axe while it is open',
    inBrowser(async (visit) => {
      const { page } = visit;
      // Its response is longer than its place, and scrolls.
      const read = reads.find(({ operation }) => operation.operationId === 'listOrganizationUsers')!;
      const dialog = await dialogOf(visit, read);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await testButton(page, read).press('Enter');
      await dialog.waitFor();
      await fillIn(dialog, read, world.token('owner').token, { organizationSlug: world.slug });
      expect((await sent(visit, dialog)).status).toBe(200);
      await visit.picture('reference-request');
      // The visit looks at the page with axe when it ends: the dialog is open then, with the response.
    }),
    LONG,
  );
});
