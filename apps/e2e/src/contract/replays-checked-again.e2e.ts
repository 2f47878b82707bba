import { randomUUID } from 'node:crypto';
import { type Answer, type Caller, freshKey } from '../kit/client.js';
import { untilKnown } from '../kit/changed-access.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { created, givenProject, givenWorkItem } from '../kit/given.js';
import { expectIndistinguishable, expectRefusal, expectReplay } from '../kit/refusals.js';
import { runTask } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const world = new World('replays');
const { owner } = world;
const facts = new Facts(world.databaseUrl);

const task = async (...parameters: string[]): Promise<void> => {
  const { code, stderr } = await runTask(parameters, world);
  if (code !== 0) throw new Error(stderr);
};

const move = { targetStatus: 'done' };

/** Makes a successful transition of a fresh item. Returns a function that repeats it as any caller. */
async function moved(caller: Caller): Promise<{ item: any; first: Answer; repeat: (as: Caller) => Promise<Answer> }> {
  const item = await givenWorkItem(owner, world.project('WEB'));
  const conditions = { key: freshKey(), ifMatch: '"wi-1"' };
  const repeat = (as: Caller): Promise<Answer> => as.post(`${world.item(item.key)}/transitions`, move, conditions);
  const first = await repeat(caller);
  expect(first.status).toBe(200);
  return { item, first, repeat };
}

describe('Before a replay', () => {
  it('a replay checks the scope again', async () => {
    const { repeat } = await moved(owner);
    expectRefusal(await repeat(world.caller('owner reads only')), 'INSUFFICIENT_SCOPE');
  });

  it('a replay checks the grant again', async () => {
    const { repeat } = await moved(owner);
    expectRefusal(await repeat(world.caller('owner of HAM only')), 'NOT_FOUND');
    expect((await repeat(world.caller('owner of WEB only'))).headers['idempotency-replayed']).toBe('true');
  });

  it('a replay checks the kind of grant again', async () => {
    const conditions = { key: freshKey() };
    expect((await owner.post(`${world.org()}/projects`, { name: 'Replayed' }, conditions)).status).toBe(201);
    const narrow = world.caller('owner of WEB only');
    expectRefusal(await narrow.post(`${world.org()}/projects`, { name: 'Replayed' }, conditions), 'FORBIDDEN');
  });

  it('a replay checks the token again', async () => {
    const caller = world.caller('to revoke');
    const { repeat } = await moved(caller);
    await task('token:revoke', '--id', world.token('to revoke').credentialId);
    const refused = await eventually('the revocation', async () => {
      const answer = await repeat(caller);
      return answer.status === 200 ? undefined : answer;
    });
    expectRefusal(refused, 'INVALID_TOKEN');
  });

  it('a replay checks the role again', async () => {
    const { key } = await givenProject(owner, world.org());
    const { admin } = world;
    const conditions = { key: freshKey(), ifMatch: '"project-1"' };
    const change = { name: 'By an admin' };
    expect((await admin.patch(world.project(key), change, conditions)).status).toBe(200);
    const at = `${world.item((await givenWorkItem(owner, world.project(key))).key)}/attachments`;
    const { id } = await created(world.member.post(at, uploadOf('x')));
    const removal = { key: freshKey() };
    const removed = await admin.delete(`${at}/${String(id)}`, removal);
    expectReplay(await admin.delete(`${at}/${String(id)}`, removal), removed);
    await task('member:role', '--org', world.slug, '--email', world.user('admin').email, '--role', 'member');
    const refused = await untilKnown('the lower role', async () => {
      const answer = await admin.patch(world.project(key), change, conditions);
      return answer.status === 200 ? undefined : answer;
    });
    expectRefusal(refused, 'FORBIDDEN');
    // A deleted target is answered like one that never existed.
    const gone = await admin.delete(`${at}/${String(id)}`, removal);
    expectRefusal(gone, 'NOT_FOUND');
    expectIndistinguishable(gone, await admin.delete(`${at}/${randomUUID()}`, removal));
  });

  it('a replay checks the membership again', async () => {
    const colleague = world.caller('colleague');
    const { repeat } = await moved(colleague);
    await task('member:remove', '--org', world.slug, '--email', world.user('colleague').email);
    const refused = await eventually('the end of the membership', async () => {
      const answer = await repeat(colleague);
      return answer.status === 200 ? undefined : answer;
    });
    expectRefusal(refused, 'NOT_FOUND');
  });
});

