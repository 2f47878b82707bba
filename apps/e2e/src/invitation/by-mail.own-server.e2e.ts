import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { type MailServer, startMailServer } from '../kit/mail-server.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { Browser, PLAIN, newSecret, signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';

const newcomer = { name: 'Grace Hopper', password: 'correct horse battery' };

let databaseUrl: string;
let mails: MailServer;
let server: RunningServer;
let world: World;

beforeAll(async () => {
  const { postgresUrl, template, worlds } = theRun();
  databaseUrl = await createDatabase(postgresUrl, template);
  mails = await startMailServer();
  const environment = {
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Worktrack <worktrack@example.org>',
    RATE_LIMIT_DISABLED: 'false',
  };
  server = await startServer({ postgresUrl, databaseUrl, environment });
  world = new World('invitations', server.baseUrl, databaseUrl, worlds.invitations);
});

afterAll(async () => {
  await server.stop('SIGKILL');
  await mails.close();
  await dropDatabase(theRun().postgresUrl, databaseUrl);
});

const visitor = (): Browser => new Browser(server.baseUrl);
const xorg = (): string => `/api/x/organizations/${world.slug}`;
const accept = (token: string, more: object) => visitor().post('/api/invitation/acceptance', { token, ...more }, PLAIN);

/** Waits for the mail to an address, and returns its text and the token of its link. */
async function mailTo(address: string) {
  const { parsed } = await eventually(`a mail to ${address}`, () =>
    Promise.resolve(mails.arrived.find(({ to }) => to.includes(address))),
  );
  const text = parsed.text ?? '';
  return { text, subject: parsed.subject, token: /\/invitation#(?<token>[\w-]{43})/.exec(text)?.groups?.token ?? '' };
}

it('An invitation arrives by mail, with who invites to what and the words of the inviter, and its link works', async () => {
  const email = 'grace@by-mail.example';
  const invitations = [{ email, message: 'Come and see <our> board.' }];
  const { body } = await world.owner.post(`${xorg()}/invitations`, { invitations });
  const { text, token } = await mailTo(email);
  expect(body.results[0].invitation.url).toContain(token);
  for (const words of [world.user('owner').name, 'Come and see <our> board.']) expect(text).toContain(words);
  const listed = await eventually('a mail that was sent', async () => {
    const { body: page } = await world.owner.get(`${xorg()}/invitations`);
    const row = page.items.find((one: { email: string }) => one.email === email);
    return row.mail.state === 'sent' ? row : undefined;
  });
  expect(listed.mail).toMatchObject({ state: 'sent', failure: null });
  expect((await accept(token, newcomer)).body.outcome).toBe('joined');
});

it('A join link with domains proves the address by a mail, and admits no other', async () => {
  const wish = { expiresInDays: 1, mostUses: 5, domains: ['By-Mail.example', 'by-mail.example'] };
  const { body } = await world.owner.put(`${xorg()}/join-link`, wish);
  expect(body.domains).toEqual(['by-mail.example']);
  const token = body.url.split('#')[1] as string;
  expectRefusal(await accept(token, { email: 'eve@elsewhere.example' }), 'VALIDATION_ERROR', 'email');
  const asked = await accept(token, { email: 'joan@by-mail.example', ...newcomer });
  expect([asked.body, asked.cookies]).toEqual([{ outcome: 'mailed', slug: null }, []]);
  const arrived = await mailTo('joan@by-mail.example');
  expect(arrived.token).not.toBe(token);
  expect((await accept(arrived.token, { ...newcomer, name: 'Joan' })).body.outcome).toBe('joined');
  expect((await world.owner.get(`${xorg()}/members?q=joan`)).body.items).toMatchObject([{ role: 'member' }]);
});

it('A join link with domains takes no address for proven because an account has it', async () => {
  const stranger = await signedIn(world, 'stranger');
  const address = world.user('stranger').email;
  const wish = { expiresInDays: 1, mostUses: 5, domains: [address.split('@')[1]] };
  const { body } = await world.owner.put(`${xorg()}/join-link`, wish);
  const token = body.url.split('#')[1] as string;
  const asked = await stranger.post('/api/invitation/acceptance', { token }, PLAIN);
  expect(asked.body).toEqual({ outcome: 'mailed', slug: null });
  expect((await world.owner.get(`${xorg()}/members?q=stranger@`)).body.items).toEqual([]);
  await mailTo(address);
});

it('A join link with domains leaves an invitation of the address as it is, and admits no other account by its mail', async () => {
  const { body } = await world.owner.put(`${xorg()}/join-link`, {
    expiresInDays: 1,
    mostUses: 5,
    domains: ['by-mail.example'],
  });
  const token = body.url.split('#')[1] as string;
  const boss = 'boss@by-mail.example';
  await world.owner.post(`${xorg()}/invitations`, { invitations: [{ email: boss, role: 'owner' }] });
  expect((await accept(token, { email: boss })).body.outcome).toBe('mailed');
  const { body: page } = await world.owner.get(`${xorg()}/invitations`);
  expect(page.items.find((one: { email: string }) => one.email === boss).role).toBe('owner');

  await accept(token, { email: 'mary@by-mail.example' });
  const arrived = await mailTo('mary@by-mail.example');
  const stranger = await signedIn(world, 'stranger');
  const other = { token: arrived.token, withAnotherAddress: true };
  expectRefusal(await stranger.post('/api/invitation/acceptance', other, PLAIN), 'CONFLICT');
});

it('An invitation that is revoked before its mail was sent is not mailed', async () => {
  const { body } = await world.owner.post(`${xorg()}/invitations`, {
    invitations: [{ email: 'late@by-mail.example' }],
  });
  const { id } = body.results[0].invitation;
  await world.owner.delete(`${xorg()}/invitations/${id}`);
  const waiting = await query(databaseUrl, `select 1 from outbox where address = $1 and due_at is not null`, [
    'late@by-mail.example',
  ]);
  expect(waiting).toEqual([]);
});

it('Guesses of tokens are counted like those of sign-in links: after too many, even a right one waits', async () => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const { status } = await visitor().post('/api/invitation', { token: newSecret() }, PLAIN);
    statuses.push(status);
    if (status === 429) break;
  }
  expect(statuses.at(-1)).toBe(429);
  expect(new Set(statuses)).toEqual(new Set([404, 429]));
});
