import { randomUUID } from 'node:crypto';
import { type Answer, type Caller, freshKey } from '../kit/client.js';
import {
  created,
  givenComment,
  givenLabel,
  givenLink,
  givenProject,
  givenSprint,
  givenWorkItem,
} from '../kit/given.js';
import { operationsOf } from '../kit/openapi-document.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { suspend } from '../kit/changed-access.js';
import { taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { World } from '../kit/world.js';

/** A word in the name of everything that the narrow viewer may not see. */
const SECRET = 'zanzibar';

const world = new World('redaction');
const { owner, member } = world;
/** The owner, with a token that is limited to the Project WEB. */
const narrow = world.caller('owner of WEB only');
const database = { databaseUrl: world.databaseUrl };
const userOf = (name: string) => world.user(name);
const profileOf = (name: string) => `/api/v1/users/${userOf(name).publicId}`;

let secretProject: any, hidden: any, seen: any, near: any, parent: any;
let parts: Record<'commentId' | 'attachmentId' | 'linkId' | 'labelId' | 'sprintId', string>;

async function read(caller: Caller, target: string): Promise<any> {
  const { status, text, body } = await caller.get(target);
  if (status !== 200) throw new Error(`${target}: ${status} ${text}`);
  return body;
}

beforeAll(async () => {
  const assigneePublicId = userOf('owner').publicId;
  secretProject = await givenProject(owner, world.org(), { name: `Project ${SECRET}` });
  const secret = world.project(secretProject.key);
  const sprint = await givenSprint(owner, secret, { name: `Sprint ${SECRET}` });
  const label = await givenLabel(owner, secret, SECRET);
  const named = { title: `Item ${SECRET}`, assigneePublicId, sprintId: sprint.id };
  hidden = await givenWorkItem(member, secret, named);
  seen = await givenWorkItem(member, world.project(), { title: 'Seen', assigneePublicId });
  near = await givenWorkItem(member, world.project(), { title: 'Near' });
  parent = await givenWorkItem(owner, world.project(), { title: 'Parent for a while' });
  const [atHidden, atSeen] = [world.item(hidden.key), world.item(seen.key)];

  await owner.post(`${atHidden}/labels`, { label: SECRET }, { ifMatch: '*' });
  const link = await givenLink(member, atSeen, hidden.key, 'blocks');
  await givenLink(member, atSeen, near.key, 'relates');
  const gone = await givenLink(member, atSeen, hidden.key, 'relates');
  await member.delete(`${atSeen}/links/${String(gone.id)}`);
  const comment = await givenComment(member, atHidden, { body: `They say ${SECRET}` });
  await givenComment(member, atSeen, { body: 'Said where all may hear' });
  const attachment = await created(
    member.post(`${atHidden}/attachments`, uploadOf('x', { fileName: `${SECRET}.txt` })),
  );
  await owner.patch(atSeen, { parentId: parent.key });
  await owner.delete(world.item(parent.key), {}, { cascade: false });
  await owner.patch(atSeen, { parentId: null });
  await owner.delete(world.item(parent.key));
  for (const at of [atSeen, atHidden]) {
    await member.post(`${at}/transitions`, { targetStatus: 'done' }, { ifMatch: '*' });
  }
  parts = {
    commentId: comment.id,
    attachmentId: attachment.id,
    linkId: link.id,
    labelId: label.id,
    sprintId: sprint.id,
  };
}, 60_000);

describe('What a token of one Project shows of another Project', () => {
  /** Paths of the answers that could show a secret. The second test proves that the owner does see it there. */
  const surfaces = (): Record<string, string> => ({
    listProjects: `${world.org()}/projects`,
    listOrganizationWorkItems: `${world.org()}/work-items`,
    listMyWork: '/api/v1/my/work?scope=all',
    listWorkItemLinks: `${world.item(seen.key)}/links`,
    listWorkItemActivity: `${world.item(seen.key)}/activity`,
    listProjectActivity: `${world.project()}/activity`,
    listUserProfileWork: `${profileOf('member')}/work?scope=all`,
    listUserProfileActivity: `${profileOf('member')}/activity`,
  });
  const others = (): Record<string, string> => ({
    getMe: '/api/v1/me',
    listOrganizations: '/api/v1/organizations',
    listOrganizationUsers: `${world.org()}/users`,
    getUserProfile: profileOf('member'),
    getProject: world.project(),
    listWorkItems: `${world.project()}/work-items`,
    listProjectSprints: `${world.project()}/sprints`,
    listProjectLabels: `${world.project()}/labels`,
    getWorkItem: world.item(seen.key),
    listWorkItemComments: `${world.item(seen.key)}/comments`,
    listWorkItemAttachments: `${world.item(seen.key)}/attachments`,
  });

  it('is nothing: neither a name nor a key nor an id of it, on any surface', async () => {
    const marks = [SECRET, secretProject.key, secretProject.id, hidden.id, ...Object.values(parts)];
    for (const [operation, target] of Object.entries({ ...surfaces(), ...others() })) {
      const text = JSON.stringify(await read(narrow, target)).toLowerCase();
      expect({ operation, shows: marks.filter((mark) => text.includes(String(mark).toLowerCase())) }).toEqual({
        operation,
        shows: [],
      });
    }
  });

  it('is there for a token of the whole Organization', async () => {
    for (const [operation, target] of Object.entries(surfaces())) {
      const text = JSON.stringify(await read(owner, target)).toLowerCase();
      expect({ operation, shows: text.includes(SECRET) }).toEqual({ operation, shows: true });
    }
  });

  it('is left out of lists', async () => {
    expect((await read(narrow, `${world.org()}/projects`)).items.map(({ key }: any) => key)).toEqual(['WEB']);
    for (const list of [`${world.org()}/work-items?assignee=me`, '/api/v1/my/work?scope=all']) {
      const { items, page } = await read(narrow, `${list}${list.includes('?') ? '&' : '?'}limit=1`);
      expect(items.map(({ key }: any) => key)).toEqual([seen.key]);
      expect(page).toEqual({ limit: 1, hasMore: false, nextCursor: null });
    }
    const { items } = await read(narrow, `${world.item(seen.key)}/links`);
    expect(items.map(({ otherWorkItem }: any) => otherWorkItem.key)).toEqual([near.key]);
  });

  it('is null in the references of activity, of which no entry is missing', async () => {
    const activityOf = async (caller: Caller) =>
      (await read(caller, `${world.item(seen.key)}/activity`)).items.filter(({ action }: any) =>
        action.startsWith('link'),
      );
    const [all, some] = [await activityOf(owner), await activityOf(narrow)];
    expect(some.map(({ id }: any) => id)).toEqual(all.map(({ id }: any) => id));
    const other = ({ detail }: any) => detail.otherWorkItem?.key ?? null;
    expect(all.map(other)).toEqual([hidden.key, near.key, hidden.key, hidden.key]);
    expect(some.map(other)).toEqual([null, near.key, null, null]);
    expect(some.map(({ detail }: any) => detail.relation)).toEqual(['blocks', 'relates', 'relates', 'relates']);
  });

  it('is not counted in the profile of anybody', async () => {
    const { stats: all } = await read(owner, profileOf('member'));
    const { stats: some } = await read(narrow, profileOf('member'));
    expect(all).toMatchObject({ projects: 2, workItemsCreated: 3, comments: 2 });
    expect(some).toEqual({
      projects: 1,
      workItemsAssigned: 0,
      workItemsCreated: 2,
      workItemsCompleted: 0,
      comments: 1,
    });
    expect((await read(narrow, profileOf('owner'))).stats).toMatchObject({
      workItemsAssigned: 1,
      workItemsCompleted: 1,
    });
  });

  it('resolves in no filter: it is refused like what does not exist', async () => {
    const base = `${world.org()}/work-items`;
    const missing = randomUUID();
    for (const [there, nowhere] of [
      [`sprint=${parts.sprintId}`, `sprint=${missing}`],
      [`label=${parts.labelId}`, `label=${missing}`],
      [`project=${String(secretProject.key)}`, 'project=NOWHERE'],
      [`parent=${String(hidden.key)}`, 'parent=NOWHERE-1'],
    ]) {
      const answer = await narrow.get(`${base}?${there!}`);
      expectRefusal(answer, 'VALIDATION_ERROR', there!.split('=')[0]!);
      expectIndistinguishable(answer, await narrow.get(`${base}?${nowhere!}`));
    }
  });

  it('resolves in no body: it is refused like what does not exist', async () => {
    const at = world.item(seen.key);
    const both = async (ask: (reference: string) => Promise<Answer>, there: string, nowhere: string) => {
      const answer = await ask(there);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expectIndistinguishable(answer, await ask(nowhere));
    };
    const none = randomUUID();
    await both((parentId) => narrow.patch(at, { parentId }), hidden.id, none);
    await both((parentId) => narrow.patch(at, { parentId }), hidden.key, 'NOWHERE-1');
    await both((sprintId) => narrow.patch(at, { sprintId }), parts.sprintId, none);
    await both((labelId) => narrow.post(`${at}/labels`, { labelId }, { ifMatch: '*' }), parts.labelId, none);
    await both((targetId) => narrow.post(`${at}/links`, { relation: 'blocks', targetId }), hidden.id, none);
    await both((targetKey) => narrow.post(`${at}/links`, { relation: 'blocks', targetKey }), hidden.key, 'NOWHERE-1');
    await both(
      (parentCommentId) => narrow.post(`${at}/comments`, { body: 'x', parentCommentId }),
      parts.commentId,
      none,
    );
  });
});

describe('What does not exist and what may not be seen', () => {
  const UNKNOWN_USER = 'usr_AAAAAAAAAAAAAAAAAAAAAA';
  const operations = operationsOf(theRun().openapi).filter(({ template }) => template.includes('{'));
  const NAMES = /\{(\w+)\}/g;

  /** The request without a fault but what it names. */
  const ask = (template: string, method: string, names: Readonly<Record<string, string>>): Promise<Answer> =>
    narrow.send({
      method,
      target: template.replace(NAMES, (_, name: string) => names[name]!),
      ...(method === 'GET' ? {} : { body: {}, headers: { 'idempotency-key': freshKey(), 'if-match': '*' } }),
    });

  const nothing = () => {
    const id = randomUUID();
    return { commentId: id, attachmentId: id, linkId: id, labelId: id, sprintId: id, reportType: 'velocity' };
  };

  it.each(operations.map(({ method, template, operation }) => ({ id: operation.operationId, method, template })))(
    'are answered with the same bytes by $id',
    async ({ method, template }) => {
      const pairs: [Record<string, string>, Record<string, string>][] = [];
      const home = { organizationSlug: world.slug, reportType: 'velocity' };
      if (template.includes('{publicId}')) {
        pairs.push([{ publicId: userOf('stranger').publicId }, { publicId: UNKNOWN_USER }]);
        pairs.push([{ publicId: userOf('stranger').publicId }, { publicId: 'nonsense' }]);
      }
      if (template.includes('{organizationSlug}')) {
        const there = { projectKey: 'WEB', workItemKey: 'WEB-1', ...nothing() };
        pairs.push([
          { ...there, organizationSlug: `${world.slug}-foreign` },
          { ...there, organizationSlug: `${world.slug}-unknown` },
        ]);
      }
      if (template.includes('{projectKey}')) {
        const of = (project: any, key: string) => ({ ...home, projectKey: project, workItemKey: key, ...parts });
        pairs.push([of(secretProject.key, hidden.key), { ...of('NOWHERE', 'NOWHERE-1'), ...nothing() }]);
      }
      if (template.includes('{workItemKey}')) {
        const here = { ...home, projectKey: 'WEB', ...nothing() };
        // Deleted, and of another Project.
        for (const workItemKey of [parent.key, hidden.key]) {
          pairs.push([
            { ...here, workItemKey },
            { ...here, workItemKey: 'WEB-77777' },
          ]);
        }
      }
      const [, part] = /\{(commentId|attachmentId|linkId|labelId|sprintId)\}$/.exec(template.split('}/').at(-1)!) ?? [];
      if (part !== undefined) {
        const here = { ...home, projectKey: 'WEB', workItemKey: seen.key };
        pairs.push([
          { ...here, ...nothing(), ...parts },
          { ...here, ...nothing() },
        ]);
      }
      for (const [there, nowhere] of pairs) {
        const answer = await ask(template, method, there);
        expectRefusal(answer, 'NOT_FOUND');
        expectIndistinguishable(answer, await ask(template, method, nowhere));
      }
    },
  );
});

describe('Somebody whose account is removed', () => {
  it('has no name left, except as the author of comments', async () => {
    const traveller = world.caller('traveller');
    const item = await givenWorkItem(traveller, world.project(), { assigneePublicId: userOf('traveller').publicId });
    const at = world.item(item.key);
    await givenComment(traveller, at);
    await givenLink(traveller, at, near.key);
    await created(traveller.post(`${at}/attachments`, uploadOf('x')));
    const { publicId, id, name, email } = userOf('traveller');
    expect((await read(owner, `/api/v1/users/${publicId}`)).name).toBe(name);
    await taskResult(['user:remove', '--email', email], database);

    expect(await read(owner, at)).toMatchObject({ assignee: null, reporter: null });
    expect((await read(owner, `${at}/links`)).items).toMatchObject([{ createdBy: null }]);
    expect((await read(owner, `${at}/attachments`)).items).toMatchObject([{ createdBy: null }]);
    expect((await read(owner, `${at}/comments`)).items).toMatchObject([{ author: { id, name: 'Removed user' } }]);
    const { items } = await read(owner, `${at}/activity`);
    expect(items.map(({ actor }: any) => actor)).toEqual(items.map(() => null));
    for (const target of [
      at,
      `${at}/comments`,
      `${at}/activity`,
      `${at}/links`,
      `${at}/attachments`,
      `${world.project()}/activity`,
      `${world.org()}/users`,
      `${world.org()}/work-items`,
    ]) {
      expect(JSON.stringify(await read(owner, target))).not.toMatch(new RegExp(`${name}|${email}|${publicId}`));
    }
    for (const below of ['', '/work', '/activity', '/avatar']) {
      const removed = await owner.get(`/api/v1/users/${publicId}${below}`);
      expectRefusal(removed, 'NOT_FOUND');
      expectIndistinguishable(removed, await owner.get(`/api/v1/users/usr_AAAAAAAAAAAAAAAAAAAAAA${below}`));
    }
  });
});

describe('Somebody who left the Organization', () => {
  it('keeps the name where they were, and is not found as a member', async () => {
    const colleague = world.caller('colleague');
    const item = await givenWorkItem(colleague, world.project(), { title: 'Of a colleague' });
    await givenComment(colleague, world.item(item.key));
    const { publicId, id, name, email } = userOf('colleague');
    await taskResult(['member:remove', '--org', world.slug, '--email', email], database);

    expect(await read(owner, world.item(item.key))).toMatchObject({ reporter: { id, name } });
    expect((await read(owner, `${world.item(item.key)}/comments`)).items).toMatchObject([{ author: { id, name } }]);
    expect(JSON.stringify(await read(owner, `${world.org()}/users`))).not.toContain(publicId);
    expectRefusal(await owner.get(`/api/v1/users/${publicId}`), 'NOT_FOUND');
    const byId = await owner.get(`${world.org()}/work-items?assignee=${publicId}`);
    expectRefusal(byId, 'VALIDATION_ERROR', 'assignee');
    expectIndistinguishable(byId, await owner.get(`${world.org()}/work-items?assignee=usr_AAAAAAAAAAAAAAAAAAAAAA`));
  });
});

describe('A suspended Organization', () => {
  it('is in no collection across Organizations, and in nobody’s profile', async () => {
    const both = world.caller('owner here and there');
    const assigneePublicId = userOf('owner').publicId;
    await givenWorkItem(both, world.project('WEB', 'asleep'), { title: 'Of the sleepers', assigneePublicId });
    const surfaces = [
      '/api/v1/my/work',
      profileOf('owner'),
      `${profileOf('owner')}/work`,
      `${profileOf('owner')}/activity`,
      profileOf('member'),
    ];
    const shows = async () => {
      const texts = await Promise.all(surfaces.map(async (target) => JSON.stringify(await read(both, target))));
      return texts.map((text) => text.includes(`${world.slug}-asleep`));
    };
    expect(await shows()).toEqual(surfaces.map(() => true));
    await suspend(`${world.slug}-asleep`, database);
    expect(await shows()).toEqual(surfaces.map(() => false));
    expect((await read(both, '/api/v1/organizations')).items).toContainEqual(
      expect.objectContaining({ slug: `${world.slug}-asleep`, suspended: true }),
    );
  });
});
