import { createHash } from 'node:crypto';
import type { Avatars } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { AvatarTable } from './avatar.table.js';

export class PostgresAvatars implements Avatars {
  constructor(private readonly session: Session) {}

  add(userId: UserId, content: Buffer): void {
    const avatar = { userId, version: versionOf(content), content };
    this.session.writeManaged((manager) => manager.insert(AvatarTable.schema, avatar));
  }
}

/** Computes the version from a hash of the content. */
function versionOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
