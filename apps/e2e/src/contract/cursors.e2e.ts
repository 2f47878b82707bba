import { uploadOf } from '../kit/upload.js';
import {
  created,
  givenComment,
  givenLabel,
  givenLink,
  givenProject,
  givenSprint,
  givenWorkItem,
} from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { World } from '../kit/world.js';

const world = new World('lists');
const { owner } = world;

/** Collections with a second page each. */
const collections = [
  ...(['organizations', 'projects', 'work items', 'labels', 'sprints', 'activity', 'Project activity'] as const),
  ...(['comments', 'links', 'attachments', 'my work'] as const),
];
type Collection = (typeof collections)[number];
/** Collections of which a page has at most 100 rows. Of the others it has at most 200. */
const OF_HUNDRED: readonly Collection[] = ['organizations', 'projects', 'labels', 'sprints', 'links'];
const target = Object.fromEntries(collections.map((name) => [name, ''])) as Record<Collection, string>;
const cursor = { ...target };
let otherParent: Partial<Record<Collection, string>> = {};

const reader = world.caller('traveller');

beforeAll(async () => {
  const one = await givenProject(owner, world.org());
  const other = await givenProject(owner, world.org());
  const item = await givenWorkItem(owner, world.project(one.key));
  await owner.patch(world.item(item.key), { title: 'Changed' });
  target.organizations = '/api/v1/organizations';
  target.projects = `${world.org()}/projects`;
  target['work items'] = `${world.project(one.key)}/work-items`;
  target.labels = `${world.project(one.key)}/labels`;
  target.activity = `${world.item(item.key)}/activity`;
  target['Project activity'] = `${world.project(one.key)}/activity`;
  target.sprints = `${world.project(one.key)}/sprints`;
  for (const name of ['comments', 'links', 'attachments'] as const) target[name] = `${world.item(item.key)}/${name}`;
  target['my work'] = '/api/v1/my/work';
  const lonely = await givenWorkItem(owner, world.project(one.key));
  otherParent = {
    projects: `${world.org('foreign')}/projects`,
    'work items': `${world.project(other.key)}/work-items`,
    labels: `${world.project(other.key)}/labels`,
    activity: `${world.item(lonely.key)}/activity`,
    'Project activity': `${world.project(other.key)}/activity`,
    sprints: `${world.project(other.key)}/sprints`,
    comments: `${world.item(lonely.key)}/comments`,
    links: `${world.item(lonely.key)}/links`,
    attachments: `${world.item(lonely.key)}/attachments`,
  };
  for (const name of ['One', 'Two']) {
    await givenSprint(owner, world.project(one.key), { name });
    await givenComment(owner, world.item(item.key));
    await givenLink(owner, world.item(item.key), (await givenWorkItem(owner, world.project(one.key))).key);
    await created(owner.post(target.attachments, uploadOf(name)));
    await givenWorkItem(owner, world.project(one.key), { assigneeId: world.user('traveller').id });
  }
  for (const name of ['a', 'b']) await givenLabel(owner, world.project(one.key), name);
  for (const collection of collections) {
    cursor[collection] = (await reader.get(`${target[collection]}?limit=1`)).body.page.nextCursor;
  }
});

describe.each(collections)('A cursor of %s', (collection) => {
  const refused = async (path: string, text: string): Promise<void> => {
    const separator = path.includes('?') ? '&' : '?';
    expectRefusal(await reader.get(`${path}${separator}cursor=${text}`), 'INVALID_CURSOR');
  };

  it('leads on, also with another limit', async () => {
    const text = encodeURIComponent(cursor[collection]);
    expect((await reader.get(`${target[collection]}?limit=1&cursor=${text}`)).status).toBe(200);
    expect((await reader.get(`${target[collection]}?limit=7&cursor=${text}`)).status).toBe(200);
    expect((await reader.get(`${target[collection]}?cursor=${text}`)).status).toBe(200);
  });

  it.each([
    ['empty', ''],
    ['a word', 'cursor'],
    ['a number', '1'],
    ['white space', '%20'],
    ['of 2,049 characters', 'a'.repeat(2049)],
    ['of 2,048 characters that mean nothing', 'a'.repeat(2048)],
    ['JSON in Base64', 'eyJhIjoxfQ'],
    ['SQL', '%27%20or%201%3D1'],
  ])('is invalid when it is %s', async (_what, text) => {
    await refused(target[collection], text);
  });

  it('is invalid after any edit', async () => {
    const text = cursor[collection];
    const flipped = (at: number): string =>
      text.slice(0, at) + (text.charAt(at) === 'A' ? 'B' : 'A') + text.slice(at + 1);
    const middle = Math.floor(text.length / 2);
    for (const edited of [flipped(0), flipped(middle), text.slice(0, -4), `${text}A`, text.slice(1), text + text]) {
      await refused(target[collection], encodeURIComponent(edited));
    }
  });

  it('is invalid in every other collection', async () => {
    for (const other of collections) {
      if (other !== collection) await refused(target[other], encodeURIComponent(cursor[collection]));
    }
    const elsewhere = otherParent[collection];
    if (elsewhere !== undefined) await refused(elsewhere, encodeURIComponent(cursor[collection]));
  });

  it('is of pages of 50 rows, and of a most that is refused by name when it is passed', async () => {
    const most = OF_HUNDRED.includes(collection) ? 100 : 200;
    expect((await reader.get(target[collection])).body.page).toMatchObject({ limit: 50 });
    expect((await reader.get(`${target[collection]}?limit=${most}`)).body.page).toMatchObject({ limit: most });
    expectRefusal(await reader.get(`${target[collection]}?limit=${most + 1}`), 'VALIDATION_ERROR', 'limit');
  });

  it('may be given once only', async () => {
    const text = encodeURIComponent(cursor[collection]);
    const answer = await reader.get(`${target[collection]}?cursor=${text}&cursor=${text}`);
    expectRefusal(answer, 'VALIDATION_ERROR', 'cursor');
  });
});
