import type { CommentId, UserId, WorkItemId } from '../identity/ids.js';
import { aComment, aWorkItem, refusalOf } from '../testing/index.js';
import { Comment, type NewComment } from './comment.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const LATER = new Date('2026-05-04T11:00:00.000Z');
const ADA = 'ada' as UserId;
const BEN = 'ben' as UserId;
const ID = 'new' as CommentId;

const post = (facts: Partial<NewComment> = {}, item = aWorkItem({ revision: 4 })) =>
  Comment.post(item, { id: ID, body: 'Well said', parent: null, ...facts }, ADA, NOW);

describe('A comment', () => {
  it('is added to the history of its Work Item, whose revision and updatedAt stay', () => {
    const item = aWorkItem({ revision: 4 });
    const before = item.record;
    const comment = post({}, item);
    expect(comment.record).toEqual({
      id: ID,
      organizationId: before.organizationId,
      projectId: before.projectId,
      workItemId: before.id,
      parentCommentId: null,
      authorId: ADA,
      body: 'Well said',
      createdAt: NOW,
      updatedAt: NOW,
      editedAt: null,
      deletedAt: null,
    });
    expect(item.record).toBe(before);
    expect(item.hasChanged).toBe(false);
    const change = { action: 'comment_added', comment: ID };
    expect(item.events).toEqual([{ workItemId: before.id, revision: 4, at: NOW, actor: ADA, change }]);
  });

  it('is kept trimmed, and holds 1 to 2,000 code points then', () => {
    expect(post({ body: ` \u0085${'😀'.repeat(2_000)}\n` }).record.body).toBe('😀'.repeat(2_000));
    for (const body of ['', ' \n', 'x'.repeat(2_001), 'a\u0000b', '\ud800']) {
      expect(refusalOf(() => post({ body }))).toBe('VALIDATION_ERROR');
    }
  });

  it('may reply to a live comment of the same Work Item, a reply included', () => {
    const item = aWorkItem();
    const parent = aComment({ parentCommentId: 'first' as CommentId });
    expect(post({ parent }, item).record.parentCommentId).toBe(parent.record.id);
    expect(item.events.map(({ change }) => change)).toEqual([{ action: 'comment_replied', comment: ID }]);
  });

  it.each([
    ['one that is not there', undefined],
    ['a deleted one', aComment({ body: null, deletedAt: NOW })],
    ['one of another Work Item', aComment({ workItemId: 'other' as WorkItemId })],
  ])('replies never to %s', (_, parent) => {
    const item = aWorkItem();
    expect(refusalOf(() => post({ parent }, item))).toBe('VALIDATION_ERROR');
    expect(item.events).toEqual([]);
  });

  it('is edited: updatedAt and editedAt move', () => {
    const item = aWorkItem({ revision: 4 });
    const comment = aComment();
    const before = comment.record;
    comment.edit(item, ' Better said ', ADA, LATER);
    expect(comment.record).toEqual({ ...before, body: 'Better said', updatedAt: LATER, editedAt: LATER });
    expect(comment.hasChanged).toBe(true);
    const change = { action: 'comment_edited', comment: before.id };
    expect(item.events).toEqual([{ workItemId: item.record.id, revision: 4, at: LATER, actor: ADA, change }]);
  });

  it('stays as it is when an edit changes nothing, and adds no event', () => {
    const item = aWorkItem();
    const comment = aComment();
    const before = comment.record;
    comment.edit(item, `  ${String(before.body)}\t`, ADA, LATER);
    expect(comment.record).toBe(before);
    expect(comment.hasChanged).toBe(false);
    expect(item.events).toEqual([]);
  });

  it('loses its words by deletion: updatedAt moves, editedAt does not', () => {
    const item = aWorkItem();
    const comment = aComment();
    const before = comment.record;
    comment.delete(item, BEN, LATER);
    expect(comment.record).toEqual({ ...before, body: null, updatedAt: LATER, deletedAt: LATER });
    expect(item.events.map(({ change }) => change)).toEqual([{ action: 'comment_deleted', comment: before.id }]);
  });

  it('stays while it has live replies', () => {
    const item = aWorkItem();
    const comment = aComment({}, { hasLiveReplies: true });
    expect(
      refusalOf(() => {
        comment.delete(item, ADA, LATER);
      }),
    ).toBe('CONFLICT');
    expect(comment.isLive).toBe(true);
    expect(item.events).toEqual([]);
  });

  it('is gone once it is deleted', () => {
    const comment = aComment({ body: null, deletedAt: NOW }, { hasLiveReplies: true });
    const archived = aWorkItem({ archivedAt: NOW });
    for (const item of [aWorkItem(), archived]) {
      expect(
        refusalOf(() => {
          comment.edit(item, 'Again', ADA, LATER);
        }),
      ).toBe('NOT_FOUND');
      expect(
        refusalOf(() => {
          comment.delete(item, ADA, LATER);
        }),
      ).toBe('NOT_FOUND');
    }
  });

  it('is neither made, changed nor deleted while the Work Item is archived', () => {
    const item = aWorkItem({ archivedAt: NOW });
    const comment = aComment({}, { hasLiveReplies: true });
    for (const attempt of [
      () => post({ parent: undefined }, item),
      () => {
        comment.edit(item, String(comment.record.body), ADA, LATER);
      },
      () => {
        comment.delete(item, ADA, LATER);
      },
    ]) {
      expect(refusalOf(attempt)).toBe('WORK_ITEM_ARCHIVED');
    }
  });
});
