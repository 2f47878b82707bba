import { archiveWorkItem, createComment, deleteComment, editComment } from '@worktrack/application';
import type { CommentId, WorkItemId } from '@worktrack/domain';
import { codesOf, type Attempt, type Outcomes } from '../../test/races.js';
import { racingSuite } from '../../test/racing-suite.js';

jest.setTimeout(60_000);

describe('Two requests about comments at once', () => {
  const races = racingSuite();
  const { suite } = races;

  const post =
    (workItemId: WorkItemId, parentCommentId: CommentId | null = null): Attempt<unknown> =>
    (tx) =>
      createComment(tx, suite.scope, { workItemId, body: 'A comment', parentCommentId });
  const remove =
    (workItemId: WorkItemId, commentId: CommentId): Attempt<unknown> =>
    (tx) =>
      deleteComment(tx, suite.scope, { workItemId, commentId });
  const edit =
    (workItemId: WorkItemId, commentId: CommentId): Attempt<unknown> =>
    (tx) =>
      editComment(tx, suite.scope, { workItemId, commentId, body: 'Edited' });

  const aComment = async (workItemId: WorkItemId): Promise<CommentId> => {
    const made = await suite.run((tx) =>
      createComment(tx, suite.scope, { workItemId, body: 'The first', parentCommentId: null }),
    );
    return made.id;
  };

  const stored = async (workItemId: WorkItemId) => {
    const comments = await suite.database.sql<{ live: boolean }>(
      'select deleted_at is null as live from comments where work_item_id = $1 order by created_at',
      [workItemId],
    );
    const history = await suite.database.sql<{ action: string; revision: number }>(
      'select action, revision from work_item_history where work_item_id = $1 order by sequence',
      [workItemId],
    );
    return {
      live: comments.map(({ live }) => live),
      history: history.slice(1).map(({ action, revision }) => `${revision} ${action}`),
    };
  };

  describe('of which one replies to what the other deletes', () => {
    const given = async () => {
      const item = await suite.createItem();
      const parent = await aComment(item);
      const check = async (outcomes: Outcomes<unknown>) => {
        const [replied, deleted] = codesOf(outcomes);
        if (replied === 'done') {
          expect(deleted).toBe('CONFLICT');
          expect(await stored(item)).toEqual({ live: [true, true], history: ['1 comment_added', '1 comment_replied'] });
        } else {
          expect([replied, deleted]).toEqual(['VALIDATION_ERROR', 'done']);
          expect(await stored(item)).toEqual({ live: [false], history: ['1 comment_added', '1 comment_deleted'] });
        }
      };
      return { works: [post(item, parent), remove(item, parent)] as const, check };
    };

    it('never leave a live reply under a deleted comment, in any interleaving', () => races.inEveryOrder(given));
  });

  describe('that delete the same comment', () => {
    const given = async () => {
      const item = await suite.createItem();
      const comment = await aComment(item);
      const check = async (outcomes: Outcomes<unknown>) => {
        expect(codesOf(outcomes).sort()).toEqual(['NOT_FOUND', 'done']);
        expect(await stored(item)).toEqual({ live: [false], history: ['1 comment_added', '1 comment_deleted'] });
      };
      return { works: [remove(item, comment), remove(item, comment)] as const, check };
    };

    it('delete it once, in every interleaving', () => races.inEveryOrder(given));
  });

  it('of which one edits what the other deletes come one after the other, in every interleaving', () =>
    races.inEveryOrder(async () => {
      const item = await suite.createItem();
      const comment = await aComment(item);
      const check = async (outcomes: Outcomes<unknown>) => {
        const [edited, deleted] = codesOf(outcomes);
        expect(deleted).toBe('done');
        const edits = edited === 'done' ? ['1 comment_edited'] : [];
        if (edited !== 'done') expect(edited).toBe('NOT_FOUND');
        expect(await stored(item)).toEqual({
          live: [false],
          history: ['1 comment_added', ...edits, '1 comment_deleted'],
        });
      };
      return { works: [edit(item, comment), remove(item, comment)] as const, check };
    }));

  describe('of which one comments while the other archives the Work Item', () => {
    const given = async () => {
      const item = await suite.createItem();
      const check = async (outcomes: Outcomes<unknown>) => {
        const [posted, archived] = codesOf(outcomes);
        expect(archived).toBe('done');
        if (posted === 'done') {
          expect(await stored(item)).toEqual({ live: [true], history: ['1 comment_added', '2 archived'] });
        } else {
          expect(posted).toBe('WORK_ITEM_ARCHIVED');
          expect(await stored(item)).toEqual({ live: [], history: ['2 archived'] });
        }
      };
      const archive: Attempt<unknown> = (tx) => archiveWorkItem(tx, suite.scope, { workItemId: item, expected: '*' });
      return { works: [post(item), archive] as const, check };
    };

    it('nothing is said behind the archive, in any interleaving', () => races.inEveryOrder(given));
  });

  describe('that comment on the same Work Item', () => {
    const inOrder = async (workItemId: WorkItemId) => {
      const rows = await suite.database.sql<{ at: string }>(
        // Sort by the order of commits: only one transaction at a time writes the history of an item.
        `select comment.created_at::text as at from comments comment
         join work_item_history history on history.detail ->> 'comment' = comment.id::text
         where comment.work_item_id = $1 order by history.sequence`,
        [workItemId],
      );
      const instants = rows.map(({ at }) => at);
      expect(instants).toEqual([...new Set(instants)].sort());
      return instants.length;
    };

    it('have instants that strictly increase in the order of their commits, in every interleaving', () =>
      races.inEveryOrder(async () => {
        const item = await suite.createItem();
        const check = async (outcomes: Outcomes<unknown>) => {
          expect(codesOf(outcomes)).toEqual(['done', 'done']);
          expect(await inOrder(item)).toBe(2);
        };
        return { works: [post(item), post(item)] as const, check };
      }));
  });
});
