import { Caller, freshKey, type Answer } from '../kit/client.js';
import { untilKnown } from '../kit/changed-access.js';
import { concurrently } from '../kit/concurrently.js';
import { Facts } from '../kit/facts.js';
import { givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { Chance, seed } from '../kit/random.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { signedIn } from '../kit/session.js';
import { INSTANT } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('members');
const members = (beside = ''): string => `/api/x/organizations/${world.slug}${beside}/members`;
const path = (user: string, beside = ''): string => `${members(beside)}/${world.user(user).publicId}`;
const remove = (caller: Caller, target: string, body: object = {}): Promise<Answer> =>
  caller.send({ method: 'DELETE', target, headers: { 'idempotency-key': freshKey() }, body });
const outcome = ({ status, body }: Answer): number | string => body?.error?.code ?? status;
const roleOf = async (user: string, beside = ''): Promise<string | undefined> => {
  const { body } = await world.caller('owner of both').get(`${members(beside)}?limit=100`);
  return body.items.find(({ publicId }: { publicId: string }) => publicId === world.user(user).publicId)?.role;
};

describe('listMembers', () => {
  it('shows administrators address, role and last day of use, by name', async () => {
    const { body } = await world.admin.get(`${members()}?limit=100`);
    const { publicId, name, email } = world.user('member');
    const row = body.items.find((one: { publicId: string }) => one.publicId === publicId);
    expect(row).toMatchObject({ name, email, role: 'member', username: 'member.here', avatarUrl: null });
    expect(row.joinedAt).toMatch(INSTANT);
    expect(row.emailConfirmed).toBe(false);
    await new Facts(world.databaseUrl).setEmailConfirmed(world.user('member').id, true);
    const after = (await world.admin.get(`${members()}?limit=100`)).body.items;
    expect(after.find((one: { publicId: string }) => one.publicId === publicId).emailConfirmed).toBe(true);
    const names = body.items.map((one: { name: string }) => one.name);
    expect(names).toEqual([...names].sort());
    for (const limit of [3, 7]) {
      const walked = await walk(world.admin, `${members()}?limit=${limit}`);
      expect(walked.map((one: { name: string }) => one.name)).toEqual(names);
    }
  });

  it('finds by name, username and address, and by role', async () => {
    const found = async (query: string) =>
      (await world.admin.get(`${members()}?${query}`)).body.items.map((one: { name: string }) => one.name);
    expect(await found('q=PERSON%2017%20of')).toEqual(['Person 17 of the members']);
    expect(await found('q=person21')).toContain('Person 21 of the members');
    expect(await found('role=admin')).toEqual([world.user('admin').name]);
    expectRefusal(await world.admin.get(`${members()}?role=guest`), 'VALIDATION_ERROR', 'role');
  });
});

describe('The table of who administers whom', () => {
  // Team §1: rows are the caller, columns the role of the other; a role is set to itself and a removal is of somebody new.
  it.each([
    ['member', 'person3', 'member', 'FORBIDDEN'],
    ['member', 'admin', 'member', 'FORBIDDEN'],
    ['admin', 'person3', 'member', 'FORBIDDEN'],
    ['admin', 'owner', 'member', 'FORBIDDEN'],
    ['owner', 'person3', 'admin', 200],
    ['owner', 'person3', 'owner', 200],
    ['owner', 'person3', 'member', 200],
    // Nobody raises their own role; everybody may lower it.
    ['admin', 'admin', 'owner', 'FORBIDDEN'],
    ['person4', 'person4', 'admin', 'FORBIDDEN'],
    ['person4', 'person4', 'member', 200],
    // Not as the last owner.
    ['owner', 'owner', 'member', 'LAST_OWNER'],
    ['owner', 'owner', 'owner', 200],
  ])('%s makes %s %s: %s', async (by, user, role, expected) => {
    expect(outcome(await world.caller(by).patch(path(user), { role }))).toBe(expected);
  });

  it.each([
    ['member', 'person5', 'FORBIDDEN'],
    ['admin', 'owner', 'FORBIDDEN'],
    ['admin', 'admin', 200],
    ['owner', 'person6', 200],
    ['owner', 'owner', 'LAST_OWNER'],
  ])('%s removes %s: %s', async (by, user, expected) => {
    if (user === 'admin') {
      // An administrator removes members, and leaves.
      expect(outcome(await remove(world.admin, path('person7')))).toBe(200);
      await world.owner.patch(path('person8'), { role: 'admin' });
      expect(outcome(await remove(world.admin, path('person8')))).toBe('FORBIDDEN');
    }
    expect(outcome(await remove(world.caller(by), path(user)))).toBe(expected);
  });

  it('a change takes effect everywhere within a second', async () => {
    await world.owner.patch(path('person2'), { role: 'admin' });
    const caller = world.caller('person2');
    await untilKnown('the new administrator', async () => {
      const answer = await caller.get(members());
      return answer.status === 200 ? answer : undefined;
    });
    expect(await roleOf('person2')).toBe('admin');
  });

  it.each([
    [{ role: 'guest' }, 'role'],
    [{}, 'role'],
    [{ role: null }, 'role'],
  ])('refuses %j', async (body, member) => {
    expectRefusal(await world.owner.patch(path('person9'), body), 'VALIDATION_ERROR', member);
  });
});

describe('removeMember', () => {
  it('gives the open Work Items to another member, each as a change with history, and no others', async () => {
    const { publicId } = world.user('person10');
    const assigned = { assigneePublicId: publicId };
    const open = await givenWorkItem(world.owner, world.project(), assigned);
    const done = await givenWorkItem(world.owner, world.project(), assigned);
    await world.owner.post(`${world.item(done.key)}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    const next = world.user('person11');
    const { status, body } = await remove(world.owner, path('person10'), { reassignTo: next.publicId });
    expect([status, body]).toEqual([200, { publicId, reassigned: 1 }]);
    const now = (await world.owner.get(world.item(open.key))).body;
    expect(now.assignee.id).toBe(next.id);
    expect(now.revision).toBe(2);
    const { items } = (await world.owner.get(`${world.item(open.key)}/activity`)).body;
    const { action, detail } = items.at(-1);
    expect([action, detail.from.publicId, detail.to.publicId]).toEqual(['assigned', publicId, next.publicId]);
    expect((await world.owner.get(world.item(done.key))).body.assignee.id).toBe(world.user('person10').id);
  });

  it('gives them to nobody unless it is said, and refuses somebody who is no member', async () => {
    const item = await givenWorkItem(world.owner, world.project(), {
      assigneePublicId: world.user('person12').publicId,
    });
    for (const other of ['person12', 'stranger']) {
      const answer = await remove(world.owner, path('person12'), { reassignTo: world.user(other).publicId });
      expectRefusal(answer, 'VALIDATION_ERROR', 'reassignTo');
    }
    expect(outcome(await remove(world.owner, path('person12')))).toBe(200);
    expect((await world.owner.get(world.item(item.key))).body.assignee).toBeNull();
    expectRefusal(await remove(world.owner, path('person12')), 'NOT_FOUND');
  });

  it('is one removal for one key: a repeat gets the first response, and another key finds nobody', async () => {
    const target = path('person13');
    const headers = { 'idempotency-key': freshKey() };
    const ask = () => world.owner.send({ method: 'DELETE', target, headers, body: {} });
    const first = await ask();
    expect(first.status).toBe(200);
    expectReplay(await ask(), first);
    expectRefusal(await remove(world.owner, target), 'NOT_FOUND');
    expectRefusal(await remove(world.owner, members('/usr_unknown')), 'NOT_FOUND');
  });

  it('ends what the member had: the session sees the Organization no more, nor the token', async () => {
    const browser = await signedIn(world, 'person1');
    const token = world.caller('person1');
    expect((await browser.get(world.org())).status).toBe(200);
    expect((await token.get(world.project())).status).toBe(200);
    // A member leaves.
    expect(outcome(await remove(browser, path('person1')))).toBe(200);
    expectRefusal(await browser.get(world.org()), 'NOT_FOUND');
    await untilKnown('the end of the token', async () => {
      const answer = await token.get(world.project());
      return answer.status === 404 ? answer : undefined;
    });
    expectRefusal(await world.owner.get(`/api/v1/users/${world.user('person1').publicId}`), 'NOT_FOUND');
  });
});

describe('The last owner', () => {
  it(`stays under twenty racing demotions, removals and leaves (SEED=${seed})`, async () => {
    const chance = new Chance(seed);
    const callers = { owner: world.caller('owner of both'), second: world.caller('second') };
    const asks = Array.from({ length: 20 }, () => {
      const by = chance.of(['owner', 'second'] as const);
      const user = chance.of(['owner', 'second'] as const);
      return chance.below(2) === 0
        ? () => callers[by].patch(path(user, '-owned'), { role: 'member' })
        : () => remove(callers[by], path(user, '-owned'));
    });
    const answers = await concurrently(20, asks, (ask) => ask());
    // Each of the refused ones was refused for a reason that it can read.
    for (const answer of answers) expect([200, 403, 404, 409]).toContain(answer.status);
    const owners = await Promise.all(
      Object.values(callers).map(async (caller) => (await caller.get(`${members('-owned')}?role=owner`)).body),
    );
    const left = owners.find((body) => body?.items !== undefined);
    expect(left?.items).toHaveLength(1);
  });
});
