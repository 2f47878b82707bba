import type { Page } from 'playwright-core';
import { inBrowser } from '../kit/browser.js';
import { eventually } from '../kit/eventually.js';
import { type MailServer, startMailServer } from '../kit/mail-server.js';
import { greyPng } from '../kit/png.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const PASSWORD = 'a long walk by the river';

let mails: MailServer;
let server: RunningServer;
let world: World;

/** The server of this suite, which is known when a test begins. */
const here = {
  get origin() {
    return server.baseUrl;
  },
};

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  mails = await startMailServer();
  const environment = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'Worktrack <worktrack@example.org>' };
  server = await startServer({ postgresUrl, template, environment });
  world = new World('account-page', server.baseUrl, server.databaseUrl);
  for (const user of ['member', 'admin']) {
    const parameters = ['user:password', '--email', world.user(user).email];
    await taskResult(parameters, { databaseUrl: server.databaseUrl, input: `${PASSWORD}\n` });
  }
});
afterAll(async () => {
  await server.stop();
  await mails.close();
});

/** Waits for a mail, and returns the path of the link in it. */
const linkIn = (address: string, page: string) =>
  eventually(`the mail to ${address}`, () => {
    const texts = mails.arrived.filter(({ to }) => to.includes(address)).map(({ parsed }) => parsed.text ?? '');
    const [, path] = new RegExp(`${server.baseUrl}(/${page}#[A-Za-z0-9_-]{43})`).exec(texts.join('\n')) ?? [];
    return Promise.resolve(path);
  });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** Returns the brightness of a pixel of the canvas that shows the part of a picture, 0 to 255. */
const brightnessAt = (page: Page, x: number, y: number) =>
  page
    .locator('canvas')
    .evaluate(
      (canvas: any, [across, down]) => canvas.getContext('2d').getImageData(across, down, 1, 1).data[0] as number,
      [x, y] as const,
    );

