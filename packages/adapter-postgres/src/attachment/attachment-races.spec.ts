import { createHash, randomBytes } from 'node:crypto';
import { archiveWorkItem, createAttachment, deleteAttachment, deleteWorkItem } from '@worktrack/application';
import { FileName, MediaType, type AttachmentId, type BlobName, type WorkItemId } from '@worktrack/domain';
import { codesOf, type Attempt, type Outcomes } from '../../test/races.js';
import { racingSuite } from '../../test/racing-suite.js';

jest.setTimeout(60_000);

describe('Two requests about attachments at once', () => {
  const races = racingSuite();
  const { suite } = races;

  /** Records an attachment, the last step of an upload, whose bytes are already stored. */
  const upload = (workItemId: WorkItemId, blobName = randomBytes(24).toString('hex') as BlobName) =>
    ((tx) =>
      createAttachment(tx, suite.scope, {
        workItemId,
        fileName: FileName.of('notes.txt'),
        contentType: MediaType.of('text/plain'),
        size: 1,
        sha256: createHash('sha256').update(blobName).digest('hex'),
        blobName,
      })) satisfies Attempt<{ readonly id: AttachmentId }>;
  const end = {
    deleted: (workItemId: WorkItemId): Attempt<unknown> => {
      return (tx) => deleteWorkItem(tx, suite.scope, { workItemId, expected: '*', cascade: false });
    },
    archived: (workItemId: WorkItemId): Attempt<unknown> => {
      return (tx) => archiveWorkItem(tx, suite.scope, { workItemId, expected: '*' });
    },
  };

  const stored = async (workItemId: WorkItemId) => {
    const attachments = await suite.database.sql<{ live: boolean }>(
      'select deleted_at is null as live from attachments where work_item_id = $1',
      [workItemId],
    );
    const history = await suite.database.sql<{ action: string }>(
      'select action from work_item_history where work_item_id = $1 order by sequence',
      [workItemId],
    );
    return { live: attachments.map(({ live }) => live), history: history.slice(1).map(({ action }) => action) };
  };

  describe.each([
    ['deleted', 'NOT_FOUND', 'work_item_deleted'],
    ['archived', 'WORK_ITEM_ARCHIVED', 'archived'],
  ] as const)('of which one uploads to what the other has %s', (how, refusal, action) => {
    const given = async () => {
      const item = await suite.createItem();
      const check = async (outcomes: Outcomes<unknown>) => {
        const [uploaded, ended] = codesOf(outcomes);
        expect(ended).toBe('done');
        if (uploaded === 'done') {
          expect(await stored(item)).toEqual({ live: [true], history: ['attachment_added', action] });
        } else {
          expect(uploaded).toBe(refusal);
          expect(await stored(item)).toEqual({ live: [], history: [action] });
        }
      };
      return { works: [upload(item), end[how](item)] as const, check };
    };

    it('nothing is added behind that, in any interleaving', () => races.inEveryOrder(given));
  });

  describe('that delete the same attachment', () => {
    const given = async () => {
      const item = await suite.createItem();
      const { id: attachmentId } = await suite.run(upload(item));
      const remove: Attempt<unknown> = (tx) => deleteAttachment(tx, suite.scope, { workItemId: item, attachmentId });
      const check = async (outcomes: Outcomes<unknown>) => {
        expect(codesOf(outcomes).sort()).toEqual(['NOT_FOUND', 'done']);
        expect(await stored(item)).toEqual({ live: [false], history: ['attachment_added', 'attachment_removed'] });
      };
      return { works: [remove, remove] as const, check };
    };

    it('delete it once, in every interleaving', () => races.inEveryOrder(given));
  });

  describe('of which one deletes an attachment and the other its Work Item', () => {
    const given = async () => {
      const item = await suite.createItem();
      const { id: attachmentId } = await suite.run(upload(item));
      const remove: Attempt<unknown> = (tx) => deleteAttachment(tx, suite.scope, { workItemId: item, attachmentId });
      const check = async (outcomes: Outcomes<unknown>) => {
        const [removed, deleted] = codesOf(outcomes);
        expect(deleted).toBe('done');
        const { live, history } = await stored(item);
        expect(['done', 'NOT_FOUND']).toContain(removed);
        expect(live).toEqual([removed !== 'done']);
        expect(history.at(-1)).toBe('work_item_deleted');
      };
      return { works: [remove, end.deleted(item)] as const, check };
    };

    it('come one after the other, in every interleaving', () => races.inEveryOrder(given));
  });
});
