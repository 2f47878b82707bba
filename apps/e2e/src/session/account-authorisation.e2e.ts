import { untilKnown } from '../kit/changed-access.js';
import type { Answer, Ask } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { operationsOf } from '../kit/openapi-document.js';
import { theRun } from '../kit/run.js';
import { Browser, newSecret, openSession, signedIn } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const world = new World('account-authorisation');
const facts = new Facts(world.databaseUrl);

/** The status of a success, or the code of a refusal. */
type Expected = number | string;

/** A body that names nothing that exists. */
const NO_TOKEN = { token: 'x'.repeat(43) };
const NOBODY_HAS = '00000000-0000-4000-8000-000000000000';

const FIRST_ACCOUNT = {
  ...NO_TOKEN,
  email: 'first@example.test',
  name: 'First',
  password: 'a long enough one',
  organizationName: 'First',
  timeZone: 'UTC',
};

/** An operation of a visitor, or of a session about its own account. */
interface Row {
  readonly request: Ask;
  /** The outcome for a session with all rights. */
  readonly session: Expected;
  /** The outcome for a visitor; absent for an operation that needs a session. */
  readonly visitor?: Expected;
}

const post = (target: string, body: unknown): Ask => ({ method: 'POST', target, body });

/** By hand: who can do what to accounts. A visitor's operation treats every caller alike. */
const TABLE: Readonly<Record<string, Row>> = {
  signIn: {
    request: post('/api/session', { email: 'nobody@example.test', password: 'wrong' }),
    session: 'INVALID_CREDENTIALS',
    visitor: 'INVALID_CREDENTIALS',
  },
  signInByLink: {
    request: post('/api/session/link', NO_TOKEN),
    session: 'INVALID_CREDENTIALS',
    visitor: 'INVALID_CREDENTIALS',
  },
  previewSignInLink: {
    request: post('/api/session/link/preview', NO_TOKEN),
    session: 'INVALID_CREDENTIALS',
    visitor: 'INVALID_CREDENTIALS',
  },
  recoverPassword: {
    request: post('/api/session/recovery', { email: 'nobody@example.test' }),
    // The server of the tests sends no mail.
    session: 'CONFLICT',
    visitor: 'CONFLICT',
  },
  signOut: { request: { method: 'DELETE', target: '/api/session' }, session: 204, visitor: 204 },
  readInvitation: { request: post('/api/invitation', NO_TOKEN), session: 'NOT_FOUND', visitor: 'NOT_FOUND' },
  acceptInvitation: {
    request: post('/api/invitation/acceptance', NO_TOKEN),
    session: 'NOT_FOUND',
    visitor: 'NOT_FOUND',
  },
  checkSetupLink: { request: post('/api/setup/check', NO_TOKEN), session: 'NOT_FOUND', visitor: 'NOT_FOUND' },
  setUp: { request: post('/api/setup', FIRST_ACCOUNT), session: 'NOT_FOUND', visitor: 'NOT_FOUND' },
  getSession: { request: { method: 'GET', target: '/api/session' }, session: 200 },
  listMySessions: { request: { method: 'GET', target: '/api/me/sessions' }, session: 200 },
  endMySession: { request: { method: 'DELETE', target: `/api/me/sessions/${NOBODY_HAS}` }, session: 'NOT_FOUND' },
  endMySessions: { request: { method: 'DELETE', target: '/api/me/sessions' }, session: 204 },
  setMyPassword: {
    request: { method: 'PUT', target: '/api/me/password', body: { newPassword: 'short' } },
    session: 'VALIDATION_ERROR',
  },
  getOwnEmail: { request: { method: 'GET', target: '/api/me/email' }, session: 200 },
  changeEmail: { request: post('/api/me/email', { email: 'new@example.test' }), session: 'CONFLICT' },
  confirmEmail: { request: post('/api/me/email/confirmation', NO_TOKEN), session: 'NOT_FOUND' },
  cancelEmailChange: { request: { method: 'DELETE', target: '/api/me/email' }, session: 204 },
  listOwnTokens: { request: { method: 'GET', target: '/api/me/tokens' }, session: 200 },
  createOwnToken: { request: post('/api/me/tokens', {}), session: 'VALIDATION_ERROR' },
  revokeOwnToken: { request: { method: 'DELETE', target: `/api/me/tokens/${NOBODY_HAS}` }, session: 'NOT_FOUND' },
  listPinnedSprintReports: { request: { method: 'GET', target: '/api/me/pinned-sprint-reports' }, session: 200 },
  updateMe: { request: { method: 'PATCH', target: '/api/x/me', body: { name: 'Ada' } }, session: 200 },
  setAvatar: {
    request: { method: 'PUT', target: '/api/x/me/avatar', body: uploadOf('no picture') },
    session: 'VALIDATION_ERROR',
  },
  removeAvatar: { request: { method: 'DELETE', target: '/api/x/me/avatar' }, session: 204 },
};

