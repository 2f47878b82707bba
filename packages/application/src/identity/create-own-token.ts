import type { DisplayName, ProjectKey, AnyScope } from '@worktrack/domain';
import type { PrincipalPorts } from '../access/ports.js';
import type { Principal } from '../access/principal.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { TokenGrant } from './access-tokens.js';
import { newToken } from './new-token.js';
import type { OwnTokenView } from './own-token.views.js';
import type { GrantableOrganization, WantedGrant } from './own-tokens.js';
import type { OwnTokenPorts } from './ports.js';

/** The number of tokens that an account can have at a time, expired and revoked ones not counted. */
export const MOST_TOKENS = 200;

/** The command of users to create a token of their own. No slug is named twice. */
export interface CreateOwnToken {
  readonly name: DisplayName;
  readonly scopes: readonly AnyScope[];
  readonly organizations: readonly WantedGrant[];
  readonly expiresInDays: number;
}

/** A new token with its text, which is known only now. */
export interface CreatedToken extends OwnTokenView {
  readonly token: string;
}

/**
 * Creates a token of the caller. Throws `AUTH_REQUIRED` when the session has ended, `CONFLICT` when the account has `MOST_TOKENS`, and
 * `VALIDATION_ERROR` with the path of each Organization that the caller is not a member of and of each Project that does not exist.
 */
export async function createOwnToken(
  tx: RequestClock & OwnTokenPorts & PrincipalPorts,
  caller: Pick<Principal, 'user' | 'token'>,
  { organizations, expiresInDays, ...named }: CreateOwnToken,
): Promise<CreatedToken> {
  const userId = caller.user.id;
  const held = await tx.ownTokens.lock(userId);
  // The session might have ended since it was read, and a token outlives it. No membership ends while the account is locked.
  const present = await tx.principals.find(caller.token.id);
  if (!present) refuse('AUTH_REQUIRED', 'Your session has ended. Sign in again.');
  const found = await tx.ownTokens.grantable(present.organizations, organizations);
  const problems: Record<string, readonly string[]> = {};
  const grants = organizations.map(({ slug, projects }, at) => {
    const path = `organizations.${at}`;
    const organization = found.get(slug);
    if (!organization) problems[`${path}.slug`] = ['must be the slug of an Organization of yours'];
    return organization && grantOf(organization, projects, `${path}.projects`, problems);
  });
  const [problem] = Object.keys(problems);
  if (problem !== undefined) {
    refuse('VALIDATION_ERROR', `${problem} ${problems[problem]?.[0]}.`, { fieldErrors: problems });
  }
  if (held >= MOST_TOKENS) {
    refuse('CONFLICT', `An account has at most ${MOST_TOKENS} personal access tokens at a time. Revoke one first.`);
  }

  const { token, record } = newToken(
    { ...named, userId, grants: grants.filter((grant) => grant !== undefined), expiresInDays },
    await tx.instant(),
  );
  tx.ownTokens.add(record);
  return { ...(await tx.ownTokenViews.one(userId, record.id)), token };
}

/** Builds the grant, and adds a problem for each key without a Project. */
function grantOf(
  { id, projects: known }: GrantableOrganization,
  keys: readonly ProjectKey[] | undefined,
  path: string,
  problems: Record<string, readonly string[]>,
): TokenGrant {
  if (!keys) return { organizationId: id, projects: null };
  const projects = keys.map((key, at) => {
    const project = known.get(key);
    if (project === undefined) problems[`${path}.${at}`] = ['must be the key of a Project of this Organization'];
    return project;
  });
  return { organizationId: id, projects: [...new Set(projects.filter((project) => project !== undefined))] };
}
