import { randomBytes, randomUUID } from 'node:crypto';
import type { DisplayName, Email, PublicUserId, UserId } from '@worktrack/domain';
import { refuse } from '../refusals.js';
import type { AdministrationTransaction } from '../administration/administration-unit-of-work.js';
import type { UserRecord } from './users.js';

/** Who the account is for. */
export interface CreateUser {
  readonly email: Email;
  readonly name: DisplayName;
  /** What they look like, as `Avatars` keeps it. */
  readonly avatar?: Buffer | undefined;
}

/** A new account, which belongs to no Organization yet. Throws `CONFLICT` when the e-mail address is in use. */
export async function createUser(
  tx: Pick<AdministrationTransaction, 'avatars' | 'instant' | 'users'>,
  { email, name, avatar }: CreateUser,
): Promise<UserRecord> {
  if (await tx.users.find(email)) refuse('CONFLICT', `A user with the e-mail address ${email} exists already.`);
  const user: UserRecord = {
    id: randomUUID() as UserId,
    publicId: newPublicId(),
    email,
    name,
    defaultOrganizationId: null,
    createdAt: await tx.instant(),
  };
  tx.users.add(user);
  if (avatar) tx.avatars.add(user.id, avatar);
  return user;
}

/** A new public id: 128 random bits. The last of the 22 characters carries two of them, hence only `A`, `Q`, `g` or `w`. */
export function newPublicId(): PublicUserId {
  return `usr_${randomBytes(16).toString('base64url')}` as PublicUserId;
}