/** The outcome for a credential. */
type Outcome = (row: Row) => Expected;

const live: Outcome = ({ session }) => session;
const none: Outcome = ({ visitor = 'AUTH_REQUIRED' }) => visitor;
const another: Outcome = ({ request, visitor }) =>
  visitor === undefined || request.method === 'DELETE' ? 'AUTH_REQUIRED' : visitor;
const foreign: Outcome = () => 'FORBIDDEN';

interface Credential {
  readonly name: string;
  readonly outcome: Outcome;
  /** A browser that no other case uses: some operations end its session. */
  readonly browser: () => Browser | Promise<Browser>;
}

const OWN = { 'sec-fetch-site': 'same-origin' };
const token = () => world.token('owner').token;

async function ended(column?: 'expires_at' | 'last_seen_at'): Promise<Browser> {
  const { id, browser } = await openSession(world, 'member');
  if (column) await facts.ageSession(id, column, '31 days');
  else await browser.delete('/api/session', { key: null, ifMatch: null });
  // A server may believe a session for a second more.
  return untilKnown('the end of a session', async () =>
    (await browser.get('/api/v1/organizations')).status === 401 ? browser : undefined,
  );
}

const CREDENTIALS: readonly Credential[] = [
  { name: 'nobody', outcome: none, browser: () => new Browser(world.baseUrl) },
  { name: 'a malformed cookie', outcome: none, browser: () => new Browser(world.baseUrl, 'malformed') },
  { name: 'an unknown cookie', outcome: none, browser: () => new Browser(world.baseUrl, newSecret()) },
  {
    name: 'a token without a cookie',
    outcome: none,
    browser: () => new Browser(world.baseUrl, undefined, { ...OWN, authorization: `Bearer ${token()}` }),
  },
  { name: 'a token in the cookie', outcome: none, browser: () => new Browser(world.baseUrl, token()) },
  { name: 'an ended session', outcome: none, browser: () => ended() },
  { name: 'an expired session', outcome: none, browser: () => ended('expires_at') },
  { name: 'a session that nobody used for a week', outcome: none, browser: () => ended('last_seen_at') },
  {
    name: 'a session, from a page of another site',
    outcome: foreign,
    browser: async () => (await signedIn(world, 'member')).with({ 'sec-fetch-site': 'cross-site' }),
  },
  {
    name: 'a session, from a page of another user',
    outcome: another,
    browser: async () => (await signedIn(world, 'member')).withPageOf(world.user('admin').publicId),
  },
  { name: 'an owner of another Organization', outcome: live, browser: () => signedIn(world, 'stranger') },
  { name: 'somebody in no Organization', outcome: live, browser: () => signedIn(world, 'colleague') },
  { name: 'a member of a suspended Organization', outcome: live, browser: () => signedIn(world, 'traveller') },
  { name: 'a member', outcome: live, browser: () => signedIn(world, 'member') },
  { name: 'an admin', outcome: live, browser: () => signedIn(world, 'admin') },
  { name: 'the owner', outcome: live, browser: () => signedIn(world, 'owner') },
];

const outcomeOf = ({ status, body }: Answer): Expected => (status < 400 ? status : (body?.error?.code ?? status));

describe('The table of who may do what to accounts', () => {
  beforeAll(async () => {
    await taskResult(['member:remove', '--org', world.slug, '--email', world.user('colleague').email], world);
    await taskResult(['member:remove', '--org', world.slug, '--email', world.user('traveller').email], world);
    await taskResult(
      ['member:add', '--org', `${world.slug}-asleep`, '--email', world.user('traveller').email, '--role', 'member'],
      world,
    );
    await taskResult(['org:suspend', '--slug', `${world.slug}-asleep`], world);
  });

  it('has one row for each operation that is served and is in no Organization, and 16 credentials', () => {
    const served = operationsOf(theRun().application).filter(
      ({ template }) => !template.includes('{organizationSlug}'),
    );
    expect(Object.keys(TABLE).sort()).toEqual(served.map(({ operation }) => operation.operationId).sort());
    expect(CREDENTIALS).toHaveLength(16);
  });

  it.each(Object.entries(TABLE))('holds for %s', async (_, row) => {
    const seen = await Promise.all(
      CREDENTIALS.map(async ({ name, browser }) => {
        const caller = await browser();
        return [name, outcomeOf(await caller.send(row.request))] as const;
      }),
    );
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(CREDENTIALS.map((one) => [one.name, one.outcome(row)])),
    );
  });
});
