import type { DisplayName, Email, ProjectId, ProjectKey, AnyScope, Slug } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import type { TokenGrant } from '../identity/access-tokens.js';
import { findUser } from '../identity/find-user.js';
import { newToken, type NewToken } from '../identity/new-token.js';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import { findMembership } from '../organization/find-organization.js';
import type { OrganizationPorts } from '../organization/ports.js';
import type { ProjectKeyPorts } from '../project/ports.js';
import { refuse } from '../shared/refusals.js';

/** The lifetime of a token in days: every token expires. */
export const TOKEN_DAYS = { usual: 90, most: 366, fewest: 1 } as const;

/** The command to create a token for a user. */
export interface CreateToken {
  readonly email: Email;
  readonly name: DisplayName;
  readonly scopes: readonly AnyScope[];
  /** Without `projects` a grant covers the whole Organization. */
  readonly grants: readonly { readonly org: Slug; readonly projects?: readonly ProjectKey[] | undefined }[];
  readonly expiresInDays: number;
}

type Ports = RequestClock & Pick<AccountPorts, 'accessTokens' | 'users'> & OrganizationPorts & ProjectKeyPorts;

/** Creates a token. Throws `NOT_FOUND` when the user, an Organization, the user's membership or a Project does not exist. */
export async function createToken(
  tx: Ports,
  { email, name, scopes, grants, expiresInDays }: CreateToken,
): Promise<NewToken> {
  const user = await findUser(tx, email);
  const granted = new Map<Slug, TokenGrant>();
  for (const grant of grants) granted.set(grant.org, await resolve(tx, user, grant));
  const facts = { userId: user.id, name, scopes, grants: [...granted.values()], expiresInDays };
  const { token, record } = newToken(facts, await tx.instant());
  tx.accessTokens.add(record);
  return { token, credentialId: record.id, expiresAt: record.expiresAt };
}

async function resolve(
  tx: Ports,
  user: UserRecord,
  { org, projects }: CreateToken['grants'][number],
): Promise<TokenGrant> {
  const { organizationId } = await findMembership(tx, org, user);
  if (!projects) return { organizationId, projects: null };
  const known = await tx.projectKeys.find(organizationId, projects);
  const idOf = (key: ProjectKey): ProjectId =>
    known.get(key) ?? refuse('NOT_FOUND', `The Organization ${org} has no Project ${key}.`);
  return { organizationId, projects: [...new Set(projects)].map(idOf) };
}
