import type { Activity, Comment } from './item-parts.js';
import { streamOf } from './stream.js';

const at = (minute: number): string => `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000Z`;
const comment = (id: string, minute: number, members: object = {}) =>
  ({ id, parentCommentId: null, body: id, deleted: false, createdAt: at(minute), ...members }) as Comment;
const event = (action: string, minute: number) =>
  ({ id: `${action}${minute}`, action, createdAt: at(minute) }) as Activity;

const shown = (streams: Partial<Parameters<typeof streamOf>[0]>) =>
  streamOf({ comments: [], hasMoreComments: false, events: [], hasMoreEvents: false, ...streams }).map((entry) =>
    entry.kind === 'event' ? entry.event.action : [entry.comment.id, ...entry.replies.map(({ id }) => id)].join(' < '),
  );

describe('The stream of a Work Item', () => {
  it('has comments and events in the order of time, with replies under the comment that began the talk', () => {
    const comments = [
      comment('a', 1),
      comment('b', 3),
      comment('c', 5, { parentCommentId: 'a' }),
      comment('d', 6, { parentCommentId: 'c' }),
    ];
    const events = [event('created', 0), event('status_changed', 2), event('title_changed', 4)];
    expect(shown({ comments, events })).toEqual(['created', 'a < c < d', 'status_changed', 'b', 'title_changed']);
  });

  it('leaves out the events that the comments show themselves, but not a deletion', () => {
    const events = ['comment_added', 'comment_replied', 'comment_edited', 'comment_deleted'].map(event);
    expect(shown({ events })).toEqual(['comment_deleted']);
  });

  it('leaves out a deleted comment that nobody replied to', () => {
    const gone = { deleted: true, body: null };
    const comments = [comment('a', 1, gone), comment('b', 2, gone), comment('c', 3, { parentCommentId: 'b' })];
    expect(shown({ comments })).toEqual(['b < c']);
  });

  it('ends where one of the two lists is not read yet, so that nothing is left out in between', () => {
    const comments = [comment('a', 1), comment('b', 9)];
    const events = [event('created', 0), event('status_changed', 4)];
    expect(shown({ comments, events, hasMoreEvents: true })).toEqual(['created', 'a', 'status_changed']);
    expect(shown({ comments, events, hasMoreComments: true })).toEqual(['created', 'a', 'status_changed', 'b']);
  });
});
