import { randomUUID } from 'node:crypto';
import { Comment, type CommentId, type UserId, type WorkItem } from '@worktrack/domain';
import { remark, reply } from './demo-words.js';
import type { SeededRandom } from './seeded-random.js';

/** The comments on one Work Item, in the order in which they were posted. */
export class Conversation {
  private readonly posted: Comment[] = [];

  constructor(
    private readonly random: SeededRandom,
    private readonly item: WorkItem,
  ) {}

  get comments(): readonly Comment[] {
    return this.posted;
  }

  comment(author: UserId, at: Date): void {
    this.post(remark(this.random), null, author, at);
  }

  /** Replies to the last comment that is not deleted. */
  reply(author: UserId, at: Date): void {
    const parent = this.posted.findLast(({ isLive }) => isLive);
    if (parent) this.post(reply(this.random), parent, author, at);
  }

  /** The author of the last comment edits it. */
  editLast(at: Date): void {
    const comment = this.posted.findLast(({ isLive }) => isLive);
    comment?.edit(this.item, `${String(comment.record.body)} (I meant the second one.)`, comment.record.authorId, at);
  }

  /** The author of the last comment without a reply deletes it. */
  deleteLastWithoutReply(at: Date): void {
    const replied = new Set(this.posted.filter(({ isLive }) => isLive).map(({ record }) => record.parentCommentId));
    const comment = this.posted.findLast(({ isLive, record }) => isLive && !replied.has(record.id));
    comment?.delete(this.item, comment.record.authorId, at);
  }

  private post(body: string, parent: Comment | null, author: UserId, at: Date): void {
    this.posted.push(Comment.post(this.item, { id: randomUUID() as CommentId, body, parent }, author, at));
  }
}
