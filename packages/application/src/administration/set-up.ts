import type { DisplayName, Email, TimeZone } from '@worktrack/domain';
import { createUser } from '../identity/create-user.js';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import { createOrganizationOf } from '../organization/create-organization.js';
import type { OrganizationRecord } from '../organization/organizations.js';
import type { OrganizationPorts } from '../organization/ports.js';
import type { SessionPorts } from '../session/ports.js';
import { hashOfSecret, newSecret } from '../session/session-secret.js';
import { SETUP_LINK_LIFE } from '../session/setup-links.js';
import type { RequestClock } from '../shared/clock.js';

type Ports = RequestClock &
  Pick<AccountPorts, 'avatars' | 'users'> &
  OrganizationPorts &
  Pick<SessionPorts, 'passwords' | 'setupLinks'>;

/** Creates a link to set the server up, and returns its secret; `undefined` when an account was made before. */
export async function createSetupLink(
  tx: RequestClock & Pick<SessionPorts, 'setupLinks'>,
): Promise<string | undefined> {
  if (!(await tx.setupLinks.isNeeded())) return undefined;
  const secret = newSecret();
  const expiresAt = new Date((await tx.instant()).getTime() + SETUP_LINK_LIFE);
  tx.setupLinks.add({ hash: hashOfSecret(secret), expiresAt });
  return secret;
}

/** The command to make the first account and its Organization. */
export interface SetUp {
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  readonly name: DisplayName;
  readonly email: Email;
  /** The hash of the password. */
  readonly passwordHash: string;
  readonly organizationName: DisplayName;
  readonly timeZone: TimeZone;
}

/** The first account and the Organization that it owns. */
export interface FirstAccount {
  readonly user: UserRecord;
  readonly organization: OrganizationRecord;
}

/**
 * Makes the first account, and its Organization with the account as owner. Its address counts as confirmed: whoever reads the log of the server is
 * trusted with more than that. Returns `undefined` for a link that cannot be used, or when an account exists. Source: extensions, team §2.
 */
export async function setUp(
  tx: Ports,
  { hash, name, email, passwordHash, organizationName, timeZone }: SetUp,
): Promise<FirstAccount | undefined> {
  if (!(await tx.setupLinks.use(hash))) return undefined;
  const user = await createUser(tx, { email, name, isEmailConfirmed: true });
  tx.passwords.save(user.id, passwordHash, await tx.instant());
  const named = { name: organizationName, slug: undefined, description: null, timeZone };
  return { user, organization: await createOrganizationOf(tx, user, named) };
}
