import { Facts } from '../kit/facts.js';
import { givenComment, givenLink, givenProject, givenWorkItem } from '../kit/given.js';
import { World } from '../kit/world.js';

const world = new World('talk');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

let project: any;
let item: any;
let at: string;

beforeAll(async () => {
  project = await givenProject(owner, world.org());
});

beforeEach(async () => {
  item = await givenWorkItem(owner, world.project(project.key));
  at = world.item(item.key);
});

const shownAs = (user: string): object => {
  const { publicId, name } = world.user(user);
  return { publicId, name };
};

/** Reads the activity entries of an item, without the first one, its creation. */
const historyOf = async (path: string, caller = owner): Promise<any[]> =>
  (await caller.get(`${path}/activity`)).body.items.slice(1);
const recorded = (items: readonly any[]): object[] =>
  items.map(({ action, actor, detail }) => ({ action, actor, detail }));
const named = ({ id, key, title }: any): object => ({ id, key, title });

describe('Comments in the activity', () => {
  it('are one entry per event, which does not contain their text', async () => {
    const comment = await givenComment(member, at, { body: 'A secret word' });
    const reply = await givenComment(owner, at, { body: 'A secret word', parentCommentId: comment.id });
    const edited = await member.patch(`${at}/comments/${comment.id}`, { body: 'Another secret word' });
    await owner.delete(`${at}/comments/${reply.id}`);
    const items = await historyOf(at);
    expect(recorded(items)).toEqual([
      { action: 'comment_added', actor: shownAs('member'), detail: null },
      { action: 'comment_replied', actor: shownAs('owner'), detail: null },
      { action: 'comment_edited', actor: shownAs('member'), detail: null },
      { action: 'comment_deleted', actor: shownAs('owner'), detail: null },
    ]);
    expect(items.map(({ createdAt }) => createdAt).slice(0, 3)).toEqual([
      comment.createdAt,
      reply.createdAt,
      edited.body.editedAt,
    ]);
    const { body, text } = await owner.get(`${world.project(project.key)}/activity?limit=4`);
    expect(body.items).toEqual([...items].reverse().map((entry) => ({ ...entry, workItem: named(item) })));
    expect(text).not.toContain('secret');
  });

  it('show up behind the last cursor', async () => {
    await givenComment(member, at);
    const { nextCursor } = (await owner.get(`${at}/activity?limit=1`)).body.page;
    const rest = `${at}/activity?cursor=${encodeURIComponent(nextCursor)}`;
    expect((await owner.get(rest)).body.items).toHaveLength(1);
    await givenComment(member, at);
    expect((await owner.get(rest)).body.items.map(({ action }: any) => action)).toEqual([
      'comment_added',
      'comment_added',
    ]);
  });
});

describe('Links in the activity', () => {
  it('are an entry on each of the two items, each from its own side, by the titles of today', async () => {
    const other = await givenWorkItem(owner, world.project(project.key));
    const { id } = await givenLink(member, at, other.key, 'blocks');
    await owner.delete(`${world.item(other.key)}/links/${id}`);
    await owner.patch(world.item(other.key), { title: 'Renamed' });
    const seenHere = { relation: 'blocks', otherWorkItem: named({ ...other, title: 'Renamed' }) };
    expect(recorded(await historyOf(at))).toEqual([
      { action: 'link_added', actor: shownAs('member'), detail: seenHere },
      { action: 'link_removed', actor: shownAs('owner'), detail: seenHere },
    ]);
    const seenThere = { relation: 'blocked_by', otherWorkItem: named(item) };
    expect(recorded((await historyOf(world.item(other.key))).slice(0, 2))).toEqual([
      { action: 'link_added', actor: shownAs('member'), detail: seenThere },
      { action: 'link_removed', actor: shownAs('owner'), detail: seenThere },
    ]);
  });

  it('name no Work Item that is deleted', async () => {
    const other = await givenWorkItem(owner, world.project(project.key));
    await givenLink(owner, at, other.key, 'relates');
    await facts.deleteWorkItem(other.id);
    const hidden = {
      action: 'link_added',
      actor: shownAs('owner'),
      detail: { relation: 'relates', otherWorkItem: null },
    };
    expect(recorded(await historyOf(at))).toEqual([hidden]);
  });

  it('name no Work Item of a Project that the token does not cover', async () => {
    const web = await givenWorkItem(owner, world.project('WEB'), { title: 'Near' });
    const ham = await givenWorkItem(owner, world.project('HAM'), { title: 'Far away' });
    await givenLink(owner, world.item(web.key), ham.key, 'blocked_by');
    const narrow = world.caller('owner of WEB only');
    const [entry] = await historyOf(world.item(web.key), narrow);
    expect(entry.detail).toEqual({ relation: 'blocked_by', otherWorkItem: null });
    const feed = await narrow.get(`${world.project('WEB')}/activity`);
    expect(feed.body.items[0]).toEqual({ ...entry, workItem: named(web) });
    expect(feed.text).not.toContain('Far away');
    expect((await historyOf(world.item(web.key)))[0].detail.otherWorkItem).toEqual(named(ham));
  });
});
