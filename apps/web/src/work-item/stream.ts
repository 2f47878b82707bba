import type { Activity, Comment } from './item-parts.js';

/** A comment with its replies, or an event, in the order of time. */
export type Entry =
  | { readonly kind: 'comment'; readonly at: string; readonly comment: Comment; readonly replies: readonly Comment[] }
  | { readonly kind: 'event'; readonly at: string; readonly event: Activity };

/** The comments are there themselves. */
const SAID_BY_COMMENTS: ReadonlySet<string> = new Set(['comment_added', 'comment_replied', 'comment_edited']);

interface Streams {
  readonly comments: readonly Comment[];
  readonly hasMoreComments: boolean;
  readonly events: readonly Activity[];
  readonly hasMoreEvents: boolean;
}

/** The instant up to which a list is known. */
const horizonOf = (items: readonly { readonly createdAt: string }[], hasMore: boolean): string =>
  hasMore ? (items.at(-1)?.createdAt ?? '') : '~';

/**
 * Comments and events as one stream, oldest first. Replies stand under the comment that began the talk, and what comes after the end
 * of the shorter list waits until more of it was read.
 */
export function streamOf({ comments, hasMoreComments, events, hasMoreEvents }: Streams): readonly Entry[] {
  const horizon = [horizonOf(comments, hasMoreComments), horizonOf(events, hasMoreEvents)].sort()[0] ?? '~';
  const shown = events.filter(({ action }) => !SAID_BY_COMMENTS.has(action));
  return [...threadsOf(comments), ...shown.map((event): Entry => ({ kind: 'event', at: event.createdAt, event }))]
    .filter(({ at }) => at <= horizon)
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function threadsOf(comments: readonly Comment[]): readonly Entry[] {
  // A reply comes after what it replies to, so the begin of its talk is known.
  const rootOf = new Map<string, string>();
  const replies = new Map<string, Comment[]>();
  for (const comment of comments) {
    const { id, parentCommentId } = comment;
    const root = parentCommentId === null ? undefined : rootOf.get(parentCommentId);
    rootOf.set(id, root ?? id);
    if (root === undefined) replies.set(id, []);
    else replies.get(root)?.push(comment);
  }
  return comments
    .filter(({ id }) => replies.has(id))
    .map((comment): Entry => ({
      kind: 'comment',
      at: comment.createdAt,
      comment,
      replies: replies.get(comment.id) ?? [],
    }))
    .filter((entry) => entry.kind !== 'comment' || !entry.comment.deleted || entry.replies.some((one) => !one.deleted));
}
