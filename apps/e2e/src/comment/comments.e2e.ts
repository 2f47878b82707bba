import { randomUUID } from 'node:crypto';
import { freshKey, Raw } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenComment, givenProject, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { expectRefusal, expectReplay } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted, UUID } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('comments');
const { owner, admin, member } = world;
const facts = new Facts(world.databaseUrl);

let project: any;
let here: string;
let item: any;
/** `{wi}` of a fresh item for each test. */
let at: string;
let comments: string;

beforeAll(async () => {
  project = await givenProject(owner, world.org());
  here = world.project(project.key);
});

beforeEach(async () => {
  item = await givenWorkItem(owner, here);
  at = world.item(item.key);
  comments = `${at}/comments`;
});

const of = (id: string): string => `${comments}/${id}`;

describe('createWorkItemComment', () => {
  it('scenario 24: answers the comment with a legacy author, and leaves the Work Item as it is', async () => {
    const answer = await member.post(comments, { body: ' Looks good\n' });
    expect(answer.status).toBe(201);
    const { id, name } = world.user('member');
    expect(membersOf(answer.body)).toEqual(sorted(MEMBERS.comment));
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      workItemId: item.id,
      parentCommentId: null,
      author: { id, name },
      body: 'Looks good',
      deleted: false,
      createdAt: answer.body.createdAt,
      updatedAt: answer.body.createdAt,
      editedAt: null,
      mentions: [],
    });
    expect((await owner.get(at)).body).toEqual(item);

    const reply = await owner.post(comments, { body: 'Thanks', parentCommentId: answer.body.id });
    expect({ status: reply.status, parent: reply.body.parentCommentId }).toEqual({
      status: 201,
      parent: answer.body.id,
    });
    const again = await member.post(comments, { body: 'Welcome', parentCommentId: reply.body.id.toUpperCase() });
    expect({ status: again.status, parent: again.body.parentCommentId }).toEqual({
      status: 201,
      parent: reply.body.id,
    });
    expectRefusal(await member.post(comments, { body: 'x'.repeat(2_001) }), 'VALIDATION_ERROR', 'body');
  });

  it.each([
    ['2,000 characters', 'x'.repeat(2_000)],
    ['2,000 code points beyond the basic plane', '😀'.repeat(2_000)],
    ['2,000 characters after trimming', `${' '.repeat(100)}${'x'.repeat(2_000)}\n\u2003`],
    ['one character', '.'],
    ['several lines', 'one\n\n  two\r\nthree'],
    ['markup, as plain text', '<b>*one*</b> &amp; [two](javascript:x) @three \\n'],
  ])('takes %s, trimmed', async (_what, body) => {
    expect((await member.post(comments, { body })).body.body).toBe(body.trim());
  });

  it.each([
    ['none', {}, 'body'],
    ['null', { body: null }, 'body'],
    ['an empty one', { body: '' }, 'body'],
    ['white space alone', { body: ' \n\u00a0\u2003\t' }, 'body'],
    ['2,001 code points beyond the basic plane', { body: '😀'.repeat(2_001) }, 'body'],
    ['a number', { body: 1 }, 'body'],
    ['U+0000', { body: 'a\u0000b' }, 'body'],
    ['an unpaired surrogate', new Raw('{"body":"\\ud800"}'), 'body'],
    ['something beside it', { body: 'x', author: 'y' }, 'author'],
    ['a parent that is no uuid', { body: 'x', parentCommentId: 'x' }, 'parentCommentId'],
    ['an empty parent', { body: 'x', parentCommentId: '' }, 'parentCommentId'],
  ])('refuses as a body: %s', async (_what, body, field) => {
    expectRefusal(await member.post(comments, body), 'VALIDATION_ERROR', field);
    expect((await member.get(comments)).body.items).toEqual([]);
  });

  it('takes a null parent for none', async () => {
    const key = freshKey();
    const first = await member.post(comments, { body: 'x', parentCommentId: null }, { key });
    expect(first.body.parentCommentId).toBeNull();
    expectReplay(await member.post(comments, { body: ' x ' }, { key }), first);
  });

  it('takes as a parent only a live comment of the same Work Item', async () => {
    const other = await givenComment(owner, world.item((await givenWorkItem(owner, here)).key));
    const deleted = await givenComment(owner, at);
    await owner.delete(of(deleted.id));
    for (const parentCommentId of [other.id, deleted.id, randomUUID(), item.id]) {
      const answer = await owner.post(comments, { body: 'x', parentCommentId });
      expectRefusal(answer, 'VALIDATION_ERROR', 'parentCommentId');
    }
  });
});

