import type { UserId } from '@worktrack/domain';

/** The media type of every stored avatar: an upload is re-encoded. */
export const AVATAR_TYPE = 'image/webp';

/** The avatars of one transaction. Writes are sent with the next read, or with the commit. */
export interface Avatars {
  /** `content`: an image of `AVATAR_TYPE`, square and small. */
  add(userId: UserId, content: Buffer): void;
}
