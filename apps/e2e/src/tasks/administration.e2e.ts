import { readFileSync } from 'node:fs';
import { Caller } from '../kit/client.js';
import { untilKnown } from '../kit/changed-access.js';
import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { type OpenApiDocument, operationsOf } from '../kit/openapi-document.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { Browser, PLAIN } from '../kit/session.js';
import { scratchPath } from '../kit/scratch.js';
import { runTask, runTaskProcess, taskResult } from '../kit/task.js';
import { INSTANT, membersOf, PUBLIC_ID, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';
import { expectFailure } from './expectations.js';

const world = new World('tasks');
const me = '/api/v1/me';
const task = (...parameters: string[]): Promise<any> => taskResult(parameters, world);
const failing = (...parameters: string[]): Promise<Parameters<typeof expectFailure>[0]> => runTask(parameters, world);

/** Waits until the server answers with this status: it notices a change of the task after a while. */
const noticed = (caller: Caller, target: string, status: number): Promise<unknown> =>
  untilKnown(`${target} to answer ${status}`, async () => {
    const answer = await caller.get(target);
    return answer.status === status ? answer : undefined;
  });

// The tests are one story: each continues where the last one ended.
describe('An Organization from nothing', () => {
  const org = '/api/v1/organizations/story';
  const email = { ann: 'ann@story.example.test', bob: 'bob@story.example.test', cid: 'cid@story.example.test' };
  const people: Record<string, any> = {};
  let ann: Caller;
  let bob: Caller;

  it('begins with its people', async () => {
    const first = ['user:create', '--email', 'Ann@Story.Example.Test', '--name', ' Ann '];
    people.ann = await taskResult(first, world, runTaskProcess);
    people.bob = await task('user:create', '--email', email.bob, '--name=Bob');
    expect(membersOf(people.ann)).toEqual(['email', 'id', 'name', 'publicId']);
    expect(people.ann).toEqual({
      id: expect.stringMatching(UUID),
      publicId: expect.stringMatching(PUBLIC_ID),
      email: email.ann,
      name: 'Ann',
    });
    expectFailure(await failing('user:create', '--email', email.ann.toUpperCase(), '--name', 'Again'), 1);
  });

  it('is made with its owner', async () => {
    const made = await task('org:create', '--slug', 'story', '--name', 'Story', '--owner', email.ann);
    expect(made).toEqual({ id: expect.stringMatching(UUID), slug: 'story', name: 'Story' });
    expectFailure(await failing('org:create', '--slug', 'story', '--name', 'x', '--owner', email.ann), 1);
    expectFailure(await failing('org:create', '--slug', 'other', '--name', 'x', '--owner', email.cid), 1, /cid@/);
  });

  it('invites people, lists who is invited, and takes an invitation back', async () => {
    const invite = (...more: string[]) => ['invitation:create', '--org', 'story', '--email', email.cid, ...more];
    const invited = await task(...invite('--role', 'member', '--by', email.ann, '--message', 'Come'));
    expect(membersOf(invited)).toEqual(['email', 'expiresAt', 'id', 'org', 'role', 'url']);
    expect(invited.url).toMatch(/\/invitation#[\w-]{43}$/);
    const [token = ''] = /[^#]+$/.exec(invited.url) ?? [];
    const visitor = new Browser(world.baseUrl);
    const shown = await visitor.post('/api/invitation', { token }, PLAIN);
    expect(shown.body).toMatchObject({ organization: { name: 'Story' }, inviterName: 'Ann', email: email.cid });
    expect(await task('invitation:list', '--org', 'story')).toEqual([
      {
        id: invited.id,
        email: email.cid,
        role: 'member',
        invitedBy: 'Ann',
        createdAt: expect.stringMatching(INSTANT),
        expiresAt: invited.expiresAt,
      },
    ]);
    // By somebody who is not a member, to somebody who is one, as what nobody can be.
    expectFailure(await failing(...invite('--role', 'member', '--by', email.bob)), 1, /bob@.*not a member/);
    expectFailure(await failing(...invite('--role', 'guest', '--by', email.ann)), 2);
    const again = ['invitation:create', '--org', 'story', '--email', email.ann, '--role', 'member', '--by', email.ann];
    expectFailure(await failing(...again), 1, /member already/);
    const revoke = ['invitation:revoke', '--org', 'story', '--email', email.cid];
    expect(await task(...revoke)).toEqual({ id: invited.id, org: 'story', email: email.cid, revoked: true });
    expectFailure(await failing(...revoke), 1, /not invited/);
    expectRefusal(await visitor.post('/api/invitation', { token }, PLAIN), 'NOT_FOUND');
  });

  it('gives tokens that work at once', async () => {
    const made = await task('token:create', '--email', email.ann, '--name', 'All', '--scopes', 'all', '--org', 'story');
    expect(membersOf(made)).toEqual(['credentialId', 'expiresAt', 'token']);
    expect(made).toEqual({
      token: expect.stringMatching(/^wtp_[0-9A-Za-z]{42}$/),
      credentialId: expect.stringMatching(UUID),
      expiresAt: expect.stringMatching(INSTANT),
    });
    const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    ann = new Caller(world.baseUrl, made.token);
    const { body } = await ann.get(me);
    expect(body).toMatchObject({
      email: email.ann,
      authentication: { credentialId: made.credentialId, credentialName: 'All', expiresAt: made.expiresAt },
      defaultOrganization: { slug: 'story' },
    });
    expect((await ann.get(org)).body).toMatchObject({ role: 'owner', isDefault: true, timeZone: 'UTC' });
  });

  it('changes the name and the time zone of an Organization', async () => {
    const slug = ['--slug', 'story'];
    const zone = ['--time-zone', 'America/Havana'];
    expect(await task('org:update', ...slug, ...zone)).toEqual({
      slug: 'story',
      name: 'Story',
      timeZone: 'America/Havana',
    });
    expect(await task('org:update', ...slug, '--name', 'Tale')).toMatchObject({
      name: 'Tale',
      timeZone: 'America/Havana',
    });
    expect((await ann.get(org)).body).toMatchObject({ name: 'Tale', timeZone: 'America/Havana' });
    expect(await task('org:list')).toContainEqual(
      expect.objectContaining({ slug: 'story', timeZone: 'America/Havana' }),
    );
    await task('org:update', ...slug, '--name', 'Story', '--time-zone', 'UTC');
    expectFailure(await failing('org:update', '--slug', 'nowhere', ...zone), 1, /nowhere/);
  });

  it('takes members', async () => {
    const parameters = ['--org', 'story', '--email', email.bob, '--role', 'member', '--username', 'Bob.B'];
    expect(await task('member:add', ...parameters)).toEqual({
      org: 'story',
      email: email.bob,
      role: 'member',
      username: 'bob.b',
    });
    expectFailure(await failing('member:add', ...parameters), 1);
    const second = ['--org', world.slug, '--email', email.bob, '--role', 'admin', '--default'];
    expect(await task('member:add', ...second)).toEqual({
      org: world.slug,
      email: email.bob,
      role: 'admin',
      // From the name.
      username: 'bob',
    });
    const token = ['--scopes', 'organization:read,project:read', '--expires-in-days', '1'];
    const both = await task(
      'token:create',
      '--email',
      email.bob,
      '--name',
      'Both',
      ...token,
      '--org',
      'story',
      '--org',
      world.slug,
    );
    expect(Math.round((Date.parse(both.expiresAt) - Date.now()) / 86_400_000)).toBe(1);
    bob = new Caller(world.baseUrl, both.token);
    const { body } = await bob.get(me);
    expect(body.authentication.scopes).toEqual(['organization:read', 'project:read']);
    expect(body.defaultOrganization.slug).toBe(world.slug);
    expect(body.organizations.map(({ slug, username }: any) => [slug, username])).toEqual([
      [world.slug, 'bob'],
      ['story', 'bob.b'],
    ]);
  });

  it('gives tokens for single Projects', async () => {
    await ann.post(`${org}/projects`, { name: 'One', key: 'ONE' });
    await ann.post(`${org}/projects`, { name: 'Two', key: 'TWO' });
    const wish = ['--email', email.bob, '--name', 'One', '--scopes', 'all', '--org', 'story'];
    const { token } = await task('token:create', ...wish, '--project', 'one');
    const narrow = new Caller(world.baseUrl, token);
    expect((await narrow.get(`${org}/projects`)).body.items.map(({ key }: any) => key)).toEqual(['ONE']);
    expectFailure(await failing('token:create', ...wish, '--project', 'NONE'), 1, /NONE/);
    expectFailure(await failing('token:create', ...wish, '--org', world.slug, '--project', 'ONE'), 2);
  });

  it('sleeps and wakes', async () => {
    expect(await task('org:suspend', '--slug', 'story')).toEqual({ slug: 'story', suspended: true });
    await noticed(ann, org, 403);
    expect(await task('org:suspend', '--slug', 'story')).toEqual({ slug: 'story', suspended: true });
    expect(await task('org:resume', '--slug', 'story')).toEqual({ slug: 'story', suspended: false });
    await noticed(ann, org, 200);
  });

  it('loses members, whose assignments stay', async () => {
    const item = await givenWorkItem(ann, `${org}/projects/ONE`, { assigneeId: people.bob.id });
    const gone = ['--org', 'story', '--email', email.bob];
    expect(await task('member:remove', ...gone)).toEqual({ org: 'story', email: email.bob, removed: true });
    await noticed(bob, org, 404);
    const { body } = await ann.get(`${org}/projects/ONE/work-items/${item.key}`);
    expect(body).toMatchObject({ assignee: { id: people.bob.id, name: 'Bob' }, revision: 1 });
    expectFailure(await failing('member:remove', ...gone), 1);
  });

  it('gives the open Work Items of a member who is removed to another one, when it is asked to', async () => {
    await task('member:add', '--org', 'story', '--email', email.bob, '--role', 'member');
    const item = await givenWorkItem(ann, `${org}/projects/ONE`, { assigneeId: people.bob.id });
    const gone = ['--org', 'story', '--email', email.bob];
    expectFailure(await failing('member:remove', ...gone, '--reassign-to', email.cid), 1, /cid@/);
    expect(await task('member:remove', ...gone, '--reassign-to', email.ann)).toEqual({
      org: 'story',
      email: email.bob,
      removed: true,
    });
    const { body } = await ann.get(`${org}/projects/ONE/work-items/${item.key}`);
    expect(body).toMatchObject({ assignee: { name: 'Ann' }, revision: 2 });
  });

  it('loses accounts, whose tokens and assignments end with them', async () => {
    const item = await givenWorkItem(ann, `${org}/projects/ONE`, { title: 'Left behind' });
    await task('member:add', '--org', 'story', '--email', email.bob, '--role', 'member');
    const assigned = await ann.patch(`${org}/projects/ONE/work-items/${item.key}`, { assigneeId: people.bob.id });
    expect(assigned.body.revision).toBe(2);

    expect(await task('user:remove', '--email', email.bob)).toEqual({ publicId: people.bob.publicId, removed: true });
    const refused = await noticed(bob, me, 401);
    expectRefusal(refused as never, 'INVALID_TOKEN');
    const { body } = await ann.get(`${org}/projects/ONE/work-items/${item.key}`);
    expect(body).toMatchObject({ assignee: null, revision: 3 });
    const last = (await new Facts(world.databaseUrl).history(item.id)).at(-1);
    expect(last).toMatchObject({
      action: 'assigned',
      actor: null,
      revision: 3,
      detail: { from: people.bob.id, to: null },
    });
    expectFailure(await failing('user:remove', '--email', email.bob), 1);
    // The address is free again; the public id is not.
    const again = await task('user:create', '--email', email.bob, '--name', 'Another Bob');
    expect(again.publicId).not.toBe(people.bob.publicId);
  });

  it('ends tokens', async () => {
    const { credentialId } = (await ann.get(me)).body.authentication;
    const revoked = await task('token:revoke', '--id', credentialId);
    expect(revoked).toEqual({ credentialId, revokedAt: expect.stringMatching(INSTANT) });
    await noticed(ann, me, 401);
    const [listed] = await task('token:list', '--email', email.ann);
    expect(listed.revokedAt).toBe(revoked.revokedAt);
    expectFailure(await failing('token:revoke', '--id', '6f1d6c58-3f8e-4b06-9c0a-9d2d3c9b8a11'), 1);
  });
});

describe('The calling convention', () => {
  it.each([
    ['an unknown task', ['nonsense']],
    ['no task', []],
    ['an unknown option', ['org:list', '--surprise']],
    ['a missing option', ['org:create', '--slug', 'x', '--name', 'x']],
    ['an option without its value', ['org:suspend', '--slug']],
    ['a stray word', ['org:list', 'stray']],
    ['an invalid slug', ['org:create', '--slug', 'No Slug', '--name', 'x', '--owner', 'a@b.test']],
    ['an invalid time zone', ['org:update', '--slug', 'x', '--time-zone', 'europe/berlin']],
    ['an update of nothing', ['org:update', '--slug', 'x']],
    ['an invalid e-mail address', ['user:create', '--email', 'nobody', '--name', 'x']],
    ['an unknown role', ['member:add', '--org', 'tasks', '--email', 'a@b.test', '--role', 'boss']],
    [
      'an invalid username',
      ['member:add', '--org', 'tasks', '--email', 'a@b.test', '--role', 'member', '--username', '-x'],
    ],
    [
      'an unknown scope',
      ['token:create', '--email', 'a@b.test', '--name', 'x', '--scopes', 'all:things', '--org', 'tasks'],
    ],
    [
      '367 days',
      [
        'token:create',
        '--email',
        'a@b.test',
        '--name',
        'x',
        '--scopes',
        'all',
        '--org',
        'tasks',
        '--expires-in-days',
        '367',
      ],
    ],
    [
      '0 days',
      [
        'token:create',
        '--email',
        'a@b.test',
        '--name',
        'x',
        '--scopes',
        'all',
        '--org',
        'tasks',
        '--expires-in-days',
        '0',
      ],
    ],
    ['a document for stdout with --json', ['openapi:export', '--out', '-', '--json']],
  ])('refuses %s by exit 2', async (_what, parameters) => {
    expectFailure(await failing(...parameters), 2);
  });

  it('ends a process with the exit code', async () => {
    expectFailure(await runTaskProcess(['nonsense'], world), 2);
  });

  it('refuses a bad configuration by exit 2', async () => {
    const ended = await runTaskProcess(['org:list'], {
      databaseUrl: world.databaseUrl,
      environment: { DATABASE_POOL_MAX: 'many' },
    });
    expectFailure(ended, 2, /DATABASE_POOL_MAX/);
  });

  it('keeps stdout for JSON alone when asked, and for people otherwise', async () => {
    const { code, stdout, stderr } = await runTaskProcess(['org:list', '--json'], {
      databaseUrl: world.databaseUrl,
      environment: { LOG_LEVEL: 'debug' },
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(expect.any(Array));
    expect(stdout.trim()).not.toContain('\n{"level"');
    expect(stderr).not.toContain('"slug"');
    const readable = await runTaskProcess(['org:list'], world);
    expect(readable.code).toBe(0);
    expect(readable.stdout).toContain(world.slug);
    expect(() => JSON.parse(readable.stdout)).toThrow();
  });

  it('explains itself', async () => {
    const { code, stdout } = await runTaskProcess(['token:create', '--help'], world);
    expect(code).toBe(0);
    for (const option of ['--email', '--scopes', '--org', '--project', '--expires-in-days', '--json']) {
      expect(stdout).toContain(option);
    }
  });
});

describe('openapi:export', () => {
  it('writes the bytes that the server publishes', async () => {
    const { code, stdout } = await runTaskProcess(['openapi:export', '--out', '-'], {
      databaseUrl: world.databaseUrl,
      environment: { BASE_URL: world.baseUrl },
    });
    expect(code).toBe(0);
    expect(stdout).toBe((await world.nobody.get('/api/v1/openapi.json')).text);
  });
});

describe('openapi:export to a file', () => {
  it('names the file and counts the operations', async () => {
    const file = scratchPath('openapi.json');
    const { operations, ...rest } = await task('openapi:export', '--out', file);
    expect(rest).toEqual({ file });
    const document = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
    expect(operations).toBe(operationsOf(document).length);
    expect(document.paths).toEqual(theRun().openapi.paths);
  });
});

describe('openapi:export --application', () => {
  it('writes the operations that only the application calls', async () => {
    const file = scratchPath('operations-of-the-page.json');
    await task('openapi:export', '--application', '--out', file);
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/session', '/api/me/tokens']));
    expect(Object.keys(paths).filter((path) => path.startsWith('/api/v1/'))).toEqual([]);
  });
});

describe('idempotency:purge', () => {
  it('removes records that are older than 24 hours, and no others', async () => {
    const facts = new Facts(world.databaseUrl);
    const [old, fresh] = ['purge-old-key', 'purge-fresh-key'];
    const create = (key: string) => world.owner.post(`${world.project()}/work-items`, { title: 'Kept' }, { key });
    await create(old);
    await create(fresh);
    await facts.ageIdempotencyRecord(old, 25);
    expect((await task('idempotency:purge')).purged).toBeGreaterThanOrEqual(1);
    expect(await facts.hasIdempotencyRecord(old)).toBe(false);
    expect(await facts.hasIdempotencyRecord(fresh)).toBe(true);
    expect((await create(fresh)).headers['idempotency-replayed']).toBe('true');
  });
});
