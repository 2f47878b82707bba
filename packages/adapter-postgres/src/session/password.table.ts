import type { UserId } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** The password of an account, as its hash. */
export interface PasswordRow {
  readonly userId: UserId;
  /** The hash, with its algorithm and parameters. */
  readonly hash: string;
  /** When it was set, or when all sessions of the account ended after that: no browser of before is known any more. */
  readonly setAt: Date;
}

/** A row is a `PasswordRow`. */
export const PasswordTable = tableOf<PasswordRow>('Password', 'passwords', {
  userId: { type: 'uuid', primary: true },
  hash: { type: 'text' },
  setAt: { type: 'timestamptz', precision: 3 },
});