describe('updateWorkItemComment', () => {
  it('scenario 25: sets editedAt and answers with a public author', async () => {
    const before = await givenComment(member, at);
    const answer = await member.patch(of(before.id), { body: ' Changed ' }, { ifMatch: null });
    expect(answer.status).toBe(200);
    const { publicId, name } = world.user('member');
    const { editedAt } = answer.body;
    expect(answer.body).toEqual({
      ...before,
      body: 'Changed',
      author: { publicId, name },
      updatedAt: editedAt,
      editedAt,
    });
    expect(editedAt > before.createdAt).toBe(true);
    const { id } = world.user('member');
    expect((await owner.get(comments)).body.items).toEqual([{ ...answer.body, author: { id, name } }]);
    expect((await owner.get(at)).body).toEqual(item);

    for (const other of [owner, admin]) {
      expectRefusal(await other.patch(of(before.id), { body: 'Mine' }), 'FORBIDDEN');
    }
  });

  it('checks the author before the shape of the body and before the state of the Work Item', async () => {
    const { id } = await givenComment(member, at);
    expectRefusal(await owner.patch(of(id), {}), 'FORBIDDEN');
    expectRefusal(await owner.patch(of(id), { body: 'x' }, { key: null }), 'FORBIDDEN');
    expectRefusal(await owner.patch(`${of(id)}?surprise=1`, { body: 'x' }), 'FORBIDDEN');
    await facts.archiveWorkItem(item.id);
    expectRefusal(await owner.patch(of(id), { body: 'x' }), 'FORBIDDEN');
    expectRefusal(await owner.delete(of(id)), 'FORBIDDEN');
    expectRefusal(await member.patch(of(id), {}), 'VALIDATION_ERROR', 'body');
    expectRefusal(await member.patch(of(id), { body: 'x' }), 'WORK_ITEM_ARCHIVED');
  });

  it.each([
    ['nothing', {}, 'body'],
    ['null', { body: null }, 'body'],
    ['white space', { body: ' ' }, 'body'],
    ['2,001 characters', { body: 'x'.repeat(2_001) }, 'body'],
    ['a parent', { body: 'x', parentCommentId: null }, 'parentCommentId'],
  ])('refuses as a body: %s', async (_what, body, field) => {
    const { id } = await givenComment(member, at);
    expectRefusal(await member.patch(of(id), body), 'VALIDATION_ERROR', field);
  });

  it('needs a key, and replays under it, after the deletion too', async () => {
    const { id } = await givenComment(member, at);
    expectRefusal(await member.patch(of(id), { body: 'x' }, { key: null }), 'IDEMPOTENCY_KEY_REQUIRED');
    const key = freshKey();
    const edited = await member.patch(of(id), { body: 'Edited' }, { key });
    expectReplay(await member.patch(of(id), { body: 'Edited' }, { key }), edited);
    await member.delete(of(id));
    expectReplay(await member.patch(of(id), { body: 'Edited' }, { key }), edited);
    expectRefusal(await member.patch(of(id), { body: 'Again' }), 'NOT_FOUND');
  });
});

