import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';

const world = new World('username');

const control = (slug: string) => `/api/me/organizations/${slug}/username`;
const HERE = control(world.slug);
const THERE = control(`${world.slug}-foreign`);

/** Returns the username of a user as other members see it. */
async function usernameOf(user: string): Promise<string | null> {
  const { publicId } = world.user(user);
  const { body } = await world.owner.get(`${world.org()}/users?limit=100`);
  return body.items.find((row: any) => row.publicId === publicId).username;
}

describe('PATCH /api/me/organizations/{organizationSlug}/username', () => {
  it('sets the username of the caller in this Organization, in lower case', async () => {
    const owner = await signedIn(world, 'owner');
    const { status, body } = await owner.patch(HERE, { username: 'Ada.Lovelace-1_x' });
    expect(status).toBe(200);
    expect(body).toEqual({
      organization: { id: expect.any(String), slug: world.slug, name: `Home of ${world.slug}` },
      username: 'ada.lovelace-1_x',
    });
    expect(await usernameOf('owner')).toBe('ada.lovelace-1_x');
  });

  it('clears it with null, and gives it free for others', async () => {
    const [admin, member] = [await signedIn(world, 'admin'), await signedIn(world, 'member')];
    expect((await admin.patch(HERE, { username: 'short.lived' })).status).toBe(200);
    expectRefusal(await member.patch(HERE, { username: 'short.lived' }), 'USERNAME_TAKEN');
    const { status, body } = await admin.patch(HERE, { username: null });
    expect({ status, username: body.username }).toEqual({ status: 200, username: null });
    expect(await usernameOf('admin')).toBeNull();
    expect((await member.patch(HERE, { username: 'short.lived' })).body.username).toBe('short.lived');
  });

  it('accepts what the username is already, null included', async () => {
    const admin = await signedIn(world, 'admin');
    for (const username of ['steady', 'STEADY', null, null]) {
      const { status, body } = await admin.patch(HERE, { username });
      expect({ status, username: body.username }).toEqual({ status: 200, username: username?.toLowerCase() ?? null });
    }
  });

  it('answers 409 USERNAME_TAKEN to a name of another member, in any case, and changes nothing', async () => {
    const member = await signedIn(world, 'member');
    await member.patch(HERE, { username: 'mine' });
    expectRefusal(await member.patch(HERE, { username: 'Colleague.HERE' }), 'USERNAME_TAKEN');
    expect(await usernameOf('member')).toBe('mine');
    expect(await usernameOf('colleague')).toBe('colleague.here');
  });

  it('is unique in one Organization only, and may differ from one to another', async () => {
    const traveller = await signedIn(world, 'traveller');
    expect((await traveller.patch(THERE, { username: 'colleague.here' })).status).toBe(200);
    expect((await traveller.patch(HERE, { username: 'nomad' })).status).toBe(200);
    const { body } = await world.caller('traveller').get(`/api/v1/users/${world.user('traveller').publicId}`);
    const names = body.sharedOrganizations.map(({ organization, username }: any) => [organization.slug, username]);
    expect(names).toEqual([
      [`${world.slug}-foreign`, 'colleague.here'],
      [world.slug, 'nomad'],
    ]);
  });

  it.each([
    ['an empty text', ''],
    ['65 characters', 'x'.repeat(65)],
    ['punctuation at its start', '.ada'],
    ['punctuation at its end', 'ada_'],
    ['white space', 'ada l'],
    ['a letter outside of ASCII', 'adä'],
    ['a number', 7],
    ['a list', ['ada']],
  ])('refuses %s', async (_, username) => {
    const member = await signedIn(world, 'member');
    expectRefusal(await member.patch(HERE, { username }), 'VALIDATION_ERROR', 'username');
  });

  it('accepts one character and 64 of them', async () => {
    const member = await signedIn(world, 'member');
    for (const username of ['m', 'M'.repeat(64), `9${'._-'.repeat(20)}9`]) {
      expect((await member.patch(HERE, { username })).body.username).toBe(username.toLowerCase());
    }
  });

  it('needs the one member of its body, and no other', async () => {
    const member = await signedIn(world, 'member');
    expectRefusal(await member.patch(HERE, {}), 'VALIDATION_ERROR', 'username');
    expectRefusal(await member.patch(HERE, { username: 'm', role: 'owner' }), 'VALIDATION_ERROR', 'role');
    expectRefusal(await member.patch(`${HERE}?force=true`, { username: 'm' }), 'VALIDATION_ERROR', 'force');
  });

  it('is 404 without a membership, as for an Organization that does not exist', async () => {
    const owner = await signedIn(world, 'owner');
    const [there, nowhere] = [THERE, control(`${world.slug}-unknown`)];
    expectRefusal(await owner.patch(there, { username: 'spy' }), 'NOT_FOUND');
    expectIndistinguishable(
      await owner.patch(there, { username: 'traveller.here' }),
      await owner.patch(nowhere, { username: 'traveller.here' }),
    );
  });

  it('is 403 in a suspended Organization, before the body is checked', async () => {
    const admin = await signedIn(world, 'admin');
    const asleep = `${world.slug}-asleep`;
    await taskResult(['org:suspend', '--slug', asleep], { databaseUrl: world.databaseUrl });
    expectRefusal(await admin.patch(control(asleep), { username: 'dreamer' }), 'ORGANIZATION_SUSPENDED');
    expectRefusal(await admin.patch(control(asleep), { username: '.' }), 'ORGANIZATION_SUSPENDED');
  });

  it('belongs to sessions: a token does not open it', async () => {
    const nobody = new Browser(world.baseUrl);
    const headers = { authorization: `Bearer ${world.owner.token}` };
    expectRefusal(await nobody.patch(HERE, { username: 'by.nobody' }), 'AUTH_REQUIRED');
    expectRefusal(await nobody.patch(HERE, { username: 'by.token' }, { headers }), 'AUTH_REQUIRED');
    expect(await usernameOf('owner')).not.toBe('by.token');
  });

  it('is closed to pages of other sites', async () => {
    const owner = await signedIn(world, 'owner');
    const elsewhere = owner.with({ 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' });
    expectRefusal(await elsewhere.patch(HERE, { username: 'forged' }), 'FORBIDDEN');
    expectRefusal(await owner.with({}).patch(HERE, { username: 'forged' }), 'FORBIDDEN');
    expect(await usernameOf('owner')).not.toBe('forged');
  });
});
