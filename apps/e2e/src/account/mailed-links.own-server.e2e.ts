import { query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { type ArrivedMail, type MailServer, startMailServer } from '../kit/mail-server.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { Browser, PLAIN, browserOf, newSecret, openSession, signedIn } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();
const PASSWORD = 'correct horse battery';

let mails: MailServer;
let server: RunningServer;
let limited: RunningServer;
let without: RunningServer;
let world: World;
let facts: Facts;

beforeAll(async () => {
  mails = await startMailServer();
  const environment = { SMTP_URL: `smtp://127.0.0.1:${mails.port}`, MAIL_FROM: 'Worktrack <worktrack@example.org>' };
  server = await startServer({ postgresUrl, template, environment });
  const { databaseUrl } = server;
  const counting = { ...environment, RATE_LIMIT_DISABLED: 'false', TRUST_PROXY: '1' };
  [limited, without] = await Promise.all([
    startServer({ postgresUrl, databaseUrl, environment: counting }),
    startServer({ postgresUrl, databaseUrl }),
  ]);
  world = new World('own-email', server.baseUrl, databaseUrl);
  facts = new Facts(databaseUrl);
  for (const user of ['member', 'admin', 'colleague']) {
    await taskResult(['user:password', '--email', email(user)], { databaseUrl, input: `${PASSWORD}\n` });
  }
});
afterAll(async () => {
  await Promise.all([server.stop(), limited.stop(), without.stop()]);
  await mails.close();
});

const email = (user: string): string => world.user(user).email;
const visitor = (at: RunningServer = server) => new Browser(at.baseUrl);
const recover = (address: string, by: Browser = visitor()) =>
  by.post('/api/session/recovery', { email: address }, PLAIN);
const change = (by: Browser, address: string, currentPassword = PASSWORD) =>
  by.post('/api/me/email', { email: address, currentPassword }, PLAIN);
const confirm = (by: Browser, token: string) => by.post('/api/me/email/confirmation', { token }, PLAIN);

const mailsTo = (address: string, subject: string): ArrivedMail[] =>
  mails.arrived.filter(({ to, parsed }) => to.includes(address) && parsed.subject === subject);
const mailTo = (address: string, subject: string) =>
  eventually(`the mail to ${address}`, () => Promise.resolve(mailsTo(address, subject)[0]));
/** Returns the fragment of the link in a mail, whose address is that of the server. */
function tokenIn({ parsed }: ArrivedMail, page: string): string {
  const token = new RegExp(`${server.baseUrl}/${page}#([A-Za-z0-9_-]{43})\\b`).exec(parsed.text ?? '')?.[1];
  if (token === undefined) throw new Error(`No link to /${page} in ${String(parsed.text)}`);
  return token;
}

describe('The recovery of a password', () => {
  it('mails a link that sets a new password without the old one, once, and confirms the address: all before it ends', async () => {
    const before = await signedIn(world, 'colleague');
    const asked = await recover(` ${email('colleague').toUpperCase()} `);
    expect(asked).toMatchObject({ status: 202, text: '' });
    const token = tokenIn(await mailTo(email('colleague'), 'Set a new password'), 'welcome');
    const entered = await visitor().post('/api/session/link', { token }, PLAIN);
    expect(entered).toMatchObject({ status: 200, body: { purpose: 'set-password' } });
    const body = { newPassword: 'another horse battery' };
    const browser = browserOf(entered, server.baseUrl);
    expect((await browser.get('/api/me/email')).body).toMatchObject({ confirmed: true });
    expectRefusal(await before.get('/api/me/email'), 'AUTH_REQUIRED');
    const old = { email: email('colleague'), password: PASSWORD };
    expectRefusal(await visitor().post('/api/session', old, PLAIN), 'INVALID_CREDENTIALS');
    expect((await browser.send({ method: 'PUT', target: '/api/me/password', body })).status).toBe(200);
    expectRefusal(await visitor().post('/api/session/link', { token }, PLAIN), 'INVALID_CREDENTIALS');
    const { id } = world.user('colleague');
    expect(await facts.audit(asked.headers['x-request-id'])).toMatchObject([
      { operation: 'recoverPassword', actor: null, touched: [{ kind: 'user', id }] },
    ]);
  });

  it('answers an address without an account alike, and mails nothing to it', async () => {
    const known = await recover(email('member'));
    const unknown = await recover('nobody@own-email.example.test');
    expectIndistinguishable(known, unknown);
    await mailTo(email('member'), 'Set a new password');
    expect(await query(server.databaseUrl, `select 1 from outbox where address like 'nobody@%'`)).toEqual([]);
  });

  it('refuses what is not an address', async () => {
    for (const address of ['', 'ada', 'a@b@c', 5]) {
      expectRefusal(
        await visitor().post('/api/session/recovery', { email: address }, PLAIN),
        'VALIDATION_ERROR',
        'email',
      );
    }
  });

  it('says where no mail is sent that an administrator helps, whether there is an account or not', async () => {
    const known = await recover(email('member'), visitor(without));
    expectRefusal(known, 'CONFLICT');
    expect(known.body.error.message).toContain('ask your administrator');
    expectIndistinguishable(known, await recover('nobody@own-email.example.test', visitor(without)));
  });

  it('is limited by network: twenty in a quarter of an hour, whoever is asked for', async () => {
    const from = (address: string) =>
      new Browser(limited.baseUrl, undefined, { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address });
    const answers = [];
    for (let n = 0; n < 21; n += 1)
      answers.push(await recover(`stranger${n}@own-email.example.test`, from('192.0.2.7')));
    expect(answers.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(202));
    expectRefusal(answers[20]!, 'RATE_LIMITED');
    expect((await recover('other@own-email.example.test', from('198.51.100.7'))).status).toBe(202);
    // People of that network sign in by links all the same.
    const { status } = await from('192.0.2.7').post('/api/session/link', { token: newSecret() }, PLAIN);
    expect(status).toBe(401);
  });
});

describe('A new e-mail address', () => {
  it('is effective after its link; the old address is told, the session stays, and signing in takes the new one', async () => {
    const member = await signedIn(world, 'member');
    const [old, address] = [email('member'), 'new-member@own-email.example.test'];
    expect((await change(member, address)).status).toBe(202);
    expect((await member.get('/api/me/email')).body).toEqual({
      email: old,
      confirmed: false,
      canChange: true,
      pending: { email: address, expiresAt: expect.any(String) },
    });
    expect((await member.get('/api/session')).body.user.email).toBe(old);
    const token = tokenIn(await mailTo(address, 'Confirm your e-mail address'), 'email');
    expect(await confirm(member, token)).toMatchObject({ status: 200, body: { email: address } });
    expect((await member.get('/api/session')).body.user.email).toBe(address);
    expect((await member.get('/api/me/email')).body).toMatchObject({ email: address, confirmed: true, pending: null });
    expect((await mailTo(old, 'Your e-mail address was changed')).parsed.text).toContain(address);
    const signIn = (by: string) => visitor().post('/api/session', { email: by, password: PASSWORD }, PLAIN);
    expect((await signIn(address)).status).toBe(200);
    expectRefusal(await signIn(old), 'INVALID_CREDENTIALS');
    expectRefusal(await confirm(member, token), 'NOT_FOUND');
  });

  it('of an account without a password needs a sign-in of the last 15 minutes', async () => {
    const { id, browser } = await openSession(world, 'owner');
    const asked = () => browser.post('/api/me/email', { email: 'new-owner@own-email.example.test' }, PLAIN);
    expect((await asked()).status).toBe(202);
    await facts.ageSession(id, 'created_at', '16 minutes');
    const refused = await asked();
    expectRefusal(refused, 'CONFLICT');
    expect(refused.body.error.message).toMatch(/^Sign in again first/);
  });

  it('can be the old one, which is confirmed then, and told to nobody', async () => {
    const owner = await signedIn(world, 'owner');
    const address = email('owner');
    const asked = () => owner.post('/api/me/email', { email: address }, PLAIN);
    expect((await asked()).status).toBe(202);
    const token = tokenIn(await mailTo(address, 'Confirm your e-mail address'), 'email');
    expect(await confirm(owner, token)).toMatchObject({ status: 200, body: { email: address } });
    expect((await owner.get('/api/me/email')).body).toMatchObject({ email: address, confirmed: true });
    expectRefusal(await asked(), 'VALIDATION_ERROR', 'email');
    expect(mailsTo(address, 'Your e-mail address was changed')).toEqual([]);
  });

  it('needs the current password and a session; wrong passwords are counted', async () => {
    const admin = await signedIn(world, 'admin');
    const wrong = await change(admin, 'new-admin@own-email.example.test', 'a wrong password');
    expectRefusal(wrong, 'INVALID_CREDENTIALS');
    const { id } = world.user('admin');
    expect(await facts.audit(wrong.headers['x-request-id'])).toMatchObject([
      { operation: 'changeEmailRefused', touched: [{ kind: 'user', id }] },
    ]);
    expectRefusal(await change(admin, 'no address'), 'VALIDATION_ERROR', 'email');
    const lacking = { email: 'new-admin@own-email.example.test' };
    expectRefusal(await admin.post('/api/me/email', lacking, PLAIN), 'VALIDATION_ERROR', 'currentPassword');
    expectRefusal(await change(visitor(), 'new-admin@own-email.example.test'), 'AUTH_REQUIRED');
    expectRefusal(await change(admin.at(without.baseUrl), 'new-admin@own-email.example.test'), 'CONFLICT');
    const answers = [];
    for (let n = 0; n < 11; n += 1) {
      answers.push(await change(admin.at(limited.baseUrl), 'new-admin@own-email.example.test', `wrong password ${n}`));
    }
    expect(answers.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill(401));
    expectRefusal(answers[10]!, 'RATE_LIMITED');
  });

  it('that is taken is told to nobody but its owner', async () => {
    const admin = await signedIn(world, 'admin');
    const [free, taken] = [await change(admin, 'free@own-email.example.test'), await change(admin, email('colleague'))];
    expectIndistinguishable(free, taken);
    const token = tokenIn(await mailTo(email('colleague'), 'Confirm your e-mail address'), 'email');
    const refused = await confirm(admin, token);
    expectRefusal(refused, 'CONFLICT');
    expect(JSON.stringify(refused.body)).not.toContain(world.user('colleague').publicId);
  });

  it('is of one account: the session of another one cannot confirm it; it is forgotten when it is canceled', async () => {
    const [admin, owner] = [await signedIn(world, 'admin'), await signedIn(world, 'owner')];
    const address = 'canceled@own-email.example.test';
    await change(admin, address);
    const token = tokenIn(await mailTo(address, 'Confirm your e-mail address'), 'email');
    expectRefusal(await confirm(owner, token), 'NOT_FOUND');
    expect((await admin.delete('/api/me/email', PLAIN)).status).toBe(204);
    expect((await admin.get('/api/me/email')).body.pending).toBeNull();
    expectRefusal(await confirm(admin, token), 'NOT_FOUND');
  });
});

describe('With passwords switched off', () => {
  let alone: RunningServer;
  beforeAll(async () => {
    const environment = {
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      MAIL_FROM: 'Worktrack <worktrack@example.org>',
      PASSWORD_SIGN_IN: 'off',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'worktrack',
    };
    alone = await startServer({ postgresUrl, databaseUrl: server.databaseUrl, environment });
  });
  afterAll(() => alone.stop());

  it('no link to set a password is mailed', async () => {
    const before = mailsTo(email('admin'), 'Set a new password').length;
    expectRefusal(await recover(email('admin'), visitor(alone)), 'FORBIDDEN');
    expect(mailsTo(email('admin'), 'Set a new password')).toHaveLength(before);
  });

  it('a new address needs a sign-in of the last 15 minutes, also of an account with a password', async () => {
    const { id, browser } = await openSession(world, 'admin');
    const asked = () => browser.at(alone.baseUrl).post('/api/me/email', { email: 'off@own-email.example.test' }, PLAIN);
    expect((await asked()).status).toBe(202);
    await facts.ageSession(id, 'created_at', '16 minutes');
    expectRefusal(await asked(), 'CONFLICT');
  });
});
