import { type Answer, freshKey } from '../kit/client.js';
import { query } from '../kit/database.js';
import {
  created,
  givenComment,
  givenLabel,
  givenLink,
  givenProject,
  givenSprint,
  givenWorkItem,
  moved,
} from '../kit/given.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();

/** Characters that take the most room in JSON, in UTF-8 and in Base64. */
const UNITS = ['\u0001', '😀', '"', '\\', '\u{10ffff}'];

/** A name of `length` code points for each unit, three times: they differ in their last code point only. */
const longest = (length: number): string[] =>
  UNITS.flatMap((unit) => ['b', 'a', 'c'].map((end) => unit.repeat(length - 1) + end));

/** Sorts texts by code point. */
const sorted = (texts: readonly string[]): string[] =>
  texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

let server: RunningServer;
let world: World;
let project: string;
let item: string;
let sprint: string;

beforeAll(async () => {
  server = await startServer({ postgresUrl, template });
  world = new World('lists', server.baseUrl, server.databaseUrl);
  const { owner } = world;
  // Written by SQL, because no administration task is meant for such names; they are legal all the same.
  await query(server.databaseUrl, `update organizations set name = repeat(U&'\\0001', 254) || left(id::text, 1)`);
  await query(server.databaseUrl, `update users set name = repeat(U&'\\+01F600', 254) || left(id::text, 1)`);
  const made = await givenProject(owner, world.org());
  project = world.project(made.key);
  for (const name of longest(255)) await givenProject(owner, world.org(), { name });
  for (const name of longest(100)) await givenLabel(owner, project, name);
  const titles = longest(500);
  const items = [];
  for (const title of titles) {
    items.push(await givenWorkItem(owner, project, { title, type: 'epic', dueDate: '2026-03-01T00:00:00Z' }));
  }
  item = world.item(items[0].key);
  for (const { key } of items.slice(1, 4)) await givenLink(owner, item, key, 'relates');
  for (const body of longest(255).slice(0, 3)) await givenComment(owner, item, { body });
  for (const name of longest(255).slice(3, 6)) {
    await created(owner.post(`${item}/attachments`, uploadOf('x', { fileName: name })));
  }
  for (const name of longest(255)) await givenSprint(owner, project, { name });
  const began = await givenSprint(owner, project, {
    name: `${'\u0001'.repeat(254)}d`,
    startDate: '2026-03-01T00:00:00Z',
  });
  sprint = `${project}/sprints/${began.id}`;
  await moved(owner, sprint, 'active');
  for (const { key } of items.slice(0, 3)) await owner.patch(world.item(key), { sprintId: began.id });
});
afterAll(async () => {
  await server.stop();
});

/** All pages of one row each; `ask` sends a cursor back. Every cursor is one that the server itself has made. */
async function pagesOf(ask: (cursor: string | undefined) => Promise<Answer>): Promise<any[]> {
  const rows: any[] = [];
  let cursor: string | undefined;
  do {
    const { status, text, body } = await ask(cursor);
    if (status !== 200) throw new Error(`A cursor of ${cursor?.length ?? 0} characters is refused: ${text}`);
    rows.push(...body.items);
    cursor = body.page.nextCursor ?? undefined;
  } while (cursor !== undefined && rows.length < 1_000);
  return rows;
}

const listed = (target: string, who = world.owner): Promise<any[]> =>
  pagesOf((cursor) =>
    who.get(`${target}${target.includes('?') ? '&' : '?'}limit=1${cursor ? `&cursor=${cursor}` : ''}`),
  );

describe('With the longest names, every page can be turned', () => {
  it('of Organizations, Projects, labels and members, in the order of their names', async () => {
    const named = async (target: string, who = world.owner): Promise<string[]> =>
      (await listed(target, who)).map(({ name }) => name as string);
    const organizations = await named('/api/v1/organizations', world.caller('traveller'));
    expect(organizations.length).toBeGreaterThan(1);
    expect(organizations).toEqual(sorted(organizations));
    const projects = await named(`${world.org()}/projects`);
    expect(projects.filter((name) => name.length >= 255)).toEqual(sorted(longest(255)));
    expect(await named(`${project}/labels`)).toEqual(sorted(longest(100)));
    const members = await named(`${world.org()}/users`);
    expect(members.length).toBeGreaterThan(1);
    expect(members).toEqual(sorted(members));
  });

  it.each([
    'sprints',
    'activity',
    'work-items?sort=updated',
    'work-items?sort=dueDate',
    'work-items?sort=priority',
    'work-items?sort=rank',
  ])('of the Project: %s', async (collection) => {
    const rows = await listed(`${project}/${collection}`);
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it.each(['links', 'comments', 'attachments', 'activity'])('of a Work Item: %s', async (collection) => {
    expect((await listed(`${item}/${collection}`)).length).toBeGreaterThan(2);
  });

  it('of a profile, of My Work and of the Work Items of an Organization', async () => {
    const me = world.user('owner').publicId;
    for (const target of [
      `/api/v1/users/${me}/work?q=a`,
      `/api/v1/users/${me}/activity`,
      ...['updated', 'dueDate', 'priority', 'rank'].map((sort) => `${world.org()}/work-items?sort=${sort}&type=epic`),
    ]) {
      expect((await listed(target)).length).toBeGreaterThan(1);
    }
    expect(await listed('/api/v1/my/work')).toEqual(expect.any(Array));
  });

  it('of a search in the order of titles', async () => {
    const rows = await pagesOf((cursor) =>
      world.owner.post(
        `${world.org()}/work-items/search`,
        { query: `type = epic order by title, due desc, created, points, priority`, limit: 1, cursor: cursor ?? null },
        { key: freshKey() },
      ),
    );
    expect(rows.map(({ title }) => title as string)).toEqual(sorted(longest(500)));
  });

  it('of reports', async () => {
    const epics = await listed(`${project}/reports/epic-progress?sort=name`);
    expect(epics.map(({ epic }) => epic.title as string)).toEqual(sorted(longest(500)));
    for (const report of [
      'distribution?groupBy=assignee',
      'distribution?groupBy=label',
      'ageing-wip?sort=assignee',
      'velocity?range=6',
    ]) {
      expect(await listed(`${project}/reports/${report}`)).toEqual(expect.any(Array));
    }
    expect((await listed(`${sprint}/report`)).length).toBeGreaterThan(1);
  });
});
