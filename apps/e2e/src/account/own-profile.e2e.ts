import { Facts } from '../kit/facts.js';
import { greyPng } from '../kit/png.js';
import { expectRefusal } from '../kit/refusals.js';
import { Browser, PLAIN, signedIn } from '../kit/session.js';
import { filePart, formOf, uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const world = new World('own-profile');
const facts = new Facts(world.databaseUrl);

const rename = (browser: Browser, body: unknown) => browser.patch('/api/x/me', body, PLAIN);
const send = (browser: Browser, body: unknown) => browser.send({ method: 'PUT', target: '/api/x/me/avatar', body });
const profileOf = async (user: string) => (await world.owner.get(`/api/v1/users/${world.user(user).publicId}`)).body;

describe('PATCH /api/x/me', () => {
  it('changes the name for everybody: in the session, in the profile of v1 and in the directory; it leaves an audit row', async () => {
    const member = await signedIn(world, 'member');
    const answer = await rename(member, { name: 'Ada Lovelace' });
    expect(answer).toMatchObject({ status: 200, body: { name: 'Ada Lovelace' } });
    expect((await member.get('/api/session')).body.user.name).toBe('Ada Lovelace');
    expect((await profileOf('member')).name).toBe('Ada Lovelace');
    const found = await world.owner.get(`${world.org()}/users?q=lovelace`);
    expect(found.body.items.map((row: any) => row.publicId)).toEqual([world.user('member').publicId]);
    const { id } = world.user('member');
    expect(await facts.audit(answer.headers['x-request-id'])).toMatchObject([
      { operation: 'updateMe', actor: id, touched: [{ kind: 'user', id }] },
    ]);
  });

  it('refuses what is not a name, and members that it does not know', async () => {
    const member = await signedIn(world, 'member');
    for (const name of ['', '   ', 'x'.repeat(256), 'a\u202eb', 'a\nb', 5, null]) {
      expectRefusal(await rename(member, { name }), 'VALIDATION_ERROR', 'name');
    }
    expectRefusal(await rename(member, {}), 'VALIDATION_ERROR', 'name');
    expectRefusal(await rename(member, { name: 'Ada', email: 'x@example.org' }), 'VALIDATION_ERROR', 'email');
  });

  it('is for sessions: a token is refused, a visitor and a page of another site too', async () => {
    expectRefusal(await world.owner.patch('/api/x/me', { name: 'Token' }, PLAIN), 'FORBIDDEN');
    expectRefusal(await rename(new Browser(world.baseUrl), { name: 'Nobody' }), 'AUTH_REQUIRED');
    const foreign = (await signedIn(world, 'member')).with({ 'sec-fetch-site': 'cross-site' });
    expectRefusal(await rename(foreign, { name: 'Foreign' }), 'FORBIDDEN');
    expect((await world.owner.get('/api/x/me')).status).toBe(200);
  });
});

describe('PUT and DELETE /api/x/me/avatar', () => {
  it('sets a picture that others see immediately, another one under another address, and takes it away', async () => {
    const member = await signedIn(world, 'member');
    const first = await send(member, uploadOf(greyPng(300, 200, 0), { fileName: 'me.png' }));
    expect(first.status).toBe(200);
    const { avatarUrl } = (await member.get('/api/session')).body.user;
    expect(first.body).toEqual({ avatarUrl });
    const shown = await member.get(String(avatarUrl).replace(/^\/app/, ''));
    expect(shown.headers['content-type']).toBe('image/webp');
    expect(shown.bytes.includes('secret place')).toBe(false);
    const second = await send(member, uploadOf(greyPng(20, 20, 255)));
    expect(second.body.avatarUrl).not.toBe(avatarUrl);
    expect((await profileOf('member')).avatarUrl).toContain(String(second.body.avatarUrl).slice('/app'.length));
    const pictures = `/api/organizations/${world.slug}/pictures`;
    const { publicId } = world.user('member');
    expect((await (await signedIn(world, 'owner')).get(pictures)).body).toEqual({
      items: [{ publicId, avatarUrl: second.body.avatarUrl }],
    });
    expectRefusal(await (await signedIn(world, 'stranger')).get(pictures), 'NOT_FOUND');
    for (let time = 0; time < 2; time += 1) {
      expect((await member.delete('/api/x/me/avatar', PLAIN)).status).toBe(204);
      expect((await profileOf('member')).avatarUrl).toBeNull();
      expect((await member.get(pictures)).body).toEqual({ items: [] });
    }
  });

  it.each<[string, unknown]>([
    ['an SVG', uploadOf('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a text that is called a picture', uploadOf('no picture', { fileName: 'me.png', contentType: 'image/png' })],
    ['a PNG that is cut off', uploadOf(greyPng(300, 300).subarray(0, 120))],
    ['50,000 by 50,000 pixels in a small file', uploadOf(greyPng(50_000, 50_000, 0, 8))],
    ['no file', formOf()],
    ['two files', formOf(filePart(greyPng(9, 9)), filePart(greyPng(9, 9)))],
    ['a file under another name', uploadOf(greyPng(9, 9), { field: 'picture' })],
    ['JSON', { file: 'me.png' }],
  ])('refuses %s by a sentence about the file, and keeps the picture', async (_what, body) => {
    const admin = await signedIn(world, 'admin');
    await send(admin, uploadOf(greyPng(9, 9)));
    const { avatarUrl } = await profileOf('admin');
    expectRefusal(await send(admin, body), 'VALIDATION_ERROR', 'file');
    expect(avatarUrl).not.toBeNull();
    expect((await profileOf('admin')).avatarUrl).toBe(avatarUrl);
  });

  it('refuses more than 4 MiB', async () => {
    const large = Buffer.concat([greyPng(9, 9), Buffer.alloc(4 * 1_048_576)]);
    expectRefusal(await send(await signedIn(world, 'admin'), uploadOf(large)), 'PAYLOAD_TOO_LARGE');
  });

  it('makes many pictures of one user at the same time, one after the other', async () => {
    const admin = await signedIn(world, 'admin');
    const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => send(admin, uploadOf(greyPng(800, 800, n)))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('is for sessions', async () => {
    const body = uploadOf(greyPng(9, 9));
    expectRefusal(await world.owner.send({ method: 'PUT', target: '/api/x/me/avatar', body }), 'FORBIDDEN');
    expectRefusal(await send(new Browser(world.baseUrl), body), 'AUTH_REQUIRED');
  });
});
