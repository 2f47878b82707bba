import type { PublicUserId } from '@worktrack/domain';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { postgresAdapters } from '../adapters.js';

describe('Who a path names', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await TestDatabase.create();
  });
  afterAll(() => database.drop());

  it('costs the same statement and no row, a stranger or nobody', async () => {
    const seen: string[] = [];
    const { people } = postgresAdapters(await database.open({ observe: (names) => seen.push(...names) }));
    const world = new World(database);
    const [organization, elsewhere] = [await world.organization(), await world.organization()];
    const [viewer, colleague, stranger] = [await world.user(), await world.user(), await world.user()];
    for (const user of [viewer, colleague]) await world.member(organization, user);
    await world.member(elsewhere, stranger);
    const find = async (publicId: string) => {
      seen.length = 0;
      const found = await people.find(publicId as PublicUserId, viewer, [organization]);
      return { found: found?.id, statements: [...seen] };
    };
    const publicIdOf = async (id: string) =>
      (await database.sql<{ publicId: string }>('select public_id as "publicId" from users where id = $1', [id]))[0]!
        .publicId;
    const nobody = await find('usr_AAAAAAAAAAAAAAAAAAAAAA');
    expect(nobody).toEqual({ found: undefined, statements: ['people.find'] });
    expect(await find(await publicIdOf(stranger))).toEqual(nobody);
    expect((await find(await publicIdOf(colleague))).found).toBe(colleague);
    // The viewer finds themselves, even without any membership.
    expect((await people.find((await publicIdOf(viewer)) as PublicUserId, viewer, []))?.id).toBe(viewer);
  });
});
