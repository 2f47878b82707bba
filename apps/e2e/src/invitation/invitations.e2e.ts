import { randomUUID } from 'node:crypto';
import { type Answer, freshKey } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { expectIndistinguishable, expectRefusal, expectReplay } from '../kit/refusals.js';
import { Browser, PLAIN, browserOf, newSecret, signedIn } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('invitations');
const facts = new Facts(world.databaseUrl);
const XORG = `/api/x/organizations/${world.slug}`;
const INVITATIONS = `${XORG}/invitations`;
const PASSWORD = 'correct horse battery';

const somebody = (): string => `${randomUUID()}@invited.example`;
const visitor = (): Browser => new Browser(world.baseUrl);
const tokenOf = (url: string): string => {
  const [page, token] = url.split('#');
  expect(page).toMatch(/^https?:\/\/[^/]+\/invitation$/);
  return token!;
};

async function invited(email = somebody(), role = 'member') {
  const { status, body } = await world.owner.post(INVITATIONS, { invitations: [{ email, role }] });
  expect([status, body.results[0].status]).toEqual([200, 201]);
  const { url, id } = body.results[0].invitation;
  return { email, id, token: tokenOf(url) };
}

const read = (browser: Browser, token: string) => browser.post('/api/invitation', { token }, PLAIN);
const accept = (browser: Browser, token: string, more: object = {}) =>
  browser.post('/api/invitation/acceptance', { token, ...more }, PLAIN);
const newcomer = { name: 'Grace Hopper', password: PASSWORD };

const roleOf = async (email: string): Promise<string | undefined> => {
  const { body } = await world.owner.get(`${XORG}/members?q=${encodeURIComponent(email)}`);
  return body.items[0]?.role;
};