describe('deleteWorkItemComment', () => {
  it('scenario 26: refuses while there is a live reply; without a key it is 204, and the place stays in the list', async () => {
    const comment = await givenComment(member, at);
    const reply = await givenComment(owner, at, { parentCommentId: comment.id });
    expectRefusal(await member.delete(of(comment.id), { key: null }), 'CONFLICT');
    // Authorship is checked before replies.
    expectRefusal(await owner.delete(of(comment.id), { key: null }), 'FORBIDDEN');
    expect((await owner.delete(of(reply.id), { key: null })).status).toBe(204);
    const { items } = (await owner.get(comments)).body;
    expect(items).toEqual([
      comment,
      { ...reply, body: null, deleted: true, updatedAt: items[1].updatedAt, editedAt: null },
    ]);
    expect(items[1].updatedAt > reply.createdAt).toBe(true);
    expect((await member.delete(of(comment.id), { key: null })).status).toBe(204);
    expect((await owner.get(at)).body).toEqual(item);
  });

  it('leaves editedAt as the last edit set it', async () => {
    const { id } = await givenComment(member, at);
    const { editedAt } = (await member.patch(of(id), { body: 'Edited' })).body;
    await member.delete(of(id));
    const [placeholder] = (await owner.get(comments)).body.items;
    expect(placeholder).toMatchObject({ editedAt, deleted: true, body: null, author: { id: world.user('member').id } });
    expect(placeholder.updatedAt > editedAt).toBe(true);
  });

  it('takes an empty body or {}, and refuses any other', async () => {
    const { id } = await givenComment(member, at);
    expectRefusal(await member.delete(of(id), {}, { cascade: true }), 'VALIDATION_ERROR', 'cascade');
    for (const body of ['[]', 'null', '{', 'x']) {
      expectRefusal(await member.delete(of(id), {}, new Raw(body)), 'VALIDATION_ERROR', 'body');
    }
    expectRefusal(await member.delete(`${of(id)}?force=true`), 'VALIDATION_ERROR', 'force');
    expectRefusal(await member.delete(of(id), { key: 'short' }), 'VALIDATION_ERROR', 'Idempotency-Key');
    expect((await member.delete(of(id), {}, new Raw('', 'application/json'))).status).toBe(204);
    const other = await givenComment(member, at);
    expect((await member.delete(of(other.id), {}, {})).status).toBe(204);
  });
});

describe('listWorkItemComments', () => {
  it('is flat, oldest first, in the order in which comments came to be', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, n) => member.post(comments, { body: `${n}` }).then(({ body }) => body)),
    );
    const replies = [];
    for (const parent of made.slice(0, 2)) replies.push(await givenComment(owner, at, { parentCommentId: parent.id }));
    const listed = (await owner.get(comments)).body.items;
    const instants = listed.map(({ createdAt }: any) => createdAt);
    expect(instants).toEqual([...new Set<string>(instants)].sort());
    expect(listed.slice(12)).toEqual(replies);
    expect(await walk(owner, `${comments}?limit=5`)).toEqual(listed);
  });

  it('scenario 30: the cursor of the last page, used again, shows what was appended', async () => {
    for (let n = 0; n < 3; n += 1) await givenComment(member, at);
    const { nextCursor } = (await owner.get(`${comments}?limit=2`)).body.page;
    const last = `${comments}?limit=2&cursor=${encodeURIComponent(nextCursor)}`;
    const before = (await owner.get(last)).body;
    expect({ rows: before.items.length, page: before.page }).toEqual({
      rows: 1,
      page: { limit: 2, hasMore: false, nextCursor: null },
    });
    const fresh = await givenComment(owner, at);
    const after = await owner.get(last);
    expect(after.status).toBe(200);
    expect(after.body.items).toEqual([...before.items, fresh]);
    await givenComment(owner, at);
    expect((await owner.get(last)).body.page.hasMore).toBe(true);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['sort=createdAt', 'sort'],
    ['since=2026-01-01T00:00:00Z', 'since'],
  ])('refuses ?%s', async (query, field) => {
    expectRefusal(await owner.get(`${comments}?${query}`), 'VALIDATION_ERROR', field);
  });
});
