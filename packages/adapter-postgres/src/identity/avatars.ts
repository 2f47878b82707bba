import { createHash } from 'node:crypto';
import type { Avatars } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';

const ADD = statement('avatars.add', `insert into user_avatars (user_id, version, content) values ($1, $2, $3)`);

export class PostgresAvatars implements Avatars {
  constructor(private readonly session: Session) {}

  add(userId: UserId, content: Buffer): void {
    this.session.write(ADD, [userId, versionOf(content), content]);
  }
}

/** Another content has another version. */
function versionOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
