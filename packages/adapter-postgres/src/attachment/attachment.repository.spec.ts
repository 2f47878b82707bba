import { createHash, randomBytes } from 'node:crypto';
import {
  createAttachment,
  createWorkItem,
  deleteAttachment,
  deleteWorkItem,
  type ProjectScope,
} from '@worktrack/application';
import { FileName, MediaType, type AttachmentId, type BlobName, type WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { allPages } from '../../test/pages.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

describe('The repository of attachments', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let scope: ProjectScope;
  let item: WorkItemId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
  });

  beforeEach(async () => {
    scope = await world.project(await world.organization(), await world.user());
    item = (await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT))).id;
  });

  afterAll(() => database.drop());

  const blob = () => randomBytes(24).toString('hex') as BlobName;
  const add = (blobName = blob(), where = scope) =>
    ports.unitOfWork.run((tx) =>
      createAttachment(tx, where, {
        workItemId: item,
        fileName: FileName.of('Zoë’s 😀.txt'),
        contentType: MediaType.of('text/plain; charset=utf-8'),
        size: 5_368_709_120,
        sha256: createHash('sha256').update(blobName).digest('hex'),
        blobName,
      }),
    );
  const remove = (attachmentId: AttachmentId) =>
    ports.unitOfWork.run((tx) => deleteAttachment(tx, scope, { workItemId: item, attachmentId }));
  const found = (id: AttachmentId) => ports.unitOfWork.run((tx) => tx.attachments.find(scope, item, id));

  it('keeps every member', async () => {
    const blobName = blob();
    const made = await add(blobName);
    const file = { fileName: 'Zoë’s 😀.txt', contentType: 'text/plain; charset=utf-8', size: 5_368_709_120 };
    expect(made).toEqual({
      id: made.id,
      workItemId: item,
      ...file,
      createdBy: { id: scope.actorId, name: expect.any(String) },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await ports.attachmentViews.one(scope, item, made.id)).toEqual(made);
    expect(await ports.attachmentViews.content(scope, item, made.id)).toEqual({ blobName, ...file });
    expect((await found(made.id))?.record).toEqual({
      id: made.id,
      organizationId: scope.organizationId,
      projectId: scope.projectId,
      workItemId: item,
      ...file,
      sha256: createHash('sha256').update(blobName).digest('hex'),
      blobName,
      createdBy: scope.actorId,
      createdAt: new Date(made.createdAt),
      deletedAt: null,
    });
  });

  it('shows no attachment that is deleted, and keeps its row', async () => {
    const blobName = blob();
    const [gone, kept] = [await add(blobName), await add()];
    expect(await remove(gone.id)).toBe(blobName);
    expect((await found(gone.id))?.record.deletedAt).toBeInstanceOf(Date);
    for (const show of ['one', 'content'] as const) {
      await expect(ports.attachmentViews[show](scope, item, gone.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await allPages(1, (request) => ports.attachmentViews.page(scope, item, request))).toEqual([kept]);
    await expect(remove(gone.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('names nobody where an account was removed', async () => {
    const { id } = await add();
    await database.sql('update users set removed_at = now(), email = null where id = $1', [scope.actorId]);
    expect((await ports.attachmentViews.one(scope, item, id)).createdBy).toBeNull();
  });

  it('shows nothing of another Organization', async () => {
    const { id } = await add();
    const elsewhere = { ...scope, organizationId: await world.organization() };
    await expect(ports.attachmentViews.one(elsewhere, item, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await allPages(10, (request) => ports.attachmentViews.page(elsewhere, item, request))).toEqual([]);
  });

  it('has room for one attachment a blob', async () => {
    const blobName = blob();
    await add(blobName);
    await expect(add(blobName)).rejects.toMatchObject({ constraint: 'blob_is_of_one_attachment' });
  });

  it('knows which blobs no live attachment needs, whosever they are', async () => {
    const [live, deleted, foreign, unknown] = [blob(), blob(), blob(), blob()];
    await add(live);
    await remove((await add(deleted)).id);
    const there = await world.project(await world.organization(), await world.user());
    const { id } = await ports.unitOfWork.run((tx) => createWorkItem(tx, there, CONTENT));
    item = id;
    await add(foreign, there);
    const unused = await ports.blobReferences.unused([live, deleted, foreign, unknown]);
    expect([...unused].sort()).toEqual([deleted, unknown].sort());
    expect(await ports.blobReferences.unused([])).toEqual([]);
  });

  it('keeps a blob for as long as it is told to after the deletion of its attachment, and knows its name for ever', async () => {
    const [blobName, unknown] = [blob(), blob()];
    await remove((await add(blobName)).id);
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    expect(await ports.blobReferences.unused([blobName], past)).toEqual([]);
    expect(await ports.blobReferences.unused([blobName], future)).toEqual([blobName]);
    expect(await ports.blobReferences.unknown([blobName, unknown])).toEqual([unknown]);
  });

  it('tells some blobs, and how many there are', async () => {
    const names = [blob(), blob(), blob()];
    for (const name of names) await add(name);
    const count = await ports.blobReferences.count();
    const all = await ports.blobReferences.some(count + 10);
    expect(all).toHaveLength(count);
    expect(all).toEqual(expect.arrayContaining(names));
    expect(await ports.blobReferences.some(2)).toEqual(all.slice(0, 2));
  });

  describe('counts the bytes of an Organization', () => {
    const SIZE = 1_000;
    const addSized = (size: number, quotaBytes?: number) =>
      ports.unitOfWork.run((tx) =>
        createAttachment(tx, scope, {
          workItemId: item,
          fileName: FileName.of('a'),
          contentType: MediaType.of('text/plain'),
          size,
          sha256: createHash('sha256').digest('hex'),
          blobName: blob(),
          quotaBytes,
        }),
      );
    const bytes = () => ports.attachmentUsage.bytesOf(scope.organizationId);

    it('of its live attachments, those of deleted Work Items included', async () => {
      expect(await bytes()).toBe(0);
      const { id } = await addSized(SIZE);
      await addSized(5);
      await addSized(0);
      expect(await bytes()).toBe(SIZE + 5);
      await remove(id);
      expect(await bytes()).toBe(5);
      await ports.unitOfWork.run((tx) =>
        deleteWorkItem(tx, scope, { workItemId: item, expected: '*', cascade: false }),
      );
      expect(await bytes()).toBe(5);
    });

    it('and refuses what passes its quota, and keeps nothing of it', async () => {
      await addSized(SIZE, SIZE);
      await addSized(0, SIZE);
      await expect(addSized(1, SIZE)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      expect(await bytes()).toBe(SIZE);
      await addSized(1, SIZE + 1);
      expect(await bytes()).toBe(SIZE + 1);
    });

    it('so that of many that come together no more are kept than fit', async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => addSized(SIZE, 5 * SIZE)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      expect(await bytes()).toBe(5 * SIZE);
    });
  });

  it('needs the blobs of a Work Item that was deleted, as its comments and its history are kept', async () => {
    const blobName = blob();
    await add(blobName);
    await ports.unitOfWork.run((tx) => deleteWorkItem(tx, scope, { workItemId: item, expected: '*', cascade: false }));
    expect(await ports.blobReferences.unused([blobName])).toEqual([]);
  });

  it('finds an attachment of a path by its id, with its uploader, deleted or not', async () => {
    const { id } = await add();
    const child = async (workItemNumber: number) => {
      const named = { projectKey: scope.projectKey, workItemNumber, child: { kind: 'attachment', id } } as const;
      return (await ports.pathResources.find({ ...scope, onlyProjects: undefined }, named))?.child;
    };
    expect(await child(1)).toEqual({ id, deleted: false, ownerId: scope.actorId });
    await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT));
    expect(await child(2)).toBeUndefined();
    await remove(id);
    expect(await child(1)).toEqual({ id, deleted: true, ownerId: scope.actorId });
  });
});
