import { Raw, freshKey, type Answer, type Caller } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { created, givenWorkItem } from '../kit/given.js';
import { HeldRequest } from '../kit/held-request.js';
import { expectInvariants } from '../kit/invariants.js';
import { taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

// The server has checked the caller by the headers. The caller's access ends while the body is held back.
const world = new World('held-bodies');
const { owner } = world;
const facts = new Facts(world.databaseUrl);
const task = (...parameters: string[]): Promise<any> => taskResult(parameters, world);
afterAll(async () => {
  for (const slug of [world.slug, `${world.slug}-asleep`]) await expectInvariants(world, slug);
});

/** Longer than the server believes what it knows of a token. */
const A_SECOND_AND_MORE = 1_100;

const json = (members: object): Raw => new Raw(JSON.stringify(members));
const web = world.project('WEB');

interface Wish {
  readonly method?: string;
  readonly target: string;
  readonly body: Raw;
  readonly headers?: Readonly<Record<string, string>>;
}

function held(caller: Caller, { method = 'POST', target, body, headers = {} }: Wish): Promise<HeldRequest> {
  return HeldRequest.open(caller, method, target, body, { 'Idempotency-Key': freshKey(), ...headers });
}

/** The codes that requests are refused with once their bodies are sent; `201` and the like for one that is not refused. */
async function finished(requests: readonly HeldRequest[]): Promise<string[]> {
  const answers = await Promise.all(requests.map((request) => request.finish(A_SECOND_AND_MORE)));
  for (const { status, headers } of answers) {
    // As for a new request: the answer to a token that is not accepted shows no quota.
    expect(Object.keys(headers).filter((name) => name.startsWith('ratelimit-'))).toHaveLength(status === 401 ? 0 : 3);
  }
  return answers.map(({ status, body }) => (status < 300 ? String(status) : JSON.parse(body).error.code));
}

const creationOf = (title: string, project = web): Wish => ({ target: `${project}/work-items`, body: json({ title }) });

async function titles(reader: Caller, project = web): Promise<string[]> {
  const { body } = await reader.get(`${project}/work-items?limit=200`);
  return body.items.map(({ title }: { title: string }) => title);
}

describe('A request whose body arrives after the right to it has ended', () => {
  it('is refused when its token was revoked: a creation, a replay, an upload, a search, and one that is wrong besides', async () => {
    const caller = world.caller('to revoke');
    const item = await givenWorkItem(owner, web);
    const done = { key: freshKey() };
    const first: Answer = await caller.post(`${web}/work-items`, { title: 'Before the revocation' }, done);
    expect(first.status).toBe(201);
    const requests = [
      await held(caller, creationOf('After the revocation')),
      await held(caller, { ...creationOf('Before the revocation'), headers: { 'Idempotency-Key': done.key } }),
      await held(caller, { target: `${world.item(item.key)}/attachments`, body: uploadOf('x') }),
      await held(caller, { target: `${world.org()}/work-items/search`, body: json({ query: 'status != done' }) }),
      await held(caller, { target: `${web}/work-items`, body: json({ surprise: 1 }) }),
    ];
    await facts.revokeToken(world.token('to revoke').credentialId);
    expect(await finished(requests)).toEqual(Array.from({ length: 5 }, () => 'INVALID_TOKEN'));
    expect(await titles(owner)).not.toContain('After the revocation');
    expect((await owner.get(`${world.item(item.key)}/attachments`)).body.items).toEqual([]);
  });

  it('is refused when its token has expired', async () => {
    const request = await held(world.caller('to expire'), creationOf('After the end'));
    await facts.expireToken(world.token('to expire').credentialId);
    expect(await finished([request])).toEqual(['INVALID_TOKEN']);
    expect(await titles(owner)).not.toContain('After the end');
  });

  it('is not found when its Project is no longer granted, and goes on where another one was taken away', async () => {
    const caller = world.caller('to narrow');
    const item = await givenWorkItem(owner, world.project('HAM'));
    const other = await givenWorkItem(owner, web);
    const requests = [
      await held(caller, creationOf('Of a Project taken away', world.project('HAM'))),
      await held(caller, { target: `${world.item(item.key)}/attachments`, body: uploadOf('x') }),
      await held(caller, creationOf('Of a Project that stays')),
      await held(caller, {
        target: `${world.item(other.key)}/links`,
        body: json({ relation: 'blocks', targetKey: item.key }),
      }),
    ];
    await facts.withdrawProject(world.token('to narrow').credentialId, item.projectId);
    // The link is refused for its other end, which this token cannot see now.
    expect(await finished(requests)).toEqual(['NOT_FOUND', 'NOT_FOUND', '201', 'NOT_FOUND']);
    expect(await titles(owner, world.project('HAM'))).not.toContain('Of a Project taken away');
    expect((await owner.get(`${world.item(other.key)}/links`)).body.items).toEqual([]);
  });

  it('is forbidden when its user has a lower role', async () => {
    const item = await givenWorkItem(owner, web);
    const attachments = `${world.item(item.key)}/attachments`;
    const { id } = await created(owner.post(attachments, uploadOf('x')));
    const requests = [
      await held(world.admin, {
        method: 'PATCH',
        target: world.project('HAM'),
        body: json({ name: 'By nobody' }),
        headers: { 'If-Match': '*' },
      }),
      await held(world.admin, { method: 'DELETE', target: `${attachments}/${String(id)}`, body: json({}) }),
      await held(world.admin, creationOf('By a member')),
    ];
    await task('member:role', '--org', world.slug, '--email', world.user('admin').email, '--role', 'member');
    expect(await finished(requests)).toEqual(['FORBIDDEN', 'FORBIDDEN', '201']);
    expect((await owner.get(world.project('HAM'))).body.name).not.toBe('By nobody');
    expect((await owner.get(attachments)).body.items).toHaveLength(1);
  });

  it('is not found when its user is no member any more', async () => {
    const colleague = world.caller('colleague');
    const item = await givenWorkItem(owner, web);
    const requests = [
      await held(colleague, creationOf('By a former member')),
      await held(colleague, { target: `${world.item(item.key)}/attachments`, body: uploadOf('x') }),
    ];
    await task('member:remove', '--org', world.slug, '--email', world.user('colleague').email);
    expect(await finished(requests)).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await titles(owner)).not.toContain('By a former member');
  });

  it('is refused when its Organization was suspended', async () => {
    const asleep = world.project('WEB', 'asleep');
    const request = await held(world.caller('admin there'), creationOf('In a suspended one', asleep));
    await task('org:suspend', '--slug', `${world.slug}-asleep`);
    expect(await finished([request])).toEqual(['ORGANIZATION_SUSPENDED']);
    await task('org:resume', '--slug', `${world.slug}-asleep`);
  });
});

describe('A request whose body arrives late', () => {
  it('is done as ever when nothing has ended', async () => {
    const item = await givenWorkItem(owner, web);
    const requests = [
      await held(owner, creationOf('Late')),
      await held(owner, { target: `${world.item(item.key)}/attachments`, body: uploadOf('x') }),
    ];
    expect(await finished(requests)).toEqual(['201', '201']);
  });
});
