import { type Credential } from '../contract/authorisation-credentials.js';
import { TABLE, defectsOf, servedBy } from '../contract/authorisation-table.js';
import { Targets } from '../contract/authorisation-targets.js';
import { untilKnown } from '../kit/changed-access.js';
import { Facts } from '../kit/facts.js';
import type { Operation } from '../kit/operations.js';
import { theRun } from '../kit/run.js';
import { Browser, newSecret, openSession, signedIn } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('door-authorisation');
const { openapi, extensions } = theRun();
const served = servedBy(openapi, extensions);

/** A session has operations of its own instead. */
const NOT_BEHIND_THE_DOOR = new Set(['getMe', 'getOpenApi', 'getExtensionsOpenApi']);
const isAbsentFor = ({ id }: Operation): boolean => NOT_BEHIND_THE_DOOR.has(id);

let targets: Targets;
let credentials: readonly Credential[];

/** Everybody who sends a request under `/app`. The sessions of one user cover all Organizations of that user. */
async function credentialsOfSessions(): Promise<readonly Credential[]> {
  const facts = new Facts(world.databaseUrl);
  const [ended, expired] = await Promise.all([openSession(world, 'owner'), openSession(world, 'owner')]);
  await ended.browser.delete('/api/session', { key: null, ifMatch: null });
  await facts.ageSession(expired.id, 'expires_at', '30 days');
  // A server may believe a session for a second more.
  for (const { browser } of [ended, expired]) {
    await untilKnown('the end of a session', async () => {
      const { status } = await browser.get('/app/api/v1/organizations');
      return status === 401 || undefined;
    });
  }
  const by = (browser: Browser) => () => browser;
  const of = async (user: string) => by(await signedIn(world, user));
  const refused = { refusal: 'AUTH_REQUIRED' } as const;
  const token = world.token('owner').token;
  const all: Credential[] = [
    { name: 'nobody', ...refused, caller: by(new Browser(world.baseUrl)) },
    { name: 'a malformed cookie', ...refused, caller: by(new Browser(world.baseUrl, 'malformed')) },
    { name: 'an unknown cookie', ...refused, caller: by(new Browser(world.baseUrl, newSecret())) },
    { name: 'an ended session', ...refused, caller: by(ended.browser) },
    { name: 'an expired session', ...refused, caller: by(expired.browser) },
    {
      name: 'a token without a cookie',
      ...refused,
      caller: by(
        new Browser(world.baseUrl, undefined, { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${token}` }),
      ),
    },
    { name: 'an owner of another Organization', organization: 'foreign', role: 'owner', caller: await of('stranger') },
    { name: 'a former member', caller: await of('colleague') },
    {
      name: 'a member of a suspended Organization',
      organization: 'asleep',
      role: 'member',
      caller: await of('member'),
    },
    { name: 'a member', organization: 'home', role: 'member', isAuthor: true, caller: await of('member') },
    { name: 'an admin', organization: 'home', role: 'admin', caller: await of('admin') },
    { name: 'the owner', organization: 'home', role: 'owner', caller: await of('owner') },
  ];
  return all.map((credential) => ({ ...credential, isAbsentFor }));
}

beforeAll(async () => {
  targets = await Targets.prepare(world, served);
  await Promise.all([
    taskResult(['member:remove', '--org', world.slug, '--email', world.user('colleague').email], world),
    taskResult(['org:suspend', '--slug', `${world.slug}-asleep`], world),
  ]);
  credentials = await credentialsOfSessions();
});

describe('Under /app, the table of who may do what', () => {
  it.each(TABLE.filter(({ id }) => served.has(id)))('holds for $id', async (row) => {
    expect(await defectsOf(row, credentials, targets)).toEqual([]);
  });
});