describe('inviteMembers', () => {
  it('gives each person a result of its own: a link, or why there is none', async () => {
    const [fresh, admin] = [somebody(), somebody()];
    const invitations = [
      { email: fresh.toUpperCase(), message: 'Come in' },
      { email: world.user('member').email },
      { email: 'nobody' },
      { email: fresh },
      { email: admin, role: 'admin' },
      { email: somebody(), role: 'guest' },
      { email: somebody(), message: 'x'.repeat(501) },
      { email: somebody(), plan: 'free' },
    ];
    const { body } = await world.owner.post(INVITATIONS, { invitations });
    expect(body.results.map(({ status }: Answer) => status)).toEqual([201, 409, 400, 409, 201, 400, 400, 400]);
    expect(body.results[0].invitation).toMatchObject({ email: fresh, role: 'member', message: 'Come in' });
    expect(body.results.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const fields = body.results.map(({ error }: any) => Object.keys(error?.fieldErrors ?? {})[0]);
    expect(fields).toEqual([undefined, undefined, 'email', undefined, undefined, 'role', 'message', 'plan']);
  });

  it('lets an administrator invite members, and only an owner others', async () => {
    const invitations = [
      { email: somebody() },
      { email: somebody(), role: 'admin' },
      { email: somebody(), role: 'owner' },
    ];
    const { body } = await world.admin.post(INVITATIONS, { invitations });
    expect(body.results.map(({ status }: Answer) => status)).toEqual([201, 403, 403]);
  });

  it('shows the links again to a repeat, and to nobody else', async () => {
    const key = freshKey();
    const ask = () => world.owner.post(INVITATIONS, { invitations: [{ email: somebody() }] }, { key });
    const send = { invitations: [{ email: somebody() }] };
    const first = await world.owner.post(INVITATIONS, send, { key });
    expectReplay(await world.owner.post(INVITATIONS, send, { key }), first);
    expectRefusal(await ask(), 'IDEMPOTENCY_KEY_REUSED');
    const listed = await world.owner.get(`${INVITATIONS}?limit=100`);
    expect(listed.text).not.toContain(tokenOf(first.body.results[0].invitation.url));
  });

  it.each([
    ['nobody', { invitations: [] }],
    ['51 people', { invitations: Array.from({ length: 51 }, () => ({ email: 'a@b' })) }],
    ['no list', {}],
  ])('refuses %s', async (_, body) => {
    expectRefusal(await world.owner.post(INVITATIONS, body), 'VALIDATION_ERROR', 'invitations');
  });

  it('lists those that wait, with inviter and mail', async () => {
    const { email } = await invited();
    const { body } = await world.admin.get(`${INVITATIONS}?limit=100`);
    const row = body.items.find((one: { email: string }) => one.email === email);
    const { publicId, name } = world.user('owner');
    expect(row).toMatchObject({ role: 'member', invitedBy: { publicId, name } });
    expect(row.mail).toEqual({ state: 'none', at: null, failure: null });
  });
});

describe('An invitation', () => {
  it('says who invites to what, makes an account and signs it in', async () => {
    const { email, token } = await invited();
    const { body } = await read(visitor(), token);
    expect(body).toMatchObject({ role: 'member', email, hasAccount: false, domains: [] });
    expect(body.organization.slug).toBe(world.slug);
    expect(body.inviterName).toBe(world.user('owner').name);

    const answer = await accept(visitor(), token, newcomer);
    expect(answer.body).toEqual({ outcome: 'joined', slug: world.slug });
    const browser = browserOf(answer, world.baseUrl);
    const { body: session } = await browser.get('/api/session');
    expect(session.user).toMatchObject({ name: 'Grace Hopper', email });
    expect(session.organizations[0].username).toMatch(/^grace-hopper(-\d+)?$/);
    expect(session.defaultOrganization).toBe(world.slug);
  });

  it('is accepted once, also when it is accepted twice at the same moment', async () => {
    const { email, token } = await invited(somebody(), 'admin');
    const answers = await Promise.all([accept(visitor(), token, newcomer), accept(visitor(), token, newcomer)]);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(await roleOf(email)).toBe('admin');
    expectRefusal(await accept(visitor(), token, newcomer), 'NOT_FOUND');
  });

  it('is one and the same nothing when it is unknown, used, revoked, renewed or expired', async () => {
    const [used, revoked, renewed, expired] = await Promise.all([invited(), invited(), invited(), invited()]);
    await accept(visitor(), used.token, newcomer);
    await world.owner.delete(`${INVITATIONS}/${revoked.id}`);
    const again = await world.owner.post(`${INVITATIONS}/${renewed.id}/renewals`, {});
    await facts.endInvitation(expired.id);
    const unknown = await read(visitor(), newSecret());
    expectRefusal(unknown, 'NOT_FOUND');
    for (const { token } of [used, revoked, renewed, expired, { token: 'x' }]) {
      expectIndistinguishable(await read(visitor(), token), unknown);
      expectIndistinguishable(await accept(visitor(), token, newcomer), unknown);
    }
    expect((await read(visitor(), tokenOf(again.body.url))).status).toBe(200);
    for (const { id } of [used, revoked, expired]) {
      expectRefusal(await world.owner.post(`${INVITATIONS}/${id}/renewals`, {}), 'NOT_FOUND');
      expectRefusal(await world.owner.delete(`${INVITATIONS}/${id}`), 'NOT_FOUND');
    }
  });

  it('is not changed by the preview of a chat: a GET reads and changes nothing', async () => {
    const { token } = await invited();
    expect((await visitor().get(`/invitation?${token}`)).status).not.toBe(500);
    expectRefusal(await visitor().get('/api/invitation'), 'METHOD_NOT_ALLOWED');
    expect((await read(visitor(), token)).status).toBe(200);
  });

  it('of an address that is invited again has only the new link', async () => {
    const email = somebody();
    const first = await invited(email);
    const second = await invited(email, 'admin');
    expectRefusal(await read(visitor(), first.token), 'NOT_FOUND');
    expect((await read(visitor(), second.token)).body.role).toBe('admin');
  });

  it('lets the account of its address join by a session, and asks one of another address first', async () => {
    const stranger = await signedIn(world, 'stranger');
    const own = await invited(world.user('stranger').email);
    expect((await read(visitor(), own.token)).body.hasAccount).toBe(true);
    // Whoever has the link need not be the owner of the account.
    expectRefusal(await accept(visitor(), own.token, newcomer), 'AUTH_REQUIRED');
    expect((await accept(stranger, own.token)).body).toEqual({ outcome: 'joined', slug: world.slug });
    expect((await stranger.get(world.org())).status).toBe(200);

    const other = await invited();
    expectRefusal(await accept(stranger, other.token), 'CONFLICT');
    expect((await accept(stranger, other.token, { withAnotherAddress: true })).status).toBe(200);
    expect(await roleOf(other.email)).toBeUndefined();
  });

  it.each([
    [{ password: PASSWORD }, 'name'],
    [{ name: ' ', password: PASSWORD }, 'name'],
    [{ name: 'Grace', password: 'short' }, 'password'],
    [{ name: 'Grace', password: 'passwordpassword' }, 'password'],
    [{ ...newcomer, role: 'owner' }, 'role'],
  ])('refuses an account with %j, and stays', async (account, member) => {
    const { token } = await invited();
    expectRefusal(await accept(visitor(), token, account), 'VALIDATION_ERROR', member);
    expect((await read(visitor(), token)).status).toBe(200);
  });

  it('ends with the membership of whoever made it', async () => {
    const inviter = await invited(somebody(), 'admin');
    const browser = browserOf(await accept(visitor(), inviter.token, newcomer), world.baseUrl);
    const { body: session } = await browser.get('/api/session');
    const page = browser.withPageOf(session.user.publicId);
    const { body } = await page.post(INVITATIONS, { invitations: [{ email: somebody() }] });
    const token = tokenOf(body.results[0].invitation.url);
    await world.owner.delete(`${XORG}/members/${session.user.publicId}`);
    expectRefusal(await read(visitor(), token), 'NOT_FOUND');
  });
});

describe('Somebody who was removed or demoted', () => {
  const newOwner = async () => {
    const { token } = await invited(somebody(), 'owner');
    const browser = browserOf(await accept(visitor(), token, newcomer), world.baseUrl);
    const { publicId } = (await browser.get('/api/session')).body.user;
    return { page: browser.withPageOf(publicId), member: `${XORG}/members/${publicId}` };
  };
  const invitationBy = async (page: Browser): Promise<string> => {
    const { body } = await page.post(INVITATIONS, { invitations: [{ email: somebody(), role: 'owner' }] });
    return tokenOf(body.results[0].invitation.url);
  };

  it('has no invitation that still makes an owner', async () => {
    const { page, member } = await newOwner();
    const token = await invitationBy(page);
    const { body } = await page.put(`${XORG}/join-link`, { expiresInDays: 1, mostUses: 1 });
    expect((await read(visitor(), token)).status).toBe(200);
    await world.owner.patch(member, { role: 'admin' });
    expectRefusal(await read(visitor(), token), 'NOT_FOUND');
    expectRefusal(await read(visitor(), tokenOf(body.url)), 'NOT_FOUND');
  });

  it('has no invitation that still makes an owner when the account was removed', async () => {
    const { page } = await newOwner();
    const token = await invitationBy(page);
    const { email } = (await page.get('/api/session')).body.user;
    await taskResult(['user:remove', '--email', email], world);
    expectRefusal(await read(visitor(), token), 'NOT_FOUND');
  });

  it('does nothing any more by rights that were read before', async () => {
    const { page, member } = await newOwner();
    // The rights of the session were read a moment ago.
    expect((await page.get(`${XORG}/members`)).status).toBe(200);
    await world.owner.patch(member, { role: 'member' });
    const late = await page.post(INVITATIONS, { invitations: [{ email: somebody(), role: 'owner' }] });
    expectRefusal(late, 'FORBIDDEN');
    expectRefusal(await page.put(`${XORG}/join-link`, { expiresInDays: 1, mostUses: 1 }), 'FORBIDDEN');
    expectRefusal(await page.patch(XORG, { description: 'Late' }, { ifMatch: '*' }), 'FORBIDDEN');
  });

  it('does not come back by a link that is known', async () => {
    const { body } = await world.owner.put(`${XORG}/join-link`, { expiresInDays: 1, mostUses: 9 });
    const token = tokenOf(body.url);
    const joined = await accept(visitor(), token, { ...newcomer, email: somebody() });
    const browser = browserOf(joined, world.baseUrl);
    const { publicId, email } = (await browser.get('/api/session')).body.user;
    const invitation = await invited(somebody());
    await world.owner.delete(`${XORG}/members/${publicId}`);
    expectRefusal(await accept(browser.withPageOf(publicId), token), 'NOT_FOUND');
    expect(await roleOf(email)).toBeUndefined();
    // Invitations of others stay.
    expect((await read(visitor(), invitation.token)).status).toBe(200);
  });
});

describe('A join link', () => {
  const LINK = `${XORG}/join-link`;
  const link = async (more: object = {}): Promise<string> => {
    const { status, body } = await world.owner.put(LINK, { expiresInDays: 7, mostUses: 2, ...more });
    expect(status).toBe(200);
    return tokenOf(body.url);
  };

  it('lets anybody join as a member, as often as it says', async () => {
    const token = await link();
    expect((await read(visitor(), token)).body).toMatchObject({ email: null, role: 'member' });
    expectRefusal(await accept(visitor(), token, newcomer), 'VALIDATION_ERROR', 'email');
    const email = somebody();
    expect((await accept(visitor(), token, { ...newcomer, email })).body.outcome).toBe('joined');
    expect(await roleOf(email)).toBe('member');
    // A member who follows it again uses nothing up.
    await accept(await signedIn(world, 'colleague'), token);
    expect((await world.admin.get(LINK)).body.joinLink).toMatchObject({ mostUses: 2, uses: 1, domains: [] });
    await accept(visitor(), token, { ...newcomer, email: somebody() });
    expectRefusal(await accept(visitor(), token, { ...newcomer, email: somebody() }), 'NOT_FOUND');
  });

  it('is never used more often than it says, also at the same moment', async () => {
    const token = await link({ mostUses: 3 });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => accept(visitor(), token, { ...newcomer, email: somebody() })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  it('does not make an account again: its address signs in first', async () => {
    const token = await link();
    const { email } = world.user('member');
    expectRefusal(await accept(visitor(), token, { ...newcomer, email }), 'AUTH_REQUIRED');
  });

  it('is one at a time, ends when it is told to and when its days are over, and is an owner’s', async () => {
    const first = await link();
    const second = await link();
    expectRefusal(await read(visitor(), first), 'NOT_FOUND');
    await facts.endJoinLink(world.slug);
    expectRefusal(await read(visitor(), second), 'NOT_FOUND');
    const third = await link();
    expect((await world.owner.delete(LINK)).status).toBe(204);
    expect((await world.owner.delete(LINK)).status).toBe(204);
    expectRefusal(await read(visitor(), third), 'NOT_FOUND');
    expect(await world.owner.get(LINK)).toMatchObject({ status: 200, body: { joinLink: null } });
    expectRefusal(await world.admin.put(LINK, { expiresInDays: 1, mostUses: 1 }), 'FORBIDDEN');
  });

  it.each([
    [{ expiresInDays: 0 }, 'expiresInDays'],
    [{ expiresInDays: 31 }, 'expiresInDays'],
    [{ mostUses: 0 }, 'mostUses'],
    [{ mostUses: 501 }, 'mostUses'],
    [{ domains: ['no domain'] }, 'domains'],
    // This server sends no mail.
    [{ domains: ['example.org'] }, 'domains'],
  ])('refuses %j', async (more, member) => {
    const answer = await world.owner.put(LINK, { expiresInDays: 7, mostUses: 2, ...more });
    expectRefusal(answer, 'VALIDATION_ERROR', member);
  });
});
