import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';
import { Receiver, isSignedBy } from '../webhook/receiver.js';

const world = new World('web-webhooks');
const WEBHOOKS = `/api/x/organizations/${world.slug}/webhooks`;
const PAGE = `/o/${world.slug}/settings/webhooks`;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });
const choose = async (page: Page, name: string, item: string): Promise<void> => {
  await button(page, `Actions for ${name}`).click();
  await page.getByRole('menuitem', { name: item }).click();
};

let receiver: Receiver;
beforeEach(async () => {
  receiver = await Receiver.listen();
});
afterEach(async () => {
  receiver.close();
  const { items } = (await world.owner.get(WEBHOOKS)).body;
  for (const { id } of items) await world.owner.delete(`${WEBHOOKS}/${id}`, { ifMatch: '*' });
});

describe('The webhooks of an Organization', () => {
  it(
    'are made in a form that keeps what was refused, and show their secret once',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'admin');
      visit.expectRefusal(400, /\/webhooks$/);
      await visit.open(PAGE);
      await page.getByText('There is no webhook.').waitFor();
      await visit.shot('webhooks-empty');
      await button(page, 'New webhook').click();
      await field(page, 'Name').fill('Chat');
      await field(page, 'Address').fill('ftp://hooks.example.org/');
      await field(page, 'Projects').fill('NOPE');
      await button(page, 'Create').click();
      await page.getByText('The address must be').waitFor();
      expect(await field(page, 'Name').inputValue()).toBe('Chat');
      await visit.shot('webhook-refused');
      await field(page, 'Address').fill(receiver.url);
      await button(page, 'Create').click();
      await page.getByText('The Projects must be').waitFor();
      await field(page, 'Projects').fill('WEB');
      await page.getByLabel('Events').selectOption('some');
      await page.getByRole('checkbox', { name: 'Work Item created' }).check();
      await visit.shot('webhook-form');
      await button(page, 'Create').click();
      await page.getByText('it is shown only this time').waitFor();
      const secret = await field(page, 'Secret of Chat').inputValue();
      await page.getByRole('list', { name: 'Webhooks' }).getByText('Work Item created · WEB').waitFor();
      await visit.shot('webhooks');
      await givenWorkItem(world.owner, world.project(), { title: 'Door' });
      const [request] = await receiver.until(1);
      expect(request && isSignedBy(secret, request)).toBe(true);
      await page.reload();
      await page.getByRole('list', { name: 'Webhooks' }).getByText('Chat').waitFor();
      expect(await page.getByText(secret).count()).toBe(0);
    }),
  );

  it(
    'show their deliveries with the events, and send a refused one again',
    inBrowser(async (visit) => {
      const { page } = visit;
      receiver.respond = (_, response) => void response.writeHead(400).end();
      const { body: webhook } = await world.owner.post(WEBHOOKS, { name: 'Chat', url: receiver.url });
      await givenWorkItem(world.owner, world.project(), { title: 'Window' });
      await eventually('a dead letter', async () => {
        await query(
          world.databaseUrl,
          'update webhooks set next_attempt_at = now() where next_attempt_at > now() and id = $1',
          [webhook.id],
        );
        const { items } = (await world.owner.get(`${WEBHOOKS}/${webhook.id}/dead-letters`)).body;
        return items.length > 0 ? true : undefined;
      });
      receiver.respond = (_, response) => void response.writeHead(204).end();
      await visit.enter(world, 'owner');
      await visit.open(PAGE);
      await button(page, 'Deliveries of Chat').click();
      const refused = page.getByRole('region', { name: 'Refused events' });
      await refused.getByText('Refused (400) · 5 attempts').waitFor();
      await refused.getByText('Event', { exact: true }).click();
      await refused.getByLabel('The event as JSON').getByText('"Window"').waitFor();
      await visit.shot('webhook-deliveries');
      await button(page, 'Send again').click();
      await page.getByRole('region', { name: 'Attempts' }).getByText('Delivered (204)').waitFor();
      await refused.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      expect(await button(page, 'Deliveries of Chat').evaluate((one) => one === document.activeElement)).toBe(true);
    }),
  );

  it(
    'are paused, resumed, pinged and deleted',
    inBrowser(async (visit) => {
      const { page } = visit;
      await world.owner.post(WEBHOOKS, { name: 'Chat', url: receiver.url });
      await visit.enter(world, 'owner');
      await visit.open(PAGE);
      const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
      await row.getByText('Active').waitFor();
      await choose(page, 'Chat', 'Pause');
      await row.getByText('Paused', { exact: true }).waitFor();
      await visit.shot('webhook-paused');
      await choose(page, 'Chat', 'Send a ping');
      await receiver.until(1, ({ event }) => event.type === 'webhook.ping');
      await button(page, 'Resume: Chat').click();
      await row.getByText('Active').waitFor();
      await choose(page, 'Chat', 'Delete …');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('There is no webhook.').waitFor();
    }),
  );

  it(
    'are a page that members do not have',
    inBrowser(async (visit) => {
      await visit.enter(world, 'member');
      await visit.open(PAGE);
      await visit.page.getByRole('heading', { name: /not/i }).waitFor();
      expect(await button(visit.page, 'New webhook').count()).toBe(0);
    }),
  );
});
