import { createHash, randomBytes } from 'node:crypto';
import {
  createAttachment,
  createComment,
  createLink,
  deleteWorkItem,
  deleteWorkItemForGood,
  eraseWorkItems,
  restoreWorkItem,
  transitionSprint,
  updateWorkItem,
  type ErasurePorts,
} from '@worktrack/application';
import {
  FileName,
  MediaType,
  ONE_DAY,
  type BlobName,
  type CommentId,
  type SprintId,
  type WorkItemId,
} from '@worktrack/domain';
import { clockedSuite } from '../../test/suite.js';
import { verifyRecords } from '../owner-tasks.js';

const MARCH = Date.parse('2026-03-01T00:00:00Z');

describe('Deleted Work Items', () => {
  // Registered before the removal of the database.
  afterAll(async () => {
    expect((await verifyRecords(suite.database.url)).violations).toEqual([]);
  });
  const suite = clockedSuite();
  let time = MARCH;

  beforeEach(async () => {
    time += 100 * ONE_DAY;
    await suite.clock.set(time);
    // Erases the Work Items of the tests before.
    await erase();
    await suite.makeProject();
    await suite.world.member(suite.scope.organizationId, suite.scope.actorId, 'owner');
  });

  const pass = async (days: number) => suite.clock.set((time += days * ONE_DAY));
  const named = (id: WorkItemId) => ({ workItem: { kind: 'id', id } as const });
  const under = (id: WorkItemId, sprintId?: SprintId) =>
    suite.createItem({ references: { parent: { kind: 'id', id }, sprintId } });
  const remove = (workItemId: WorkItemId, cascade = false) =>
    suite.run((tx) => deleteWorkItem(tx, suite.scope, { workItemId, expected: '*', cascade }));
  const restore = (id: WorkItemId) => suite.run((tx) => restoreWorkItem(tx, suite.scope, named(id)));
  const giveUp = (id: WorkItemId) => suite.run((tx) => deleteWorkItemForGood(tx, suite.scope, named(id)));
  const listed = async () =>
    (await suite.ports.deletedWorkItemViews.page(suite.scope, { limit: 50, cursor: undefined })).items;
  const ids = async () => (await listed()).map(({ id }) => id);
  const record = async (id: WorkItemId) => {
    const [row] = await suite.database.sql<Record<string, unknown>>('select * from work_items where id = $1', [id]);
    return row;
  };
  const move = (sprintId: SprintId, targetState: 'active' | 'done') =>
    suite.run((tx) =>
      transitionSprint(tx, suite.scope, { sprintId, expected: '*', targetState, completion: { mode: 'backlog' } }),
    );

  const removedBlobs: string[] = [];
  const erase = (changes: Partial<ErasurePorts> = {}) =>
    eraseWorkItems(
      {
        erasure: suite.ports.workItemErasure,
        leases: suite.ports.leases,
        ownership: { check: () => Promise.resolve({ isOurs: true }) },
        blobs: { remove: (name) => Promise.resolve(void removedBlobs.push(name)) },
        ...changes,
      },
      new AbortController().signal,
    );

  /** Puts a comment with a reply, an attachment and a link to another Work Item on this one. */
  const furnish = async (workItemId: WorkItemId, other: WorkItemId) => {
    const blobName = randomBytes(24).toString('hex') as BlobName;
    const comment = (body: string, parentCommentId: CommentId | null) =>
      suite.run((tx) => createComment(tx, suite.scope, { workItemId, body, parentCommentId }));
    const { id } = await comment('Why?', null);
    await comment('Because.', id);
    await suite.run((tx) =>
      createAttachment(tx, suite.scope, {
        workItemId,
        fileName: FileName.of('notes.txt'),
        contentType: MediaType.of('text/plain'),
        size: 7,
        sha256: createHash('sha256').update(blobName).digest('hex'),
        blobName,
      }),
    );
    const scope = suite.world.scope(suite.scope.organizationId, suite.scope.actorId);
    await suite.run((tx) =>
      createLink(tx, scope, { workItemId, relation: 'blocks', target: { kind: 'id', id: other } }),
    );
    return blobName;
  };

  it('are listed from the last deletion to the first, with who deleted them, until they can be restored no more', async () => {
    const [first, second] = [await suite.createItem({ title: 'First' }), await suite.createItem({ title: 'Second' })];
    await pass(1);
    await remove(first);
    await pass(1);
    await remove(second);
    expect(await listed()).toMatchObject([
      { id: second, title: 'Second', key: `${suite.scope.projectKey}-2`, deletedBy: { name: expect.any(String) } },
      {
        id: first,
        deletedAt: new Date(time - ONE_DAY).toISOString(),
        erasureDueAt: new Date(time + 29 * ONE_DAY).toISOString(),
      },
    ]);
    await pass(29);
    expect(await ids()).toEqual([second]);
    await expect(restore(first)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('come back with all that was on them, in the Sprint and under the parent that they had', async () => {
    const sprintId = await suite.world.sprint(suite.scope);
    await move(sprintId, 'active');
    const [parent, other] = [await suite.createItem(), await suite.createItem()];
    const item = await under(parent, sprintId);
    await furnish(item, other);
    await pass(1);
    await remove(item);
    await pass(1);
    const key = `${suite.scope.projectKey}-3`;
    expect(await restore(item)).toEqual({ id: item, key, restored: 1, isComplete: true, lost: [] });
    expect(await record(item)).toMatchObject({ revision: 3, parent_id: parent, sprint_id: sprintId, deleted_at: null });
    const [live] = await suite.database.sql(
      `select (select count(*)::int from comments where work_item_id = $1 and deleted_at is null) as comments,
         (select count(*)::int from attachments where work_item_id = $1 and deleted_at is null) as attachments,
         (select count(*)::int from work_item_links where source_id = $1 and deleted_at is null) as links,
         (select count(*)::int from sprint_entries where work_item_id = $1) as entries,
         (select count(*)::int from sprint_exits where work_item_id = $1) as exits`,
      [item],
    );
    expect(live).toEqual({ comments: 2, attachments: 1, links: 1, entries: 2, exits: 1 });
    expect(await ids()).toEqual([]);
    // A repeat, and a deletion after it.
    expect(await restore(item)).toMatchObject({ restored: 0 });
    await pass(1);
    await remove(item);
    await pass(1);
    expect(await restore(item)).toMatchObject({ restored: 1 });
    expect(await record(item)).toMatchObject({ revision: 5, deleted_at: null });
  });

  it('come back with those below them that were deleted by the same request, and with no others', async () => {
    const top = await suite.createItem();
    const [a, b] = [await under(top), await under(top)];
    const below = await under(a);
    await remove(b);
    await pass(1);
    await remove(top, true);
    await pass(1);
    expect(await restore(top)).toMatchObject({ restored: 3, lost: [] });
    expect(await record(below)).toMatchObject({ parent_id: a, deleted_at: null });
    expect(await ids()).toEqual([b]);
  });

  it('come back without a parent that is deleted, or under which the chain would be too long', async () => {
    const [parent, far] = [await suite.createItem(), await suite.createItem()];
    const [orphan, top] = [await under(parent), await under(far)];
    await under(top);
    await remove(orphan);
    await remove(top, true);
    await pass(1);
    await remove(parent);
    let chain = await suite.createItem();
    for (let length = 2; length <= 8; length += 1) chain = await under(chain);
    await suite.run((tx) =>
      updateWorkItem(tx, suite.scope, {
        ...{ workItemId: far, expected: '*', changes: {}, namesStatus: false },
        references: { parent: { kind: 'id', id: chain } },
      }),
    );
    await pass(1);
    expect(await restore(orphan)).toMatchObject({ lost: ['parent'] });
    expect(await restore(top)).toMatchObject({ restored: 2, lost: ['parent'] });
    expect(await record(orphan)).toMatchObject({ parent_id: null });
  });

  it('come back without a Sprint that was completed and an assignee who left meanwhile, and keep a Sprint of before', async () => {
    const sprintId = await suite.world.sprint(suite.scope);
    const ben = await suite.world.user();
    await suite.world.member(suite.scope.organizationId, ben);
    await move(sprintId, 'active');
    const item = await suite.createItem({ references: { sprintId, assignee: { kind: 'id', id: ben } } });
    const done = await suite.createItem({ status: 'done', references: { sprintId } });
    await pass(1);
    await remove(item);
    await pass(1);
    await move(sprintId, 'done');
    await suite.database.sql('delete from memberships where user_id = $1', [ben]);
    await pass(1);
    await remove(done);
    await pass(1);
    expect(await restore(item)).toMatchObject({ lost: ['sprint', 'assignee'] });
    expect(await record(item)).toMatchObject({ sprint_id: null, assignee_id: null });
    expect(await restore(done)).toMatchObject({ lost: [] });
    expect(await record(done)).toMatchObject({ sprint_id: sprintId });
  });

  it('cannot be restored and soon lose what they hold when an owner deletes them for good', async () => {
    const [item, other] = [await suite.createItem({ description: 'Secret' }), await suite.createItem()];
    const blob = await furnish(item, other);
    await expect(giveUp(item)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await remove(item);
    await pass(1);
    await giveUp(item);
    expect(await ids()).toEqual([]);
    await expect(restore(item)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(giveUp(item)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await erase({ ownership: { check: () => Promise.resolve({ isOurs: false, reason: 'Other' }) } })).toBe(0);
    expect(await record(item)).toMatchObject({ description: 'Secret', erased_at: null });
    expect(await erase()).toBe(1);
    expect(removedBlobs).toContain(blob);
    expect(await record(item)).toMatchObject({ description: null, erased_at: new Date(time), revision: 2 });
    const [left] = await suite.database.sql(
      `select (select count(*)::int from comments where work_item_id = $1 and body is not null) as comments,
         (select count(*)::int from work_item_links where source_id = $1 and deleted_at is null) as links,
         (select folded from work_item_texts where work_item_id = $1) as text`,
      [item],
    );
    expect(left).toEqual({ comments: 0, links: 0, text: '' });
  });

  it('lose what they hold 30 days after their deletion, in steps of 250 rows', async () => {
    const [old, young] = [
      await suite.createItem({ description: 'Old' }),
      await suite.createItem({ description: 'Young' }),
    ];
    await suite.database.sql(
      `insert into comments (organization_id, id, project_id, work_item_id, author_id, body, created_at, updated_at)
       select $1, gen_random_uuid(), $2, $3, $4, 'Comment', $5, $5 from generate_series(1, 600)`,
      [suite.scope.organizationId, suite.scope.projectId, old, suite.scope.actorId, new Date(time)],
    );
    await pass(1);
    await remove(old);
    await pass(1);
    await remove(young);
    await pass(29);
    const erasure = suite.ports.workItemErasure;
    const next = await erasure.next();
    expect(next).toEqual({ organizationId: suite.scope.organizationId, id: old });
    expect(next && [await erasure.eraseSome(next), await erasure.eraseSome(next)]).toMatchObject([
      { isDone: false },
      { isDone: false },
    ]);
    expect(await erase()).toBe(1);
    expect(await record(old)).toMatchObject({ description: null });
    expect(await record(young)).toMatchObject({ description: 'Young', erasure_due_at: null });
    expect(await restore(young)).toMatchObject({ restored: 1 });
  });

  it('are not erased when they were restored after they were found', async () => {
    const item = await suite.createItem({ description: 'Kept' });
    await remove(item);
    await pass(1);
    const found = { organizationId: suite.scope.organizationId, id: item };
    await restore(item);
    expect(await suite.ports.workItemErasure.eraseSome(found)).toEqual({ blobs: [], isDone: false });
    expect(await record(item)).toMatchObject({ description: 'Kept', erased_at: null });
  });
});
