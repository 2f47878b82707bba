import type { UserRecord } from '@worktrack/application';
import { tableOf } from '../engine/table.js';

/** The stored form of an account: with the folded name that queries search, and the instant of its removal. */
export interface UserRow extends Omit<UserRecord, 'email'> {
  /** `null` after the removal of the account. */
  readonly email: UserRecord['email'] | null;
  readonly foldedName: string;
  readonly removedAt: Date | null;
}

/** A row is a `UserRow`. */
export const UserTable = tableOf<UserRow>('User', 'users', {
  id: { type: 'uuid', primary: true },
  publicId: { type: 'text' },
  email: { type: 'text', nullable: true },
  name: { type: 'text' },
  foldedName: { type: 'text', select: false },
  defaultOrganizationId: { type: 'uuid', nullable: true },
  createdAt: { type: 'timestamptz', precision: 3 },
  emailConfirmedAt: { type: 'timestamptz', precision: 3, nullable: true },
  removedAt: { type: 'timestamptz', precision: 3, nullable: true, select: false },
});