describe('A target that is gone', () => {
  it('still replays a completed update and a completed transition', async () => {
    const item = await givenWorkItem(owner, world.project('WEB'));
    const conditions = { key: freshKey(), ifMatch: '"wi-1"' };
    const update = (): Promise<Answer> => owner.patch(world.item(item.key), { title: 'Before' }, conditions);
    const updated = await update();
    const later = { key: freshKey(), ifMatch: '*' };
    const transit = (): Promise<Answer> => owner.post(`${world.item(item.key)}/transitions`, move, later);
    const transited = await transit();
    await facts.deleteWorkItem(item.id);
    expectReplay(await update(), updated);
    expectReplay(await transit(), transited);
    expectRefusal(await owner.get(world.item(item.key)), 'NOT_FOUND');
  });

  it('answers every other request as if it had never been', async () => {
    const { item, repeat } = await moved(owner);
    const path = world.item(item.key);
    const key = freshKey();
    expect((await owner.patch(path, { title: 'Before' }, { key })).status).toBe(200);
    await facts.deleteWorkItem(item.id);

    const missing = await owner.patch(world.item('WEB-88888'), { title: 'Before' });
    const others = [
      owner.patch(path, { title: 'Before' }),
      owner.patch(path, { title: 'Before' }, { key: null }),
      owner.patch(path, { title: 'Another title' }, { key }),
      owner.patch(path, { title: 'Before' }, { key, ifMatch: '"wi-1"' }),
      owner.patch(path, { title: 'Before' }, { key, ifMatch: null }),
      owner.patch(path, { title: '' }, { key }),
      owner.patch(path, { surprise: 1 }, { key }),
      owner.patch(`${path}?surprise=1`, { title: 'Before' }, { key }),
      owner.patch(path, { title: 'Before' }, { key: 'short' }),
      owner.post(`${path}/transitions`, move, { key, ifMatch: '*' }),
      world.member.patch(path, { title: 'Before' }, { key }),
      owner.get(`${path}/transitions`),
    ];
    for (const answer of await Promise.all(others)) {
      expectRefusal(answer, 'NOT_FOUND');
      expectIndistinguishable(answer, missing);
    }
    expectRefusal(await repeat(world.caller('owner reads only')), 'INSUFFICIENT_SCOPE');
    expectRefusal(await repeat(world.caller('owner of HAM only')), 'NOT_FOUND');
    expect((await repeat(owner)).headers['idempotency-replayed']).toBe('true');
  });

  it('does not use up the key that asked for it', async () => {
    const item = await givenWorkItem(owner, world.project('WEB'));
    await facts.deleteWorkItem(item.id);
    const key = freshKey();
    expectRefusal(await owner.patch(world.item(item.key), { title: 'x' }, { key }), 'NOT_FOUND');
    expect((await owner.post(`${world.project('WEB')}/work-items`, { title: 'x' }, { key })).status).toBe(201);
  });
});

describe('A suspension', () => {
  it('stands before a replay', async () => {
    const { repeat } = await moved(owner);
    await task('org:suspend', '--slug', world.slug);
    const refused = await eventually('the suspension', async () => {
      const answer = await repeat(owner);
      return answer.status === 200 ? undefined : answer;
    });
    expectRefusal(refused, 'ORGANIZATION_SUSPENDED');
    await task('org:resume', '--slug', world.slug);
    const again = await eventually('the end of the suspension', async () => {
      const answer = await repeat(owner);
      return answer.status === 403 ? undefined : answer;
    });
    expect(again.headers['idempotency-replayed']).toBe('true');
  });
});
