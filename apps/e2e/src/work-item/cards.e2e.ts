import type { Answer } from '../kit/client.js';
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
import { expectRefusal } from '../kit/refusals.js';
import { Browser, signedIn } from '../kit/session.js';
import { uploadOf } from '../kit/upload.js';
import { INSTANT, UUID } from '../kit/words.js';
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
    const labels: any[] = [];
    for (const word of ['zeta', 'alpha', 'beta', 'gamma']) labels.push(await givenLabel(world.owner, project, word));
    const parent = await givenWorkItem(world.owner, project, { title: `Launch${'!'.repeat(200)}`, type: 'epic' });
    const item = await givenWorkItem(world.owner, project, {
      ...{ title: 'Engine', type: 'bug', status: 'in_progress', priority: 'urgent', storyPoints: 5 },
      ...{ dueDate: '2030-01-02T03:04:05.000Z', parentId: parent.id, assigneePublicId: publicId },
    });
    const path = `${project}/work-items/${item.key}`;
    for (const { id } of labels) await world.owner.post(`${path}/labels`, { labelId: id }, { ifMatch: '*' });
    await givenComment(world.owner, path);
    const blocker = await givenWorkItem(world.owner, project, { title: 'Permit' });
    await givenLink(world.owner, `${project}/work-items/${blocker.key}`, item.key, 'blocks');
    await created(world.owner.post(`${path}/attachments`, uploadOf('plan')));
    const { id: sprintId } = await givenSprint(world.owner, project, { name: 'Sprint 1' });
    await world.owner.patch(path, { sprintId }, { ifMatch: '*' });
    const { revision, updatedAt } = (await world.owner.get(path)).body;

    const answer = await member.get(cards);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(Object.keys(answer.body).sort()).toEqual(['asOf', 'gone', 'items', 'truncated']);
    expect(answer.body).toMatchObject({ asOf: expect.stringMatching(INSTANT), gone: [], truncated: false });
    expect(titlesOf(answer)).toEqual(['Engine', 'Permit', parent.title]);
    const [engine, permit, launch] = answer.body.items;
    expect(engine).toEqual({
      ...{ id: expect.stringMatching(UUID), key: item.key, revision, title: 'Engine', type: 'bug' },
      // Nobody has moved the second Work Item of the Project (ADR 105).
      position: 2 * 2 ** 19,
      ...{ status: 'in_progress', priority: 'urgent', storyPoints: 5, dueDate: '2030-01-02T03:04:05.000Z' },
      assignee: { publicId, name, avatarUrl: null },
      parent: { key: parent.key, title: `Launch${'!'.repeat(194)}` },
      labels: ['alpha', 'beta', 'gamma'].map((word) => {
        const { id, color } = labels.find((label) => label.name === word);
        return { id, name: word, color };
      }),
      ...{ labelCount: 4, children: { total: 0, done: 0 }, comments: 1, attachments: 1, blocked: true },
      ...{ sprint: { id: sprintId, name: 'Sprint 1', state: 'future' }, updatedAt },
    });
    expect(launch).toMatchObject({ children: { total: 1, done: 0 }, parent: null, assignee: null, labels: [] });
    expect(permit).toMatchObject({
      blocked: false,
      comments: 0,
      attachments: 0,
      sprint: null,
      storyPoints: null,
      dueDate: null,
    });

    await world.owner.post(`${path}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    const permitPath = `${project}/work-items/${blocker.key}`;
    await world.owner.post(`${permitPath}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    const after = (await member.get(cards)).body.items;
    expect(after.find(({ key }: any) => key === parent.key).children).toEqual({ total: 1, done: 1 });
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
    expect(await found('status=backlog&status=todo')).toEqual(['Door', 'Roof', 'Window']);
    expect(await found('status=done')).toEqual([]);
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

  it('filters by a SqueakQL query together with all other members', async () => {
    const { project, cards } = await place();
    const assigneePublicId = world.user('member').publicId;
    const { key } = await givenWorkItem(world.owner, project, { title: 'Door', priority: 'high', assigneePublicId });
    await givenWorkItem(world.owner, project, { title: 'Roof', priority: 'high', dueDate: '2001-01-01T00:00:00Z' });
    await givenWorkItem(world.owner, project, { title: 'Window' });
    // A query is never about another Project than that of the path.
    const other = await place();
    const { key: foreign } = await givenWorkItem(world.owner, other.project, { title: 'Foreign', priority: 'high' });
    const found = async (query: string, more = ''): Promise<string[]> => {
      const answer = await member.get(`${cards}?squeakql=${encodeURIComponent(query)}${more}`);
      expect({ query, status: answer.status }).toEqual({ query, status: 200 });
      return titlesOf(answer).sort();
    };
    expect(await found('priority = high')).toEqual(['Door', 'Roof']);
    expect(await found('priority = high', '&q=roof')).toEqual(['Roof']);
    expect(await found('assignee = me()')).toEqual(['Door']);
    expect(await found('due < now()')).toEqual(['Roof']);
    expect(await found(`key IN (${key}, ${foreign})`)).toEqual(['Door']);
    expect(await found('label = none', '&type=bug')).toEqual([]);
  });

  it.each([
    ['priority = ', 'SQUEAKQL_'],
    ['points = 1 ORDER BY due', 'SQUEAKQL_'],
    ['x = 1', 'SQUEAKQL_'],
  ])('refuses the query %j, and says where it is wrong', async (query, code) => {
    const answer = await member.get(`${cardsOf(world.project())}?squeakql=${encodeURIComponent(query)}`);
    expectRefusal(answer, 'VALIDATION_ERROR', 'squeakql');
    const [diagnostic] = answer.body.error.details.diagnostics;
    expect(diagnostic).toMatchObject({ code: expect.stringContaining(code), line: 1, column: expect.any(Number) });
  });

  it('refuses a query of nothing, one that is too long and two of them', async () => {
    for (const query of ['squeakql=', `squeakql=${'x'.repeat(5_000)}`, 'squeakql=points=1&squeakql=points=2']) {
      expectRefusal(await member.get(`${cardsOf(world.project())}?${query}`), 'VALIDATION_ERROR', 'squeakql');
    }
  });

  it('with scope open leaves out what is done', async () => {
    const { project, cards } = await place();
    await givenWorkItem(world.owner, project, { title: 'Open' });
    await givenWorkItem(world.owner, project, { title: 'Closed', status: 'done' });
    expect(titlesOf(await member.get(`${cards}?scope=open`))).toEqual(['Open']);
    expect(titlesOf(await member.get(`${cards}?scope=all`)).sort()).toEqual(['Closed', 'Open']);
    expect(titlesOf(await member.get(`${cards}?scope=open&status=done`))).toEqual([]);
  });

  it('gives an instant after which the next read misses nothing, shortly before its own', async () => {
    const { project, cards } = await place();
    const before = Date.now();
    const { asOf } = (await member.get(cards)).body;
    const after = Date.now();
    expect(Date.parse(asOf)).toBeLessThan(before);
    expect(Date.parse(asOf)).toBeGreaterThan(after - 60_000);
    await givenWorkItem(world.owner, project, { title: 'New' });
    expect(titlesOf(await member.get(`${cards}?updatedAfter=${asOf}`))).toEqual(['New']);
    expect((await member.get(`${cards}?updatedAfter=2100-01-01T00:00:00Z`)).body).toEqual({
      ...{ asOf: expect.stringMatching(INSTANT), items: [], gone: [], truncated: false },
    });
  });

  describe('with updatedAfter', () => {
    /** Creates the Work Items, lets the change happen a moment later, and answers the keys of what changed. */
    const changedBy = async (
      given: (project: string) => Promise<any[]>,
      change: (project: string, items: any[]) => Promise<unknown>,
      query = '',
    ): Promise<{ readonly changed: number[]; readonly gone: number[] }> => {
      const { project, cards } = await place();
      const items = await given(project);
      const last = (await world.owner.get(`${project}/activity?limit=1`)).body.items[0].createdAt;
      // The change is a request of its own, so its instant is a later one.
      await change(project, items);
      const { body } = await member.get(`${cards}?updatedAfter=${last}${query}`);
      const at = (one: { id: string }): number => items.findIndex(({ id }) => id === one.id);
      return {
        changed: body.items.map(at).sort(),
        gone: body.gone.map((id: string) => at({ id })).sort(),
      };
    };
    const three = async (project: string): Promise<any[]> => [
      await givenWorkItem(world.owner, project, { title: 'First' }),
      await givenWorkItem(world.owner, project, { title: 'Second' }),
      await givenWorkItem(world.owner, project, { title: 'Third' }),
    ];
    const family = async (project: string): Promise<any[]> => {
      const [first, second] = await three(project);
      return [first, second, await givenWorkItem(world.owner, project, { title: 'Child', parentId: first.id })];
    };
    const at = (project: string, { key }: { readonly key: string }): string => `${project}/work-items/${key}`;
    const patch = (project: string, item: any, members: object): Promise<Answer> =>
      world.owner.patch(at(project, item), members, { ifMatch: '*' });

    it('answers with a Work Item whose fields changed, and with no other', async () => {
      const change = (project: string, [, second]: any[]): Promise<Answer> =>
        patch(project, second, { title: 'Other' });
      expect(await changedBy(three, change)).toEqual({ changed: [1], gone: [] });
    });

    it.each<[string, (path: string, project: string) => Promise<unknown>]>([
      ['a comment', (path) => givenComment(world.owner, path)],
      ['an attachment', (path) => created(world.owner.post(`${path}/attachments`, uploadOf('plan')))],
      [
        'a label',
        async (path, project) => {
          const { id } = await givenLabel(world.owner, project, 'urgent');
          return world.owner.post(`${path}/labels`, { labelId: id }, { ifMatch: '*' });
        },
      ],
    ])('answers with a Work Item that got %s', async (_, add) => {
      const change = (project: string, [, second]: any[]): Promise<unknown> => add(at(project, second), project);
      expect(await changedBy(three, change)).toEqual({ changed: [1], gone: [] });
    });

    it('answers with the parent and the former parent, whose counts changed', async () => {
      const done = (project: string, [, , child]: any[]): Promise<Answer> =>
        world.owner.post(`${at(project, child)}/transitions`, { targetStatus: 'in_progress' }, { ifMatch: '*' });
      expect(await changedBy(family, done)).toEqual({ changed: [0, 2], gone: [] });
      const elsewhere = (project: string, [, second, child]: any[]): Promise<Answer> =>
        patch(project, child, { parentId: second.id });
      expect(await changedBy(family, elsewhere)).toEqual({ changed: [0, 1, 2], gone: [] });
    });

    it('answers with the children of a parent that has another title', async () => {
      const renamed = (project: string, [first]: any[]): Promise<Answer> => patch(project, first, { title: 'Other' });
      expect(await changedBy(family, renamed)).toEqual({ changed: [0, 2], gone: [] });
    });

    it('answers with what is no longer blocked', async () => {
      const blocking = async (project: string): Promise<any[]> => {
        const items = await three(project);
        await givenLink(world.owner, at(project, items[0]), items[2].key, 'blocks');
        return items;
      };
      const start = (project: string, [first]: any[]): Promise<Answer> =>
        world.owner.post(`${at(project, first)}/transitions`, { targetStatus: 'in_progress' }, { ifMatch: '*' });
      expect(await changedBy(blocking, start)).toEqual({ changed: [0, 2], gone: [] });
    });

    it('answers with the Work Items of a Sprint that has started', async () => {
      const planned = async (project: string): Promise<any[]> => {
        const dates = { startDate: '2030-03-02T09:00:00Z', endDate: '2030-03-13T17:00:00Z' };
        const { id: sprintId } = await givenSprint(world.owner, project, dates);
        const items = await three(project);
        await patch(project, items[1], { sprintId });
        return items.map((item) => ({ ...item, sprintId }));
      };
      const start = (project: string, [{ sprintId }]: any[]): Promise<unknown> =>
        moved(world.owner, `${project}/sprints/${sprintId}`, 'active');
      expect(await changedBy(planned, start)).toEqual({ changed: [1], gone: [] });
    });

    it('names what is deleted, archived or no longer matches', async () => {
      const remove = async (project: string, [first, second, third]: any[]): Promise<void> => {
        await world.owner.delete(at(project, first), { ifMatch: '*' });
        await world.owner.post(`${at(project, second)}/archive`, {}, { ifMatch: '*' });
        await patch(project, third, { priority: 'high' });
      };
      expect(await changedBy(three, remove)).toEqual({ changed: [2], gone: [0, 1] });
      expect(await changedBy(three, remove, '&priority=low')).toEqual({ changed: [], gone: [0, 1, 2] });
      expect(await changedBy(three, remove, '&squeakql=priority%20!%3D%20high')).toEqual({
        changed: [],
        gone: [0, 1, 2],
      });
    });
  });

  it.each([
    ['sprint', 'sprint=next'],
    ['sprint', 'sprint=active&sprint=none'],
    ['label', 'label=urgent'],
    ['assignee', 'assignee=ada'],
    ['type', 'type=saga'],
    ['status', 'status=closed'],
    ['scope', 'scope=closed'],
    ['updatedAfter', 'updatedAfter=yesterday'],
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
