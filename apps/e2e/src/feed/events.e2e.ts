import type { Caller } from '../kit/client.js';
import { eventually } from '../kit/eventually.js';
import { givenComment, givenLabel, givenLink, givenProject, givenSprint, givenWorkItem, moved } from '../kit/given.js';
import { query } from '../kit/database.js';
import { expectRefusal } from '../kit/refusals.js';
import { ALL_SCOPES } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('feed');
const { owner, member } = world;
const events = `${world.org().replace('/api/v1/', '/api/x/')}/events`;

interface Event {
  readonly id: string;
  readonly type: string;
  readonly sequence: number | null;
  readonly cursor: string;
  readonly workItem: { readonly key: string; readonly revision: number } | null;
  readonly data: any;
  readonly [other: string]: unknown;
}

const page = async (caller: Caller, search: string): Promise<any> => {
  const { status, body } = await caller.get(`${events}?${search}`);
  expect(status).toBe(200);
  return body;
};
const latest = async (): Promise<string> => (await page(owner, 'after=latest')).cursor;

/** Reads the events after a cursor until there are so many. */
const after = (cursor: string, count: number, caller: Caller = owner, search = ''): Promise<Event[]> =>
  eventually(`${count} events`, async () => {
    const { items } = await page(caller, `after=${cursor}&limit=500${search}`);
    return items.length >= count ? items : undefined;
  });
const brief = (some: readonly Event[]) => some.map(({ type, workItem }) => [type, workItem?.key, workItem?.revision]);

