import type { Answer } from '../kit/client.js';
import { givenComment, givenLabel, givenLink, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('cards');
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/** The path of the cards of a Project, by the path of that Project in the public API. */
const cardsOf = (project: string): string => `${project.replace('/api/v1/', '/api/')}/cards`;
const titlesOf = ({ body }: Answer): string[] => body.items.map(({ title }: { title: string }) => title);

let member: Browser;
beforeAll(async () => {
  member = await signedIn(world, 'member');
});

const place = async (): Promise<{ readonly project: string; readonly cards: string }> => {
  const { key } = await givenProject(world.owner, world.org());
  const project = world.project(key);
  return { project, cards: cardsOf(project) };
};

describe('listCards', () => {
  it('answers with all that a card shows, and no more', async () => {
    const { project, cards } = await place();
    const { publicId, name } = world.user('member');
    const labels = [];
    for (const word of ['zeta', 'alpha', 'beta', 'gamma']) labels.push(await givenLabel(world.owner, project, word));
    const parent = await givenWorkItem(world.owner, project, { title: 'Launch', type: 'epic' });
    const item = await givenWorkItem(world.owner, project, {
      ...{ title: 'Engine', type: 'bug', status: 'in_progress', priority: 'urgent', storyPoints: 5 },
      ...{ dueDate: '2030-01-02T03:04:05.000Z', parentId: parent.id, assigneePublicId: publicId },
    });
    const path = `${project}/work-items/${item.key}`;
    for (const { id } of labels) await world.owner.post(`${path}/labels`, { labelId: id }, { ifMatch: '*' });
    await givenComment(world.owner, path);
    const blocker = await givenWorkItem(world.owner, project, { title: 'Permit' });
    await givenLink(world.owner, `${project}/work-items/${blocker.key}`, item.key, 'blocks');
    const { revision } = (await world.owner.get(path)).body;

    const answer = await member.get(cards);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(answer.body).sort()).toEqual(['capped', 'items']);
    expect(answer.body.capped).toBe(false);
    expect(titlesOf(answer)).toEqual(['Engine', 'Permit', 'Launch']);
    const [engine, permit, launch] = answer.body.items;
    expect(engine).toEqual({
      ...{ id: expect.stringMatching(UUID), key: item.key, revision, title: 'Engine', type: 'bug' },
      ...{ status: 'in_progress', priority: 'urgent', storyPoints: 5, dueDate: '2030-01-02T03:04:05.000Z' },
      assignee: { publicId, name, avatarUrl: null },
      parent: { key: parent.key, title: 'Launch' },
      labels: ['alpha', 'beta', 'gamma'].map((word) => {
        const { id, color } = labels.find((label) => label.name === word);
        return { id, name: word, color };
      }),
      ...{ labelCount: 4, children: { total: 0, done: 0 }, comments: 1, blocked: true },
    });
    expect(launch).toMatchObject({ children: { total: 1, done: 0 }, parent: null, assignee: null, labels: [] });
    expect(permit).toMatchObject({ blocked: false, comments: 0, storyPoints: null, dueDate: null });

    await world.owner.post(`${path}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    const permitPath = `${project}/work-items/${blocker.key}`;
    await world.owner.post(`${permitPath}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    const after = (await member.get(cards)).body.items;
    expect(after.find(({ title }: any) => title === 'Launch').children).toEqual({ total: 1, done: 1 });
    expect(after.find(({ title }: any) => title === 'Engine').blocked).toBe(false);
  });

  it('shows archived and deleted Work Items to nobody', async () => {
    const { project, cards } = await place();
    for (const title of ['Kept', 'Archived', 'Deleted']) await givenWorkItem(world.owner, project, { title });
    const { items } = (await member.get(cards)).body;
    const pathOf = (title: string): string =>
      `${project}/work-items/${items.find((one: any) => one.title === title).key}`;
    await world.owner.post(`${pathOf('Archived')}/archive`, {}, { ifMatch: '*' });
    await world.owner.delete(pathOf('Deleted'), { ifMatch: '*' });
    expect(titlesOf(await member.get(cards))).toEqual(['Kept']);
  });

  it('filters by text, type, priority, assignee, label and Sprint, all of which must match', async () => {
    const { project, cards } = await place();
    const { id: label } = await givenLabel(world.owner, project, 'urgent');
    const dates = { startDate: '2030-03-02T09:00:00Z', endDate: '2030-03-13T17:00:00Z' };
    const { id: active } = await givenSprint(world.owner, project, { name: 'Now', ...dates });
    const { id: future } = await givenSprint(world.owner, project, { name: 'Later' });
    await moved(world.owner, `${project}/sprints/${active}`, 'active');
    const { publicId } = world.user('member');
    const colleague = world.user('colleague').publicId;
    const given = (members: object): Promise<any> => givenWorkItem(world.owner, project, members);
    const { key } = await given({ title: 'Door', type: 'bug', sprintId: active, assigneePublicId: publicId });
    await world.owner.post(`${project}/work-items/${key}/labels`, { labelId: label }, { ifMatch: '*' });
    await given({ title: 'Window', priority: 'high', sprintId: future, assigneePublicId: colleague });
    await given({ title: 'Roof', description: 'With a WINDOW in it.' });

    const found = async (query: string): Promise<string[]> => {
      const answer = await member.get(`${cards}?${query}`);
      expect({ query, status: answer.status }).toEqual({ query, status: 200 });
      return titlesOf(answer).sort();
    };
    expect(await found('q=window')).toEqual(['Roof', 'Window']);
    expect(await found('q=')).toEqual(['Door', 'Roof', 'Window']);
    expect(await found('type=bug')).toEqual(['Door']);
    expect(await found('type=bug&type=task')).toEqual(['Door', 'Roof', 'Window']);
    expect(await found('priority=high')).toEqual(['Window']);
    expect(await found('assignee=me')).toEqual(['Door']);
    expect(await found('assignee=none')).toEqual(['Roof']);
    expect(await found(`assignee=none&assignee=${colleague}`)).toEqual(['Roof', 'Window']);
    expect(await found(`label=${label}`)).toEqual(['Door']);
    expect(await found('sprint=active')).toEqual(['Door']);
    expect(await found('sprint=none')).toEqual(['Roof']);
    expect(await found(`sprint=${future}`)).toEqual(['Window']);
    expect(await found(`sprint=${future}&assignee=me`)).toEqual([]);
    expect(await found('doneWithinDays=0')).toEqual(['Door', 'Roof', 'Window']);
    expect(await found(`sprint=${UNKNOWN}`)).toEqual([]);
    expect(await found(`label=${UNKNOWN}`)).toEqual([]);
    expect(await found('assignee=usr_AAAAAAAAAAAAAAAAAAAAAA')).toEqual([]);
  });

  it.each([
    ['sprint', 'sprint=next'],
    ['sprint', 'sprint=active&sprint=none'],
    ['label', 'label=urgent'],
    ['assignee', 'assignee=ada'],
    ['type', 'type=saga'],
    ['priority', 'priority=highest'],
    ['doneWithinDays', 'doneWithinDays=91'],
    ['q', `q=${'x'.repeat(201)}`],
    ['limit', 'limit=10'],
  ])('refuses a wrong %s: %s', async (name, query) => {
    const answer = await member.get(`${cardsOf(world.project())}?${query}`);
    expectRefusal(answer, 'VALIDATION_ERROR', name);
  });

  it('is open to every member and to nobody else, by a session only', async () => {
    await givenWorkItem(world.owner, world.project(), { title: 'Paint the door' });
    const path = cardsOf(world.project());
    expect(titlesOf(await member.get(path))).toContain('Paint the door');
    const stranger = await signedIn(world, 'stranger');
    expectRefusal(await stranger.get(path), 'NOT_FOUND');
    expectRefusal(await member.get(cardsOf(world.project('NONE'))), 'NOT_FOUND');
    const nobody = new Browser(world.baseUrl);
    expectRefusal(await nobody.get(path), 'AUTH_REQUIRED');
    const headers = { authorization: `Bearer ${world.token('owner').token}` };
    expectRefusal(await nobody.get(path, headers), 'AUTH_REQUIRED');
  });
});
