import { randomUUID } from 'node:crypto';
import type { Caller } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenComment, givenProject, givenWorkItem } from '../kit/given.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { suspend } from '../kit/changed-access.js';
import { taskResult } from '../kit/task.js';
import { INSTANT, MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('profiles');
const { owner, stranger, member } = world;
const traveller = world.caller('traveller');
const onlyHam = world.caller('owner of HAM only');
const facts = new Facts(world.databaseUrl);
const database = { databaseUrl: world.databaseUrl };

const at = (publicId: string): string => `/api/v1/users/${publicId}`;
const profile = (user: string): string => at(world.user(user).publicId);
const read = async (caller: Caller, target: string): Promise<any> => {
  const { status, text, body } = await caller.get(target);
  if (status !== 200) throw new Error(`${target}: ${status} ${text}`);
  return body;
};
const titles = async (caller: Caller, query = ''): Promise<string[]> => {
  const { items } = await read(caller, `${profile('traveller')}/work${query}`);
  return items.map(({ title }: { title: string }) => title).sort();
};

/** Work Items in which the traveller is involved; `archived` is in an archived Project. */
let assigned: any, reported: any, commented: any, everything: any, archived: any;

beforeAll(async () => {
  const { publicId: assigneePublicId } = world.user('traveller');
  const item = (by: Caller, project: string, title: string, more: object = {}): Promise<any> =>
    givenWorkItem(by, project, { title, ...more });
  assigned = await item(owner, world.project('WEB'), 'Assigned', { assigneePublicId });
  reported = await item(traveller, world.project('WEB'), 'Reported');
  commented = await item(owner, world.project('HAM'), 'Commented');
  everything = await item(traveller, world.project('HAM'), 'Everything', { assigneePublicId });
  await item(owner, world.project('HAM'), 'Closed', { assigneePublicId, status: 'done' });
  await item(stranger, world.project('WEB', 'foreign'), 'Abroad', { assigneePublicId });
  await item(owner, world.project('WEB'), 'Of others');
  const old = await givenProject(owner, world.org());
  archived = await item(owner, world.project(old.key), 'In an archived Project', { assigneePublicId });
  await owner.post(`${world.project(old.key)}/archive`, {}, { ifMatch: '*' });

  await givenComment(traveller, world.item(commented.key), { body: 'Said' });
  await givenComment(traveller, world.item(commented.key), { body: 'Said again' });
  await givenComment(traveller, world.item(everything.key), { body: 'Said here' });
  const gone = await givenComment(traveller, world.item(assigned.key), { body: 'Taken back' });
  await traveller.delete(`${world.item(assigned.key)}/comments/${String(gone.id)}`);
  await givenComment(owner, world.item(reported.key), { body: 'Of somebody else' });

  // Neither counts, nor what was said about it.
  const deleted = await item(traveller, world.project('WEB'), 'Deleted', { assigneePublicId });
  const shelved = await item(traveller, world.project('WEB'), 'Shelved', { assigneePublicId });
  for (const { key } of [deleted, shelved]) await givenComment(traveller, world.item(key), { body: 'Lost' });
  await facts.deleteWorkItem(deleted.id);
  await facts.archiveWorkItem(shelved.id);
}, 60_000);

describe('getUserProfile', () => {
  it('scenario 45: shows oneself with five counts, and no e-mail', async () => {
    const body = await read(owner, profile('owner'));
    expect(membersOf(body)).toEqual(sorted(MEMBERS.userProfile));
    expect(membersOf(body.stats)).toEqual(sorted(MEMBERS.userStats));
    const { publicId, name } = world.user('owner');
    expect(body).toMatchObject({ publicId, name, avatarUrl: null, isCurrentUser: true });
    expect(body.joinedAt).toMatch(INSTANT);
    expect(JSON.stringify(body)).not.toContain('@');
  });

  it('scenario 45: answers its work and its activity, of oneself and of others', async () => {
    for (const user of ['owner', 'traveller']) {
      for (const below of ['work', 'activity']) {
        expect((await owner.get(`${profile(user)}/${below}`)).status).toBe(200);
      }
    }
  });

  it('shows the Organizations of which both are members now, with the username there', async () => {
    const body = await read(owner, profile('traveller'));
    expect(body.isCurrentUser).toBe(false);
    const { id } = (await owner.get(world.org())).body;
    const organization = { id, slug: world.slug, name: `Home of ${world.slug}` };
    expect(body.sharedOrganizations).toEqual([{ organization, username: 'traveller.here' }]);
    const own = (await read(traveller, profile('traveller'))).sharedOrganizations;
    expect(own.map((shared: any) => shared.organization.name)).toEqual([`Abroad of ${world.slug}`, organization.name]);
    expect((await read(traveller, profile('stranger'))).sharedOrganizations).toEqual([
      expect.objectContaining({ username: null }),
    ]);
  });

  it('has as joinedAt when the account came to be, not when it joined an Organization', async () => {
    const email = 'early@profiles.example.test';
    const { publicId } = await taskResult(['user:create', '--email', email, '--name', 'Early'], database);
    const { createdAt } = await givenWorkItem(owner, world.project());
    await taskResult(['member:add', '--org', world.slug, '--email', email, '--role', 'member'], database);
    const { joinedAt } = await read(owner, at(publicId));
    expect(joinedAt < createdAt).toBe(true);
  });

  it('counts each row once, over what the viewer may see', async () => {
    const { stats } = await read(owner, profile('traveller'));
    // Reported: what they made, but for the deleted and the archived one.
    expect(stats).toEqual({
      projects: 3,
      workItemsAssigned: 4,
      workItemsCreated: 2,
      workItemsCompleted: 1,
      comments: 3,
    });
    expect((await read(traveller, profile('traveller'))).stats).toEqual({
      ...stats,
      projects: 4,
      workItemsAssigned: 5,
    });
    expect((await read(onlyHam, profile('traveller'))).stats).toEqual({
      projects: 1,
      workItemsAssigned: 2,
      workItemsCreated: 1,
      workItemsCompleted: 1,
      comments: 3,
    });
    expect((await read(stranger, profile('traveller'))).stats).toEqual({
      projects: 1,
      workItemsAssigned: 1,
      workItemsCreated: 0,
      workItemsCompleted: 0,
      comments: 0,
    });
  });

  it('scenario 45: is the same 404 for a malformed, unknown, removed or invisible user', async () => {
    const email = 'gone@profiles.example.test';
    const { publicId: removed } = await taskResult(['user:create', '--email', email, '--name', 'Gone'], database);
    await taskResult(['member:add', '--org', world.slug, '--email', email, '--role', 'member'], database);
    expect((await owner.get(at(removed))).status).toBe(200);
    await taskResult(['user:remove', '--email', email], database);
    const { id, publicId } = world.user('stranger');
    const unreachable = [removed, publicId, id, 'usr_AAAAAAAAAAAAAAAAAAAAAA', 'usr_', 'me', publicId.toUpperCase()];
    for (const behind of ['', '/work', '/activity']) {
      const first = await owner.get(`${at('nobody')}${behind}`);
      expectRefusal(first, 'NOT_FOUND');
      for (const who of unreachable) {
        expectIndistinguishable(await owner.get(`${at(who)}${behind}`), first);
        // 404 for an invisible user wins over 400 for the query.
        expectIndistinguishable(await owner.get(`${at(who)}${behind}?surprise=1`), first);
      }
    }
    expectRefusal(await owner.get(`${profile('owner')}?surprise=1`), 'VALIDATION_ERROR', 'surprise');
  });

  it('is not reached through an Organization that the token does not touch, or that is suspended', async () => {
    const caller = world.caller('admin here and there');
    const asleep = await read(caller, profile('member'));
    expect(asleep.sharedOrganizations).toHaveLength(2);
    expect((await owner.get(profile('stranger'))).status).toBe(404);
    await suspend(`${world.slug}-asleep`, database);
    expect((await read(caller, profile('member'))).sharedOrganizations).toHaveLength(1);
    const there = world.caller('admin there');
    expectRefusal(await there.get(profile('member')), 'NOT_FOUND');
    const oneself = await read(there, profile('admin'));
    expect(oneself).toMatchObject({
      isCurrentUser: true,
      sharedOrganizations: [],
      stats: { projects: 0, comments: 0 },
    });
    expect((await read(there, `${profile('admin')}/work`)).items).toEqual([]);
    expect((await read(there, `${profile('admin')}/activity`)).items).toEqual([]);
  });
});

describe('listUserProfileWork', () => {
  it('shows once each item that a user is assigned, reported or commented on; by default only open items', async () => {
    expect(await titles(owner)).toEqual(['Assigned', 'Commented', 'Everything', 'In an archived Project', 'Reported']);
    expect(await titles(traveller)).toEqual([
      'Abroad',
      'Assigned',
      'Commented',
      'Everything',
      'In an archived Project',
      'Reported',
    ]);
    expect(await titles(owner, '?scope=closed')).toEqual(['Closed']);
    expect(await titles(owner, '?archived=true')).toEqual(['Shelved']);
    expect(await titles(onlyHam)).toEqual(['Commented', 'Everything']);
    expect(await titles(stranger)).toEqual(['Abroad']);
  });

  it('filters by involvement, each alone and any together', async () => {
    expect(await titles(owner, '?involvement=assigned')).toEqual(['Assigned', 'Everything', 'In an archived Project']);
    expect(await titles(owner, '?involvement=created')).toEqual(['Everything', 'Reported']);
    expect(await titles(owner, '?involvement=commented')).toEqual(['Commented', 'Everything']);
    expect(await titles(owner, '?involvement=created&involvement=commented')).toEqual([
      'Commented',
      'Everything',
      'Reported',
    ]);
    expectRefusal(await owner.get(`${profile('owner')}/work?involvement=liked`), 'VALIDATION_ERROR', 'involvement');
  });

  it('has rows with context and public users, the reporter in the complete row only', async () => {
    const { items } = await read(owner, `${profile('traveller')}/work?q=everything`);
    const { publicId, name } = world.user('traveller');
    expect(items).toHaveLength(1);
    expect(membersOf(items[0])).toEqual(sorted([...MEMBERS.workItemSummary, 'project', 'organization', 'reporter']));
    expect(items[0]).toMatchObject({ reporter: { publicId, name }, assignee: { publicId, name }, key: everything.key });
    const sparse = await read(owner, `${profile('traveller')}/work?fields=title`);
    for (const row of sparse.items) {
      expect(membersOf(row)).toEqual(sorted(['id', 'key', 'revision', 'title', 'project', 'organization']));
    }
    const context = await read(owner, `${profile('traveller')}/work?fields=project,organization`);
    for (const row of context.items) {
      expect(membersOf(row)).toEqual(sorted(['id', 'key', 'revision', 'project', 'organization']));
    }
    const complete = await read(owner, `${profile('traveller')}/work?fields=`);
    for (const row of complete.items) expect(membersOf(row)).toContain('reporter');
    for (const query of ['fields=reporter', 'assignee=me']) {
      expectRefusal(await owner.get(`${profile('traveller')}/work?${query}`), 'VALIDATION_ERROR', query.split('=')[0]!);
    }
  });

  it('takes the Organizations that both share, by slug', async () => {
    expect(await titles(traveller, `?organization=${world.slug}-foreign`)).toEqual(['Abroad']);
    expect(await titles(traveller, `?organization=${world.slug}&organization=${world.slug}-foreign`)).toHaveLength(6);
    for (const slug of [`${world.slug}-foreign`, 'nowhere', 'Not-A-Slug', '']) {
      expectRefusal(
        await owner.get(`${profile('traveller')}/work?organization=${slug}`),
        'VALIDATION_ERROR',
        'organization',
      );
    }
    expect(await titles(traveller, '?project=WEB')).toEqual(['Abroad', 'Assigned', 'Reported']);
    expectRefusal(await owner.get(`${profile('traveller')}/work?project=FOR`), 'VALIDATION_ERROR', 'project');
    expect(await titles(owner, `?project=${String(archived.key).split('-')[0]!}`)).toEqual(['In an archived Project']);
  });

  it('binds its cursors to the user and the filters', async () => {
    const { nextCursor } = (await read(owner, `${profile('traveller')}/work?limit=1`)).page;
    const cursor = `cursor=${encodeURIComponent(nextCursor)}`;
    expect((await read(owner, `${profile('traveller')}/work?limit=9&${cursor}`)).items).toHaveLength(4);
    const { publicId } = world.user('traveller');
    for (const target of [
      `${profile('owner')}/work?`,
      `${at(publicId)}/work?involvement=assigned&`,
      `${at(publicId)}/work?organization=${world.slug}&`,
      `${at(publicId)}/activity?`,
    ]) {
      expectRefusal(await owner.get(`${target}${cursor}`), 'INVALID_CURSOR');
    }
  });
});

describe('listUserProfileActivity', () => {
  const entries = async (caller: Caller, query = ''): Promise<any[]> =>
    (await read(caller, `${profile('colleague')}/activity${query}`)).items;

  it('shows creations, comments that still exist and changes to done, newest first, with where they happened', async () => {
    const colleague = world.caller('colleague');
    const made = await givenWorkItem(colleague, world.project('WEB'), { title: 'Made' });
    const path = world.item(made.key);
    await colleague.patch(path, { title: 'Made anew', priority: 'high' });
    await colleague.post(`${path}/transitions`, { targetStatus: 'in_progress' }, { ifMatch: '*' });
    await colleague.post(`${path}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
    const first = await givenComment(colleague, path, { body: 'One' });
    await givenComment(colleague, path, { body: 'Two', parentCommentId: first.id });
    const gone = await givenComment(colleague, path, { body: 'Three' });
    await colleague.delete(`${path}/comments/${String(gone.id)}`);
    await givenComment(member, path, { body: 'Of somebody else' });
    const inHam = await givenWorkItem(colleague, world.project('HAM'), { title: 'Elsewhere' });
    await facts.archiveWorkItem(inHam.id);
    const lost = await givenWorkItem(colleague, world.project('HAM'), { title: 'Lost' });
    await facts.deleteWorkItem(lost.id);

    const items = await entries(owner);
    expect(items.map(({ action, workItem }) => [action, workItem.title])).toEqual([
      ['created', 'Elsewhere'],
      ['comment_replied', 'Made anew'],
      ['comment_added', 'Made anew'],
      ['status_changed', 'Made anew'],
      ['created', 'Made anew'],
    ]);
    const { publicId, name } = world.user('colleague');
    const { id } = (await owner.get(world.org())).body;
    expect(items[3]).toEqual({
      id: expect.any(String),
      action: 'status_changed',
      actor: { publicId, name },
      detail: { from: 'in_progress', to: 'done' },
      createdAt: expect.stringMatching(INSTANT),
      organization: { id, slug: world.slug, name: `Home of ${world.slug}` },
      project: { id: made.projectId, key: 'WEB', name: 'Website' },
      workItem: { id: made.id, key: made.key, title: 'Made anew' },
    });
    expect(items.filter(({ action }) => action !== 'status_changed').map(({ detail }) => detail)).toEqual(
      Array(4).fill(null),
    );
  });

  it('pages without repeating a row, and shows only what is strictly after since', async () => {
    const items = await entries(owner);
    const seen: any[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const body = await read(owner, `${profile('colleague')}/activity?limit=2${more}`);
      seen.push(...body.items);
      cursor = body.page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(items);
    const since = items[2].createdAt as string;
    expect(await entries(owner, `?since=${since}`)).toEqual(items.filter(({ createdAt }) => createdAt > since));
  });

  it('leaves out what cannot prove that its comment may be seen, and a status that is no change to done', async () => {
    const { id } = world.user('colleague');
    const before = await entries(owner);
    const item = await givenWorkItem(owner, world.project('WEB'));
    const other = await givenWorkItem(owner, world.project('WEB'));
    const { id: elsewhere } = await givenComment(owner, world.item(other.key));
    await owner.delete(`${world.item(other.key)}/comments/${String(elsewhere)}`);
    for (const [action, detail] of [
      ['comment_added', null],
      ['comment_added', {}],
      ['comment_replied', { comment: randomUUID() }],
      ['comment_added', { comment: elsewhere }],
      ['status_changed', { from: 'done', to: 'todo' }],
      ['comment_edited', null],
      ['archived', null],
    ] as const) {
      await facts.recorded(item.id, action, '2090-01-01T00:00:00.000Z', detail, id);
    }
    expect(await entries(owner)).toEqual(before);
    await facts.recorded(item.id, 'status_changed', '2090-01-01T00:00:00.500Z', { from: 'todo', to: 'done' }, id);
    const [latest] = await entries(owner);
    expect(await entries(owner)).toEqual([latest, ...before]);
    for (const [since, shown] of [
      ['2090-01-01T00:00:00.4999999Z', [latest]],
      ['2090-01-01T00:00:00.5Z', []],
      ['2090-01-01T00:00:00.500000001Z', []],
    ] as const) {
      expect(await entries(owner, `?since=${since}`)).toEqual(shown);
    }
  });

  it('has cursors of one user alone, which carry a position only: since applies beside them', async () => {
    const all = await entries(owner);
    const path = `${profile('colleague')}/activity`;
    const { nextCursor } = (await read(owner, `${path}?limit=2`)).page;
    const rest = `cursor=${encodeURIComponent(nextCursor)}`;
    expect(await entries(owner, `?${rest}`)).toEqual(all.slice(2));
    const [since] = all.slice(3).map(({ createdAt }) => createdAt as string);
    const later = all.slice(2).filter(({ createdAt }) => createdAt > since!);
    expect(await entries(owner, `?${rest}&since=${since!}`)).toEqual(later);
    for (const target of [`${profile('traveller')}/activity`, `${profile('colleague')}/work`]) {
      expectRefusal(await owner.get(`${target}?${rest}`), 'INVALID_CURSOR');
    }
    for (const text of ['', 'x', `${nextCursor as string}x`]) {
      expectRefusal(await owner.get(`${path}?cursor=${text}`), 'INVALID_CURSOR');
    }
  });

  it('narrows to what the viewer may see', async () => {
    expect((await entries(onlyHam)).map(({ workItem }) => workItem.title)).toEqual(['Elsewhere']);
    const abroadOnly = (await read(stranger, `${profile('traveller')}/activity`)).items;
    expect(abroadOnly).toEqual([]);
  });
});
