import { Facts } from '../kit/facts.js';
import { expectRefusal } from '../kit/refusals.js';
import { signedIn, type Browser } from '../kit/session.js';
import { World } from '../kit/world.js';

const CREATE = '/api/x/organizations';
const world = new World('former-slugs');

/** The traveller's Organization with a Project, whose slug was changed. */
async function renamed(from: string, to: string): Promise<Browser> {
  const browser = await signedIn(world, 'traveller');
  await browser.post(CREATE, { name: 'Renamed', slug: from });
  await browser.post(`/api/v1/organizations/${from}/projects`, { name: 'Web', key: 'WEB' });
  expect((await browser.patch(`${CREATE}/${from}`, { slug: to }, { ifMatch: '*' })).status).toBe(200);
  return browser;
}

describe('A slug that was changed', () => {
  it('leads reads of the application to the present one, with all that follows', async () => {
    const browser = await renamed('former-a', 'present-a');
    const target = '/projects/WEB/work-items?limit=5&q=a%20b';
    const moved = await browser.get(`/api/v1/organizations/former-a${target}`);
    expect([moved.status, moved.text, moved.headers.location]).toEqual([
      308,
      '',
      `/app/api/v1/organizations/present-a${target}`,
    ]);
    expect(moved.headers['cache-control']).toBe('no-store');
    const settings = await browser.get(`${CREATE}/former-a`);
    expect([settings.status, settings.headers.location]).toEqual([308, `/app${CREATE}/present-a`]);
    expect((await browser.get(`/api/v1/organizations/present-a/projects/WEB`)).status).toBe(200);
  });

  it('leads no change, and nothing in the API for tokens', async () => {
    const browser = await renamed('former-b', 'present-b');
    expectRefusal(await browser.patch(`${CREATE}/former-b`, { name: 'x' }, { ifMatch: '*' }), 'NOT_FOUND');
    expectRefusal(await browser.post('/api/v1/organizations/former-b/projects', { name: 'x', key: 'X' }), 'NOT_FOUND');
    const { body } = await world.stranger.post(CREATE, { name: 'By a token', slug: 'former-t' });
    await world.stranger.patch(`${CREATE}/${body.slug}`, { slug: 'present-t' }, { ifMatch: '*' });
    for (const prefix of ['/api/v1/organizations', CREATE]) {
      expectRefusal(await world.stranger.get(`${prefix}/former-t`), 'NOT_FOUND');
    }
  });

  it('tells a stranger nothing', async () => {
    await renamed('former-c', 'present-c');
    const other = await signedIn(world, 'member');
    expectRefusal(await other.get('/api/v1/organizations/former-c'), 'NOT_FOUND');
    expectRefusal(await other.get('/api/v1/organizations/never-%00'), 'NOT_FOUND');
    expect((await other.get('/o/former-c')).status).toBe(200);
  });

  it('leads pages too', async () => {
    const browser = await renamed('former-d', 'present-d');
    const ask = async (slug: string) => {
      const headers = { cookie: `worktrack=${browser.secret}` };
      const page = await fetch(`${world.baseUrl}/o/${slug}/items/WEB-1?view=board`, { headers, redirect: 'manual' });
      return [page.status, page.headers.get('location'), page.headers.get('cache-control')];
    };
    expect(await ask('former-d')).toEqual([308, '/o/present-d/items/WEB-1?view=board', 'no-store']);
    expect(await ask('present-d')).toEqual([200, null, 'no-store']);
  });

  it('leads nowhere when its 90 days are over', async () => {
    const browser = await renamed('former-e', 'present-e');
    await new Facts(world.databaseUrl).endFormerSlug('former-e');
    expectRefusal(await browser.get('/api/v1/organizations/former-e'), 'NOT_FOUND');
  });
});
