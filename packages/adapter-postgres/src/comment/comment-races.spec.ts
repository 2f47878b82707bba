import {
  archiveWorkItem,
  createComment,
  createWorkItem,
  deleteComment,
  editComment,
  type ProjectScope,
} from '@worktrack/application';
import type { CommentId, WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { codesOf, Interleavings, type Outcomes, type Work } from '../../test/interleavings.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import type { Database } from '../database.js';

const ROUNDS = 60;

jest.setTimeout(60_000);

describe('Two requests about comments at once', () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let facts: Database;
  let interleavings: Interleavings;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    const world = new World(database);
    scope = await world.project(await world.organization(), await world.user());
    ports = await database.ports();
    facts = await database.open();
    interleavings = await Interleavings.open(database);
  });

  afterAll(async () => {
    await interleavings.close();
    await database.drop();
  });

  const anItem = async () => (await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT))).id;

  const post =
    (workItemId: WorkItemId, parentCommentId: CommentId | null = null): Work<unknown> =>
    (tx) =>
      createComment(tx, scope, { workItemId, body: 'A comment', parentCommentId });
  const remove =
    (workItemId: WorkItemId, commentId: CommentId): Work<unknown> =>
    (tx) =>
      deleteComment(tx, scope, { workItemId, commentId });
  const edit =
    (workItemId: WorkItemId, commentId: CommentId): Work<unknown> =>
    (tx) =>
      editComment(tx, scope, { workItemId, commentId, body: 'Edited' });

  const aComment = async (workItemId: WorkItemId): Promise<CommentId> => {
    const made = await ports.unitOfWork.run((tx) =>
      createComment(tx, scope, { workItemId, body: 'The first', parentCommentId: null }),
    );
    return made.id;
  };

  const stored = async (workItemId: WorkItemId) => {
    const comments = await facts.sql<{ live: boolean }>(
      'test.comments',
      'select deleted_at is null as live from comments where work_item_id = $1 order by created_at',
      [workItemId],
    );
    const history = await facts.sql<{ action: string; revision: number }>(
      'test.history',
      'select action, revision from work_item_history where work_item_id = $1 order by sequence',
      [workItemId],
    );
    return {
      live: comments.map(({ live }) => live),
      history: history.slice(1).map(({ action, revision }) => `${revision} ${action}`),
    };
  };

  const freely = async ([a, b]: readonly [Work<unknown>, Work<unknown>]): Promise<Outcomes<unknown>> =>
    Promise.allSettled([ports.unitOfWork.run(a), ports.unitOfWork.run(b)]);

  describe('of which one replies to what the other deletes', () => {
    const given = async () => {
      const item = await anItem();
      const parent = await aComment(item);
      const judge = async (outcomes: Outcomes<unknown>) => {
        const [replied, deleted] = codesOf(outcomes);
        if (replied === 'done') {
          expect(deleted).toBe('CONFLICT');
          expect(await stored(item)).toEqual({ live: [true, true], history: ['1 comment_added', '1 comment_replied'] });
        } else {
          expect([replied, deleted]).toEqual(['VALIDATION_ERROR', 'done']);
          expect(await stored(item)).toEqual({ live: [false], history: ['1 comment_added', '1 comment_deleted'] });
        }
      };
      return { works: [post(item, parent), remove(item, parent)] as const, judge };
    };

    it('never leave a live reply under a deleted comment, in any interleaving', () => interleavings.each(given));

    it('nor however they meet', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { works, judge } = await given();
        await judge(await freely(works));
      }
    });
  });

  describe('that delete the same comment', () => {
    const given = async () => {
      const item = await anItem();
      const comment = await aComment(item);
      const judge = async (outcomes: Outcomes<unknown>) => {
        expect(codesOf(outcomes).sort()).toEqual(['NOT_FOUND', 'done']);
        expect(await stored(item)).toEqual({ live: [false], history: ['1 comment_added', '1 comment_deleted'] });
      };
      return { works: [remove(item, comment), remove(item, comment)] as const, judge };
    };

    it('delete it once, in every interleaving', () => interleavings.each(given));

    it('and however they meet', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { works, judge } = await given();
        await judge(await freely(works));
      }
    });
  });

  it('of which one edits what the other deletes come one after the other, in every interleaving', () =>
    interleavings.each(async () => {
      const item = await anItem();
      const comment = await aComment(item);
      const judge = async (outcomes: Outcomes<unknown>) => {
        const [edited, deleted] = codesOf(outcomes);
        expect(deleted).toBe('done');
        const told = edited === 'done' ? ['1 comment_edited'] : [];
        if (edited !== 'done') expect(edited).toBe('NOT_FOUND');
        expect(await stored(item)).toEqual({
          live: [false],
          history: ['1 comment_added', ...told, '1 comment_deleted'],
        });
      };
      return { works: [edit(item, comment), remove(item, comment)] as const, judge };
    }));

  describe('of which one comments while the other archives the Work Item', () => {
    const given = async () => {
      const item = await anItem();
      const judge = async (outcomes: Outcomes<unknown>) => {
        const [posted, archived] = codesOf(outcomes);
        expect(archived).toBe('done');
        if (posted === 'done') {
          expect(await stored(item)).toEqual({ live: [true], history: ['1 comment_added', '2 archived'] });
        } else {
          expect(posted).toBe('WORK_ITEM_ARCHIVED');
          expect(await stored(item)).toEqual({ live: [], history: ['2 archived'] });
        }
      };
      const archive: Work<unknown> = (tx) => archiveWorkItem(tx, scope, { workItemId: item, expected: '*' });
      return { works: [post(item), archive] as const, judge };
    };

    it('nothing is said behind the archive, in any interleaving', () => interleavings.each(given));

    it('nor however they meet', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { works, judge } = await given();
        await judge(await freely(works));
      }
    });
  });

  describe('that comment on the same Work Item', () => {
    const inOrder = async (workItemId: WorkItemId) => {
      const rows = await facts.sql<{ at: string }>(
        'test.order',
        // The order of commits: an item's history is written one transaction after the other.
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
      interleavings.each(async () => {
        const item = await anItem();
        const judge = async (outcomes: Outcomes<unknown>) => {
          expect(codesOf(outcomes)).toEqual(['done', 'done']);
          expect(await inOrder(item)).toBe(2);
        };
        return { works: [post(item), post(item)] as const, judge };
      }));

    it('and so do many at once', async () => {
      const item = await anItem();
      await Promise.all(Array.from({ length: ROUNDS }, () => ports.unitOfWork.run(post(item))));
      expect(await inOrder(item)).toBe(ROUNDS);
    });
  });
});
