import type { UserId } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** The picture of an account. The version changes with the content. */
export interface AvatarRow {
  readonly userId: UserId;
  readonly version: string;
  readonly content: Buffer;
}

/** A row is an `AvatarRow`. */
export const AvatarTable = tableOf<AvatarRow>('Avatar', 'user_avatars', {
  userId: { type: 'uuid', primary: true },
  version: { type: 'text' },
  content: { type: 'bytea' },
});
