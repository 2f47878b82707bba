import { createHash, randomBytes } from 'node:crypto';
import { createAttachment, deleteAttachment, deleteWorkItem } from '@worktrack/application';
import { FileName, MediaType, type AttachmentId, type BlobName, type WorkItemId } from '@worktrack/domain';
import { projectSuite } from '../../test/suite.js';

describe('The repository of attachments', () => {
  const suite = projectSuite();
  let item: WorkItemId;

  beforeEach(async () => {
    item = await suite.createItem();
  });

  const blob = () => randomBytes(24).toString('hex') as BlobName;
  const add = (blobName = blob(), where = suite.scope) =>
    suite.run((tx) =>
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
    suite.run((tx) => deleteAttachment(tx, suite.scope, { workItemId: item, attachmentId }));

  it('has room for one attachment a blob', async () => {
    const blobName = blob();
    await add(blobName);
    await expect(add(blobName)).rejects.toMatchObject({ constraint: 'blob_is_of_one_attachment' });
  });

  it('finds the blobs that no live attachment of any Organization needs', async () => {
    const [live, deleted, foreign, unknown] = [blob(), blob(), blob(), blob()];
    await add(live);
    await remove((await add(deleted)).id);
    const there = await suite.world.project(await suite.world.organization(), await suite.world.user());
    item = await suite.createItem({}, there);
    await add(foreign, there);
    const unused = await suite.ports.blobReferences.unused([live, deleted, foreign, unknown]);
    expect([...unused].sort()).toEqual([deleted, unknown].sort());
    expect(await suite.ports.blobReferences.unused([])).toEqual([]);
  });

  it('keeps a blob for the given time after the deletion of its attachment, and knows its name for ever', async () => {
    const [blobName, unknown] = [blob(), blob()];
    await remove((await add(blobName)).id);
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    expect(await suite.ports.blobReferences.unused([blobName], past)).toEqual([]);
    expect(await suite.ports.blobReferences.unused([blobName], future)).toEqual([blobName]);
    expect(await suite.ports.blobReferences.unknown([blobName, unknown])).toEqual([unknown]);
  });

  it('returns a sample of blobs, and their number', async () => {
    const names = [blob(), blob(), blob()];
    for (const name of names) await add(name);
    const count = await suite.ports.blobReferences.count();
    const all = await suite.ports.blobReferences.some(count + 10);
    expect(all).toHaveLength(count);
    expect(all).toEqual(expect.arrayContaining(names));
    expect(await suite.ports.blobReferences.some(2)).toEqual(all.slice(0, 2));
  });

  describe('counts the bytes of an Organization', () => {
    const SIZE = 1_000;
    const addSized = (size: number, quotaBytes?: number) =>
      suite.run((tx) =>
        createAttachment(tx, suite.scope, {
          workItemId: item,
          fileName: FileName.of('a'),
          contentType: MediaType.of('text/plain'),
          size,
          sha256: createHash('sha256').digest('hex'),
          blobName: blob(),
          quotaBytes,
        }),
      );
    const bytes = async () => (await suite.ports.attachmentUsage.of(suite.scope.organizationId)).bytes;

    it('of its live attachments, those of deleted Work Items included', async () => {
      expect(await bytes()).toBe(0);
      const { id } = await addSized(SIZE);
      await addSized(5);
      await addSized(0);
      expect(await bytes()).toBe(SIZE + 5);
      await remove(id);
      expect(await bytes()).toBe(5);
      await suite.run((tx) => deleteWorkItem(tx, suite.scope, { workItemId: item, expected: '*', cascade: false }));
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
    await suite.run((tx) => deleteWorkItem(tx, suite.scope, { workItemId: item, expected: '*', cascade: false }));
    expect(await suite.ports.blobReferences.unused([blobName])).toEqual([]);
  });
});
