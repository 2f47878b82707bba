import { walk } from '../kit/paging.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { taskResult } from '../kit/task.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { DIRECTORY_NAMES } from '../kit/world-plans.js';
import { World } from '../kit/world.js';

const world = new World('directory');
const { owner } = world;
const USERS = `${world.org()}/users`;
const q = (text: string): string => `${USERS}?q=${encodeURIComponent(text)}`;

const names = (rows: { name: string }[]): string[] => rows.map(({ name }) => name);
const found = async (text: string): Promise<string[]> => {
  const { status, body } = await owner.get(q(text));
  expect(status).toBe(200);
  return names(body.items);
};
const byCodePoint = (a: string, b: string): number => (a < b ? -1 : 1);

describe('listOrganizationUsers', () => {
  it('shows active members by name, then public id: publicId, name and the username here', async () => {
    const { body } = await owner.get(USERS);
    expect(body.page).toEqual({ limit: 50, hasMore: false, nextCursor: null });
    for (const row of body.items) expect(membersOf(row)).toEqual(sorted(MEMBERS.organizationUser));
    const home = ['owner', 'admin', 'member', 'colleague', 'traveller'].map((user) => world.user(user).name);
    expect(names(body.items)).toEqual([...home, ...DIRECTORY_NAMES].sort(byCodePoint));
    const { publicId, name } = world.user('member');
    expect(body.items).toContainEqual({ publicId, name, username: 'member.here' });
    expect(body.items.find((row: any) => row.name === 'Under_score').username).toBeNull();
    const twins = body.items.filter((row: any) => row.name === 'Twin').map((row: any) => row.publicId as string);
    expect(twins).toEqual([...twins].sort(byCodePoint));
    for (const limit of [1, 3, 100]) expect(await walk(owner, `${USERS}?limit=${limit}`)).toEqual(body.items);
  });

  it('scenario 44: finds a literal part of a name or of the username here, in any case', async () => {
    expect(await found('ste')).toEqual(['100% Steve']);
    expect(await found(' éVA ')).toEqual(['Éva STRASSE']);
    expect(await found('οδυσσευς')).toEqual(['ΟΔΥΣΣΕΥΣ']);
    expect(await found('ΟΔΥΣ')).toEqual(['ΟΔΥΣΣΕΥΣ']);
    expect(await found('strasse')).toEqual(['Éva STRASSE']);
    expect(await found('EVA.S')).toEqual(['Éva STRASSE']);
    expect(await found('member.here')).toEqual([world.user('member').name]);
    expect(await found('nobody like that')).toEqual([]);
  });

  it('scenario 44: %, _ and \\ mean themselves', async () => {
    expect(await found('%')).toEqual(['100% Steve']);
    expect(await found('_')).toEqual(['Under_score']);
    expect(await found('\\')).toEqual([]);
    expect(names((await owner.get(`${USERS}?q=%25`)).body.items)).toEqual(['100% Steve']);
  });

  it('scenario 44: refuses an empty q, one of white space, and one of more than 200 characters', async () => {
    for (const text of ['', ' ', '\u0085', 'x'.repeat(201)]) {
      expectRefusal(await owner.get(q(text)), 'VALIDATION_ERROR', 'q');
    }
    expect(await found(` ${'x'.repeat(200)} `)).toEqual([]);
    expect(await found('😀'.repeat(200))).toEqual([]);
    expectRefusal(await owner.get(`${USERS}?limit=101`), 'VALIDATION_ERROR', 'limit');
  });

  it('filters by the request in hand: a cursor carries a position only', async () => {
    const { nextCursor } = (await owner.get(`${USERS}?limit=1`)).body.page;
    const { body } = await owner.get(`${q('Twin')}&cursor=${encodeURIComponent(nextCursor)}`);
    expect(names(body.items)).toEqual(['Twin', 'Twin']);
    const elsewhere = `${world.org('foreign')}/users?cursor=${encodeURIComponent(nextCursor)}`;
    expectRefusal(await world.caller('traveller').get(elsewhere), 'INVALID_CURSOR');
  });

  it('is open to a token of a single Project, and closed to strangers', async () => {
    const { status, body } = await world.caller('owner of WEB only').get(USERS);
    expect(status).toBe(200);
    expect(body).toEqual((await owner.get(USERS)).body);
    expectRefusal(await world.stranger.get(USERS), 'NOT_FOUND');
  });

  it('is closed to a token without a Project in that Organization, also of a member', async () => {
    const narrow = world.caller('traveller of WEB only');
    expect((await narrow.get(USERS)).status).toBe(200);
    const [there, unknown] = [`${world.org('foreign')}/users`, `${world.org('unknown')}/users`];
    expect((await world.caller('traveller').get(there)).status).toBe(200);
    expectRefusal(await narrow.get(there), 'NOT_FOUND');
    expectIndistinguishable(await narrow.get(there), await narrow.get(unknown));
  });

  it('finds by no e-mail address, and by the username of this Organization alone', async () => {
    expect(await found('example.test')).toEqual([]);
    expect(await found('@')).toEqual([]);
    const there = ['--org', `${world.slug}-foreign`, '--email', world.user('person0').email, '--role', 'member'];
    await taskResult(['member:add', ...there, '--username', 'Strasburger'], { databaseUrl: world.databaseUrl });
    const traveller = world.caller('traveller');
    const abroad = async (text: string): Promise<any[]> =>
      (await traveller.get(`${world.org('foreign')}/users?q=${text}`)).body.items;
    expect(await abroad('strasburger')).toMatchObject([{ name: 'Éva STRASSE', username: 'strasburger' }]);
    expect(await abroad('eva.s')).toEqual([]);
    expect(await found('strasburger')).toEqual([]);
    const [{ publicId }] = await abroad('strasburger');
    const { sharedOrganizations } = (await traveller.get(`/api/v1/users/${String(publicId)}`)).body;
    const called = sharedOrganizations.map(({ organization, username }: any) => [organization.slug, username]);
    expect(called).toEqual([
      [`${world.slug}-foreign`, 'strasburger'],
      [world.slug, 'eva.s'],
    ]);
  });

  it('shows the username of this Organization, and those who left no more', async () => {
    const abroad = (await world.stranger.get(`${world.org('foreign')}/users?q=traveller`)).body.items;
    expect(abroad).toEqual([
      { publicId: world.user('traveller').publicId, name: world.user('traveller').name, username: 'traveller.here' },
    ]);
    await taskResult(['member:remove', '--org', world.slug, '--email', world.user('person2').email], {
      databaseUrl: world.databaseUrl,
    });
    expect(await found('Under_score')).toEqual([]);
  });
});
