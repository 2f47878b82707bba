import type { UserId } from '@worktrack/domain';

/** The media type of every stored avatar: an upload is re-encoded. */
export const AVATAR_TYPE = 'image/webp';

/** The most bytes of a file that becomes an avatar. */
export const MOST_AVATAR_BYTES = 4 * 1_048_576;

/** The avatars of one transaction. Writes are sent with the next read, or with the commit. */
export interface Avatars {
  /** Sets or replaces an avatar, and returns the version of its content. `content`: an image of `AVATAR_TYPE`, square and small. */
  put(userId: UserId, content: Buffer): string;
  remove(userId: UserId): void;
}

/** Makes avatars of the files of people. */
export abstract class AvatarImages {
  /**
   * Decodes a PNG, JPEG, WebP or GIF file of at most `MOST_AVATAR_BYTES`, and encodes its middle again: a square of 256 pixels of `AVATAR_TYPE`,
   * with nothing but pixels. Throws `VALIDATION_ERROR` on `file` for any other file, and for one that is cut off, or too large when
   * it is decoded.
   */
  abstract avatarOf(file: Buffer): Promise<Buffer>;
}
