import type { UserId } from '@worktrack/domain';

/** The type of every avatar that is kept: whatever was given is encoded anew. */
export const AVATAR_TYPE = 'image/webp';

/** The avatars of one transaction. Writes leave with the next read, or with the commit. */
export interface Avatars {
  /** `content`: an image of `AVATAR_TYPE`, square and small. */
  add(userId: UserId, content: Buffer): void;
}
