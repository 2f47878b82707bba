import { randomUUID } from 'node:crypto';
import { Comment, type CommentId, type UserId, type WorkItem } from '@worktrack/domain';
import { remark, reply } from './demo-words.js';
import type { SeededRandom } from './seeded-random.js';

/** What is said about one Work Item, in the order in which it was said. */
export class Conversation {
  private readonly said: Comment[] = [];

  constructor(
    private readonly random: SeededRandom,
    private readonly item: WorkItem,
  ) {}

  get comments(): readonly Comment[] {
    return this.said;
  }

  begins(author: UserId, at: Date): void {
    this.post(remark(this.random), null, author, at);
  }

  goesOn(author: UserId, at: Date): void {
    const parent = this.said.findLast(({ isLive }) => isLive);
    if (parent) this.post(reply(this.random), parent, author, at);
  }

  /** Its author says the last thing better. */
  isCorrected(at: Date): void {
    const comment = this.said.findLast(({ isLive }) => isLive);
    comment?.edit(this.item, `${String(comment.record.body)} (I meant the second one.)`, comment.record.authorId, at);
  }

  /** Its author takes back the last thing that nobody replied to. */
  isRegretted(at: Date): void {
    const answered = new Set(this.said.filter(({ isLive }) => isLive).map(({ record }) => record.parentCommentId));
    const comment = this.said.findLast(({ isLive, record }) => isLive && !answered.has(record.id));
    comment?.delete(this.item, comment.record.authorId, at);
  }

  private post(body: string, parent: Comment | null, author: UserId, at: Date): void {
    this.said.push(Comment.post(this.item, { id: randomUUID() as CommentId, body, parent }, author, at));
  }
}
