import { createHash } from 'node:crypto';
import type { Avatars } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { AvatarTable } from './avatar.table.js';

const ADD_AVATAR = AvatarTable.insertAs('avatars.add');

export class PostgresAvatars implements Avatars {
  constructor(private readonly transaction: SqlTransaction) {}

  add(userId: UserId, content: Buffer): void {
    this.transaction.write(ADD_AVATAR, AvatarTable.insertValues({ userId, version: versionOf(content), content }));
  }
}

/** Computes the version from a hash of the content. */
function versionOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
