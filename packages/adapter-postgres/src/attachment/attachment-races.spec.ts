import { createHash, randomBytes } from 'node:crypto';
import {
  archiveWorkItem,
  createAttachment,
  createWorkItem,
  deleteAttachment,
  deleteWorkItem,
  type ProjectScope,
} from '@worktrack/application';
import { FileName, MediaType, type AttachmentId, type BlobName, type WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { codesOf, Interleavings, type Outcomes, type Work } from '../../test/interleavings.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

const ROUNDS = 60;

jest.setTimeout(60_000);

describe('Two requests about attachments at once', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let interleavings: Interleavings;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    scope = await world.project(await world.organization(), await world.user());
    ports = await database.ports();
    interleavings = await Interleavings.open(database);
  });

  afterAll(async () => {
    await interleavings.close();
    await database.drop();
  });

  const anItem = async () => (await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT))).id;

  /** Records an attachment, the last step of an upload, whose bytes are already stored. */
  const upload = (workItemId: WorkItemId, blobName = randomBytes(24).toString('hex') as BlobName) =>
    ((tx) =>
      createAttachment(tx, scope, {
        workItemId,
        fileName: FileName.of('notes.txt'),
        contentType: MediaType.of('text/plain'),
        size: 1,
        sha256: createHash('sha256').update(blobName).digest('hex'),
        blobName,
      })) satisfies Work<{ readonly id: AttachmentId }>;
  const end = {
    deleted: (workItemId: WorkItemId): Work<unknown> => {
      return (tx) => deleteWorkItem(tx, scope, { workItemId, expected: '*', cascade: false });
    },
    archived: (workItemId: WorkItemId): Work<unknown> => {
      return (tx) => archiveWorkItem(tx, scope, { workItemId, expected: '*' });
    },
  };

  const stored = async (workItemId: WorkItemId) => {
    const attachments = await database.sql<{ live: boolean }>(
      'select deleted_at is null as live from attachments where work_item_id = $1',
      [workItemId],
    );
    const history = await database.sql<{ action: string }>(
      'select action from work_item_history where work_item_id = $1 order by sequence',
      [workItemId],
    );
    return { live: attachments.map(({ live }) => live), history: history.slice(1).map(({ action }) => action) };
  };

  const freely = async ([a, b]: readonly [Work<unknown>, Work<unknown>]): Promise<Outcomes<unknown>> =>
    Promise.allSettled([ports.unitOfWork.run(a), ports.unitOfWork.run(b)]);

  describe.each([
    ['deleted', 'NOT_FOUND', 'work_item_deleted'],
    ['archived', 'WORK_ITEM_ARCHIVED', 'archived'],
  ] as const)('of which one uploads to what the other has %s', (how, refusal, action) => {
    const given = async () => {
      const item = await anItem();
      const judge = async (outcomes: Outcomes<unknown>) => {
        const [uploaded, ended] = codesOf(outcomes);
        expect(ended).toBe('done');
        if (uploaded === 'done') {
          expect(await stored(item)).toEqual({ live: [true], history: ['attachment_added', action] });
        } else {
          expect(uploaded).toBe(refusal);
          expect(await stored(item)).toEqual({ live: [], history: [action] });
        }
      };
      return { works: [upload(item), end[how](item)] as const, judge };
    };

    it('nothing is added behind that, in any interleaving', () => interleavings.each(given));

    it('nor however they meet', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { works, judge } = await given();
        await judge(await freely(works));
      }
    });
  });

  describe('that delete the same attachment', () => {
    const given = async () => {
      const item = await anItem();
      const { id: attachmentId } = await ports.unitOfWork.run(upload(item));
      const remove: Work<unknown> = (tx) => deleteAttachment(tx, scope, { workItemId: item, attachmentId });
      const judge = async (outcomes: Outcomes<unknown>) => {
        expect(codesOf(outcomes).sort()).toEqual(['NOT_FOUND', 'done']);
        expect(await stored(item)).toEqual({ live: [false], history: ['attachment_added', 'attachment_removed'] });
      };
      return { works: [remove, remove] as const, judge };
    };

    it('delete it once, in every interleaving', () => interleavings.each(given));
  });

  describe('of which one deletes an attachment and the other its Work Item', () => {
    const given = async () => {
      const item = await anItem();
      const { id: attachmentId } = await ports.unitOfWork.run(upload(item));
      const remove: Work<unknown> = (tx) => deleteAttachment(tx, scope, { workItemId: item, attachmentId });
      const judge = async (outcomes: Outcomes<unknown>) => {
        const [removed, deleted] = codesOf(outcomes);
        expect(deleted).toBe('done');
        const { live, history } = await stored(item);
        expect(['done', 'NOT_FOUND']).toContain(removed);
        expect(live).toEqual([removed !== 'done']);
        expect(history.at(-1)).toBe('work_item_deleted');
      };
      return { works: [remove, end.deleted(item)] as const, judge };
    };

    it('come one after the other, in every interleaving', () => interleavings.each(given));
  });
});
