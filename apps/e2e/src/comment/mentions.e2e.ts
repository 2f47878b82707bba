import { givenComment, givenProject, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { World } from '../kit/world.js';

const world = new World('mentions');
const { owner, admin, member, stranger } = world;

let at: string;
let item: string;

beforeAll(async () => {
  const { key } = await givenProject(owner, world.org());
  at = world.project(key);
});

beforeEach(async () => {
  item = world.item((await givenWorkItem(owner, at)).key);
});

const once = (username: string) => ({ username, occurrenceCount: 1 });
const mentionsOf = (body: any) => body.mentions;
const isWatched = async (client: typeof owner, of = item): Promise<boolean> =>
  (await client.get(`${of}/watcher`)).body.watched;

describe('The mentions of a comment', () => {
  it('are the members with the usernames in its text, in any case, in the response and in every list', async () => {
    const body = 'First @MEMBER.here, then (@admin.here), @member.here. Not @nobody, mail@owner.here or `@owner.here`';
    const made = await owner.post(`${item}/comments`, { body });
    const expected = [once('admin.here'), { username: 'member.here', occurrenceCount: 2 }];
    expect([made.status, mentionsOf(made.body)]).toEqual([201, expected]);
    const items = await walk(owner, `${item}/comments?limit=1`);
    expect(items.map(mentionsOf)).toEqual([expected]);
  });

  it('are none in a text without names, and in a deleted comment', async () => {
    expect(mentionsOf(await givenComment(owner, item))).toEqual([]);
    const { id } = await givenComment(owner, item, { body: 'Look, @member.here' });
    await owner.delete(`${item}/comments/${id}`);
    const items = await walk(owner, `${item}/comments`);
    expect(items.map(mentionsOf)).toEqual([[], []]);
    // Who was mentioned watches all the same.
    expect(await isWatched(member)).toBe(true);
  });

  it('follow an edit that adds, repeats and removes them', async () => {
    const { id } = await givenComment(owner, item, { body: 'Look, @member.here' });
    const edit = async (body: string) => mentionsOf((await owner.patch(`${item}/comments/${id}`, { body })).body);
    expect(await edit('Look, @member.here and @admin.here @admin.here')).toEqual([
      { username: 'admin.here', occurrenceCount: 2 },
      once('member.here'),
    ]);
    expect(await edit('Look, @admin.here')).toEqual([once('admin.here')]);
    expect(await edit('Look')).toEqual([]);
    expect(await edit('@member.here')).toEqual([once('member.here')]);
  });

  it('name nobody of another Organization', async () => {
    await stranger.get('/api/v1/me');
    const made = await givenComment(owner, item, { body: '@stranger.here @owner.here' });
    expect(mentionsOf(made)).toEqual([once('owner.here')]);
  });
});

describe('Whoever is mentioned', () => {
  it('in a comment or a description watches from then on, until unwatch', async () => {
    expect(await isWatched(member)).toBe(false);
    await givenComment(owner, item, { body: 'Look, @member.here' });
    expect(await isWatched(member)).toBe(true);
    await member.post(`${item}/watcher`, { action: 'unwatch' });
    await givenComment(owner, item, { body: 'Look again, @member.here' });
    expect(await isWatched(member)).toBe(false);

    const described = world.item((await givenWorkItem(owner, at, { description: 'For\n\n- @admin.here' })).key);
    expect([await isWatched(admin, described), await isWatched(member, described)]).toEqual([true, false]);
    await owner.patch(described, { description: '@member.here' }, { ifMatch: '*' });
    expect([await isWatched(admin, described), await isWatched(member, described)]).toEqual([true, true]);
  });

  it('in a description of a bulk request watches too', async () => {
    const operation = { projectKey: at.split('/').at(-1), title: 'One of many', description: 'For @member.here' };
    const { body } = await owner.post(`${world.org()}/bulk-work-items`, {
      operations: [operation, { ...operation, description: 'For @nobody.here' }, operation],
    });
    const keys = body.results.map(({ workItem }: any) => workItem.key);
    const watched = await Promise.all(keys.map((key: string) => isWatched(member, world.item(key))));
    expect(watched).toEqual([true, false, true]);
  });
});
