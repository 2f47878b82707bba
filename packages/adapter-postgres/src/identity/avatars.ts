import { createHash } from 'node:crypto';
import type { Avatars } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import { statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';
import { AvatarTable } from './avatar.table.js';

const ADD = AvatarTable.insertAs('avatars.add');
const REMOVE = statement('avatars.remove', 'delete from user_avatars where user_id = $1');

export class PostgresAvatars implements Avatars {
  constructor(private readonly transaction: SqlTransaction) {}

  put(userId: UserId, content: Buffer): string {
    const version = versionOf(content);
    this.remove(userId);
    this.transaction.write(ADD, AvatarTable.insertValues({ userId, version, content }));
    return version;
  }

  remove(userId: UserId): void {
    this.transaction.write(REMOVE, [userId]);
  }
}

/** Computes the version from a hash of the content. */
function versionOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