describe('listEvents', () => {
  it('tells each change once, in the order of its causes, with what v1 shows of it', async () => {
    const cursor = await latest();
    const project = world.project();
    const label = await givenLabel(owner, project, 'outdoors');
    const sprint = await givenSprint(owner, project, { name: 'Sprint 1' });
    const { key, id } = await givenWorkItem(member, project, { title: 'Door' });
    const item = world.item(key);
    await member.patch(item, { title: 'Gate', storyPoints: 3, sprintId: sprint.id }, { ifMatch: '*' });
    await member.post(`${item}/labels`, { labelId: label.id }, { ifMatch: '*' });
    const comment = await givenComment(member, item, { body: 'Which color?' });
    const reply = await givenComment(owner, item, { body: 'Red', parentCommentId: comment.id });
    const other = await givenWorkItem(owner, project, { title: 'Window' });
    await givenLink(owner, item, other.key);
    await moved(owner, `${project}/sprints/${sprint.id}`, 'active');
    const told = await after(cursor, 11);
    expect(brief(told)).toEqual([
      ['label.created', undefined, undefined],
      ['sprint.created', undefined, undefined],
      ['work_item.created', key, 1],
      ['work_item.updated', key, 2],
      ['work_item.updated', key, 3],
      ['comment.created', key, 3],
      ['comment.created', key, 3],
      ['work_item.created', other.key, 1],
      ['link.created', key, 3],
      ['link.created', other.key, 1],
      ['sprint.started', undefined, undefined],
    ]);
    expect(told[3]).toMatchObject({
      project: { key: 'WEB' },
      workItem: { id, key, title: 'Gate', revision: 2 },
      actor: { name: world.user('member').name },
      redacted: false,
      data: {
        changes: expect.arrayContaining([
          { field: 'title', from: 'Door', to: 'Gate' },
          { field: 'storyPoints', from: null, to: 3 },
          { field: 'sprint', from: null, to: { id: sprint.id, name: 'Sprint 1' } },
        ]),
      },
    });
    const { id: labelId, name, color } = label;
    const labels = { field: 'labels', added: [{ id: labelId, name, color }], removed: [] };
    expect(told[4]!.data).toEqual({ changes: [labels] });
    expect(told[6]!.data).toEqual({ comment: { id: reply.id, parentCommentId: comment.id } });
    expect(told[8]!.data).toMatchObject({ relation: 'blocks', otherWorkItem: { key: other.key } });
    const first = told[0]!.sequence!;
    expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => first + index));
    expect(new Set(told.map((one) => one.id)).size).toBe(told.length);
    // Any event is where somebody can go on, and can be read alone.
    expect(await after(told[4]!.cursor, 6)).toMatchObject(told.slice(5).map((one) => ({ id: one.id })));
    const { status, body } = await owner.get(`${events}/${told[4]!.id}`);
    expect([status, { ...body, cursor: '' }]).toEqual([200, { ...told[4], cursor: '' }]);
  });

  it('tells a change of many by one request as an event for each Work Item', async () => {
    const project = world.project();
    const keys: string[] = [];
    for (let count = 0; count < 3; count += 1) keys.push((await givenWorkItem(owner, project)).key);
    const created = await eventually('the new Work Items', async () => {
      const { cursor, items } = await page(owner, 'after=earliest&limit=500');
      return items.some(({ workItem }: Event) => workItem?.key === keys[2]) ? (cursor as string) : undefined;
    });
    const operations = keys.flatMap((workItemKey) =>
      ['high', 'urgent'].map((priority) => ({
        projectKey: 'WEB',
        workItemKey,
        revision: priority === 'high' ? 1 : 2,
        changes: { priority },
      })),
    );
    const refused = { projectKey: 'WEB', workItemKey: keys[0], revision: 99, changes: { title: 'Lost' } };
    const { status, body } = await owner.patch(
      `${world.org()}/bulk-work-items`,
      { operations: [...operations, refused] },
      { ifMatch: null },
    );
    expect([status, body.results.map((one: { readonly status: number }) => one.status)]).toEqual([
      200,
      [200, 200, 200, 200, 200, 200, 412],
    ]);
    const told = await after(created, 3);
    expect(brief(told)).toEqual(keys.map((key) => ['work_item.updated', key, 3]));
    expect(told[0]!.data.changes).toEqual([
      { field: 'priority', from: 'medium', to: 'high' },
      { field: 'priority', from: 'high', to: 'urgent' },
    ]);
  });

  it('shows nothing of a Work Item that is deleted by now but its deletion', async () => {
    const cursor = await latest();
    const { key } = await givenWorkItem(owner, world.project());
    await owner.patch(world.item(key), { title: 'Secret' }, { ifMatch: '*' });
    await owner.delete(world.item(key), { ifMatch: '*' });
    const told = await after(cursor, 3);
    expect(told.map(({ type, redacted, data }) => [type, redacted, data])).toEqual([
      ['work_item.created', true, {}],
      ['work_item.updated', true, {}],
      ['work_item.deleted', false, {}],
    ]);
    expect(JSON.stringify(told)).not.toContain('from');
  });

  it('filters by type and Project, and the cursor covers what was left out', async () => {
    const cursor = await latest();
    const { key } = await givenProject(owner, world.org(), { name: 'Rocket' });
    const { key: engine } = await givenWorkItem(owner, world.project(key));
    await givenWorkItem(owner, world.project());
    await givenComment(owner, world.item(engine));
    const all = await after(cursor, 4);
    expect(brief(await after(cursor, 1, owner, '&type=comment.created&type=link.created'))).toEqual([
      ['comment.created', engine, 1],
    ]);
    expect((await after(cursor, 3, owner, `&project=${key}`)).map(({ type }) => type)).toEqual([
      'project.created',
      'work_item.created',
      'comment.created',
    ]);
    const nothing = await page(owner, `after=${cursor}&type=member.removed`);
    expect(nothing).toMatchObject({ items: [], hasMore: false });
    expect(await page(owner, `after=${nothing.cursor}`)).toMatchObject({ items: [], hasMore: false });
    const two = await page(owner, `after=${cursor}&limit=2`);
    expect(two).toMatchObject({ items: [{ id: all[0]!.id }, { id: all[1]!.id }], hasMore: true });
  });

  it('shows a token what its scopes read and its Projects have, without positions or gaps', async () => {
    const cursor = await latest();
    const { key } = await givenWorkItem(owner, world.project('HAM'));
    const { key: door } = await givenWorkItem(owner, world.project());
    await givenComment(owner, world.item(door));
    await givenSprint(owner, world.project());
    await after(cursor, 4);
    const seen: Record<string, string[]> = {};
    for (const scope of ALL_SCOPES) {
      const caller = world.caller(`only ${scope}`);
      const { status, body } = await caller.get(`${events}?after=${cursor}`);
      if (status !== 200) expect(body.error).toMatchObject({ code: 'INSUFFICIENT_SCOPE' });
      else seen[scope] = body.items.map(({ type }: Event) => type);
    }
    expect(seen).toEqual({
      'organization:members:read': [],
      'project:read': ['sprint.created'],
      'work_item:read': ['work_item.created', 'work_item.created'],
      'comment:read': ['comment.created'],
      'attachment:read': [],
      'attachment:write': [],
      'attachment:delete': [],
    });
    const ofWeb = world.caller('owner of WEB only');
    const told = await after(cursor, 3, ofWeb);
    expect(told.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['work_item.created', null],
      ['comment.created', null],
      ['sprint.created', null],
    ]);
    expect(JSON.stringify(told)).not.toContain(key);
    const [hidden] = await after(cursor, 4);
    expectRefusal(await ofWeb.get(`${events}/${hidden!.id}`), 'NOT_FOUND');
    expectRefusal(await world.caller('stranger').get(events), 'NOT_FOUND');
  });

  it('refuses a cursor that is none, or of another Organization, and parameters that are not known', async () => {
    for (const cursor of ['x', 'earlier', '%00x'.slice(3), 'A'.repeat(50)]) {
      expectRefusal(await owner.get(`${events}?after=${cursor}`), 'INVALID_CURSOR');
    }
    const foreign = `/api/x/organizations/${world.slug}-foreign/events`;
    const { body } = await world.caller('stranger').get(foreign);
    expectRefusal(await owner.get(`${events}?after=${body.cursor}`), 'INVALID_CURSOR');
    for (const search of ['limit=501', 'limit=0', 'type=work_item.eaten', 'project=-', 'since=1']) {
      expectRefusal(await owner.get(`${events}?${search}`), 'VALIDATION_ERROR');
    }
  });

  it('says so when events are kept no longer, or when the cursor is of a database before a restore', async () => {
    const before = await latest();
    await givenWorkItem(owner, world.project());
    const [told] = await after(before, 1);
    const heads = 'feed_heads where organization_id = (select id from organizations where slug = $1)';
    const [head] = await query(world.databaseUrl, `select last_position as last from ${heads}`, [world.slug]);
    const set = (column: string, position: number) =>
      query(
        world.databaseUrl,
        `update feed_heads set ${column} = $2 where organization_id = (select id from organizations where slug = $1)`,
        [world.slug, position],
      );
    try {
      await set('oldest_position', Number(head.last) + 1);
      const expired = await owner.get(`${events}?after=${before}`);
      expect([expired.status, expired.body.error.code]).toEqual([410, 'EVENTS_EXPIRED']);
      expect(expired.body.error.details.reason).toBe('expired');
      await page(owner, `after=${expired.body.error.details.earliest}`);
      await set('oldest_position', 1);
      await set('last_position', Number(head.last) - 1);
      const { status, body } = await owner.get(`${events}?after=${told!.cursor}`);
      expect([status, body.error.details.reason]).toEqual([410, 'rewound']);
    } finally {
      await set('oldest_position', 1);
      await set('last_position', Number(head.last));
    }
  });
});