describe('The profile', () => {
  it(
    'takes another name, which the page shows immediately and after a reload',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'colleague');
      await visit.open('/settings');
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('   ');
      await page.getByRole('button', { name: 'Save name' }).click();
      await page.getByText('A name has 1 to 255 characters.').waitFor();
      await name.fill('Grace Hopper');
      await page.keyboard.press('Enter');
      await page.getByText('Your name is changed.').first().waitFor();
      await page.reload();
      await heading(page, 'Profile');
      expect(await name.inputValue()).toBe('Grace Hopper');
      await visit.shot('profile');
    }, here),
  );

  it(
    'takes a picture, of which a part is chosen by the mouse and by the keyboard, and removes it',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/settings');
      const file = page.getByLabel('Picture file');
      await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: greyPng(900, 300, 128) });
      const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
      await dialog.waitFor();
      const [size, across, down] = [
        dialog.getByLabel('Size'),
        dialog.getByLabel('Left or right'),
        dialog.getByLabel('Up or down'),
      ];
      expect(await brightnessAt(page, 256, 256)).toBe(128);
      await size.focus();
      await page.keyboard.press('ArrowRight');
      expect(Number(await size.inputValue())).toBeGreaterThan(1);
      await across.focus();
      await page.keyboard.press('Home');
      expect(await across.inputValue()).toBe('0');
      const box = (await dialog.locator('canvas').boundingBox())!;
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4);
      await page.mouse.up();
      expect(Number(await across.inputValue())).toBeGreaterThan(0);
      expect(Number(await down.inputValue())).toBeGreaterThan(0.5);
      await visit.shot('profile-crop');
      await dialog.getByRole('button', { name: 'Save picture' }).press('Enter');
      await page.getByText('Your picture is changed.').first().waitFor();
      await dialog.waitFor({ state: 'detached' });
      const shown = page.getByRole('main').locator('img').first();
      await eventually('the picture', async () =>
        (await shown.evaluate((image: any) => image.complete && image.naturalWidth === 256)) ? true : undefined,
      );
      await visit.shot('profile-picture');
      // Others see it in the lists too.
      await visit.open(`/o/${world.slug}/people`);
      const { name } = world.user('member');
      await page
        .getByRole('list', { name: 'People' })
        .getByRole('listitem')
        .filter({ hasText: name })
        .locator('img')
        .waitFor();
      await visit.open('/settings');
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('Your picture is removed.').first().waitFor();
      expect(await page.getByRole('main').locator('img').count()).toBe(0);
    }, here),
  );

  it(
    'takes a picture by a finger on a telephone',
    inBrowser(
      async (visit) => {
        const { page } = visit;
        await visit.enter(world, 'member');
        await visit.open('/settings');
        const picture = { name: 'me.png', mimeType: 'image/png', buffer: greyPng(900, 300, 128) };
        await page.getByLabel('Picture file').setInputFiles(picture);
        const canvas = page.locator('canvas');
        const box = (await canvas.boundingBox())!;
        const finger = await visit.context.newCDPSession(page);
        const at = (part: number) => [{ x: box.x + box.width * part, y: box.y + box.height / 2 }];
        await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.8) });
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.5) });
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.2) });
        await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await eventually('the moved part', async () =>
          Number(await page.getByLabel('Left or right').inputValue()) > 0.5 ? true : undefined,
        );
      },
      {
        hasTouch: true,
        viewport: { width: 390, height: 844 },
        get origin() {
          return server.baseUrl;
        },
      },
    ),
  );

  it(
    'says at its place why a file cannot be a picture',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.enter(world, 'member');
      await visit.open('/settings');
      const file = page.getByLabel('Picture file');
      await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
      await page.getByText('This file is not a picture that your browser can read.').waitFor();
    }, here),
  );

  it(
    'changes the e-mail address by the link of a mail, after a question; a wrong password is refused at its field',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(401, /^\/api\/me\/email$/);
      await visit.enter(world, 'member');
      await visit.open('/settings');
      const address = 'changed@account-page.example.test';
      await page.getByLabel('New e-mail address').fill(address);
      await page.getByLabel('Current password', { exact: true }).fill('not the password');
      await page.keyboard.press('Enter');
      await page.getByText('This is not your current password.').waitFor();
      await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('A mail with a link is on its way to').first().waitFor();
      await page.getByRole('button', { name: 'Cancel the change' }).waitFor();
      await visit.shot('profile-pending');
      await visit.open(await linkIn(address, 'email'));
      await heading(page, 'Confirm your e-mail address');
      expect(new URL(page.url()).hash).toBe('');
      await visit.shot('email-confirmation');
      await page.getByRole('button', { name: 'Confirm the address' }).click();
      await heading(page, 'Profile');
      await page.getByText(address).first().waitFor();
    }, here),
  );

  it(
    'says that a link that is used or not complete changes nothing',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(404, /^\/api\/me\/email\/confirmation$/);
      await visit.enter(world, 'member');
      await visit.open('/email');
      await heading(page, 'The address is not changed');
      await visit.open(`/email?again#${'A'.repeat(43)}`);
      await page.getByRole('button', { name: 'Confirm the address' }).click();
      await page.getByText('This link does not work').waitFor();
    }, here),
  );
});

describe('A forgotten password', () => {
  it(
    'is replaced by the link of a mail, from the sign-in to My Work',
    inBrowser(async (visit) => {
      const { page } = visit;
      const { email } = world.user('admin');
      await visit.open('/sign-in');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await heading(page, 'Forgot your password?');
      await visit.shot('forgotten');
      await page.getByLabel('E-mail').fill(email);
      await page.keyboard.press('Enter');
      await heading(page, 'Check your mailbox');
      await visit.shot('forgotten-asked');
      await visit.open(await linkIn(email, 'welcome'));
      await page.getByRole('button', { name: /^Sign in as/ }).click();
      await page.getByLabel('New password', { exact: true }).fill('a short swim in the lake');
      await page.getByLabel('Repeat the password', { exact: true }).fill('a short swim in the lake');
      await page.keyboard.press('Enter');
      await heading(page, 'My Work');
    }, here),
  );

  it(
    'of an unknown address looks alike',
    inBrowser(async (visit) => {
      const { page } = visit;
      await visit.open('/forgotten');
      await page.getByLabel('E-mail').fill('nobody@account-page.example.test');
      await page.keyboard.press('Enter');
      await heading(page, 'Check your mailbox');
    }, here),
  );

  it(
    'on a server that sends no mail is a matter of the administrator, as the page says',
    inBrowser(async (visit) => {
      const { page } = visit;
      visit.expectRefusal(409, /^\/api\/session\/recovery$/);
      await visit.open('/forgotten');
      await page.getByLabel('E-mail').fill('nobody@account-page.example.test');
      await page.keyboard.press('Enter');
      await page.getByText('This server sends no mail: ask your administrator for a link.').waitFor();
    }),
  );
});
