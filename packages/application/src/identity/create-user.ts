import { randomBytes, randomUUID } from 'node:crypto';
import type { DisplayName, Email, PublicUserId, UserId } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { AccountPorts } from './ports.js';
import type { UserRecord } from './users.js';

/** The command to create an account. */
export interface CreateUser {
  readonly email: Email;
  readonly name: DisplayName;
  /** The user's image, in the format of `Avatars`. */
  readonly avatar?: Buffer | undefined;
  /** True when somebody trusted has proven that the user receives mail at the address. */
  readonly isEmailConfirmed?: boolean;
}

/** Creates an account, which belongs to no Organization yet. Throws `CONFLICT` when the e-mail address is in use. */
export async function createUser(
  tx: RequestClock & Pick<AccountPorts, 'avatars' | 'users'>,
  { email, name, avatar, isEmailConfirmed = false }: CreateUser,
): Promise<UserRecord> {
  if (await tx.users.find(email)) refuse('CONFLICT', `A user with the e-mail address ${email} exists already.`);
  const now = await tx.instant();
  const user: UserRecord = {
    id: randomUUID() as UserId,
    publicId: newPublicId(),
    email,
    name,
    defaultOrganizationId: null,
    createdAt: now,
    emailConfirmedAt: isEmailConfirmed ? now : null,
  };
  tx.users.add(user);
  if (avatar) tx.avatars.put(user.id, avatar);
  return user;
}

/** Creates a public id: 128 random bits. The last of the 22 characters holds two of them, so it is `A`, `Q`, `g` or `w`. */
export function newPublicId(): PublicUserId {
  return `usr_${randomBytes(16).toString('base64url')}` as PublicUserId;
}
