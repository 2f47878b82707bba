import { createReadStream } from 'node:fs';
import { MOST_AVATAR_BYTES, isRefusal, refusal, refuse } from '@worktrack/application';
import { SharpAvatarImages } from '../../avatars/sharp-avatar-images.js';
import { readAtMost } from '../read-at-most.js';
import { UsageError } from '../usage-error.js';

/**
 * Reads a file and makes an avatar of it. Throws `UsageError` when the file cannot be read, and `VALIDATION_ERROR` when it is not an image that
 * can be an avatar.
 * @param option the option that names the file, for messages
 */
export async function avatarIn(file: string, option: string): Promise<Buffer> {
  const bytes = await readAtMost(MOST_AVATAR_BYTES, createReadStream(file)).catch((error: unknown) => {
    throw new UsageError(`${option} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (!bytes) refuse('VALIDATION_ERROR', `${file} must have at most 4 MiB.`);
  try {
    return await new SharpAvatarImages().avatarOf(bytes);
  } catch (error) {
    // Name the file, which is not the member of a form here.
    throw isRefusal(error)
      ? refusal(
          'VALIDATION_ERROR',
          error.message.replace(/^file/, () => file),
        )
      : error;
  }
}
