import { randomUUID } from 'node:crypto';
import {
  Slug,
  TimeZone,
  Username,
  type DisplayName,
  type Email,
  type AccessTokenId,
  type OrganizationId,
} from '@worktrack/domain';
import type { Principal } from '../access/principal.js';
import type { RequestClock } from '../shared/clock.js';
import { findUser } from '../identity/find-user.js';
import type { AccountPorts } from '../identity/ports.js';
import type { UserRecord } from '../identity/users.js';
import { refuse } from '../shared/refusals.js';
import { join } from './join.js';
import type { OrganizationRecord } from './organizations.js';
import { settingsOf, type OrganizationSettingsView } from './organization-settings.js';
import type { OrganizationPorts } from './ports.js';

/** The most Organizations that one user owns, where the user creates them. */
export const MOST_OWNED_ORGANIZATIONS = 20;

type Ports = RequestClock & Pick<AccountPorts, 'users'> & OrganizationPorts;

/** The command to create an Organization with its first owner. */
export interface CreateOrganization {
  readonly slug: Slug;
  readonly name: DisplayName;
  readonly description: string | null;
  /** The time zone of its days [`UTC`]. */
  readonly timeZone?: TimeZone | undefined;
  readonly owner: Email;
  readonly ownerUsername?: Username | null | undefined;
}

/** Creates an Organization with its first owner. Throws `CONFLICT` when the slug is taken, `NOT_FOUND` for an unknown owner. */
export async function createOrganization(
  tx: Ports,
  { slug, name, description, timeZone = TimeZone.utc, owner, ownerUsername = null }: CreateOrganization,
): Promise<OrganizationRecord> {
  const user = await findUser(tx, owner);
  if ((await takenSlugs(tx, slug)).has(slug)) refuse('CONFLICT', `The slug ${slug} is taken.`);
  return add(tx, user, { slug, name, description, timeZone, ownerUsername });
}

/** The command of users to create an Organization of their own. */
export interface CreateOwnOrganization {
  readonly name: DisplayName;
  /** `undefined`: it is derived from the name. */
  readonly slug: Slug | undefined;
  readonly description: string | null;
  readonly timeZone: TimeZone;
}

/**
 * Creates an Organization that the caller owns, with a username from their name, and with a grant for the token that asks. Throws `CONFLICT` when the requested slug is taken, and
 * `LIMIT_REACHED` when the caller owns the most that one user can. Source: extensions, team §2.
 */
export async function createOwnOrganization(
  tx: Ports & Pick<AccountPorts, 'accessTokens'>,
  { user: { id }, token, session }: Principal,
  command: CreateOwnOrganization,
): Promise<OrganizationSettingsView> {
  const user = (await tx.users.lock(id)) ?? refuse('NOT_FOUND');
  if ((await tx.organizations.ownedBy(user.id)) >= MOST_OWNED_ORGANIZATIONS) {
    refuse('LIMIT_REACHED', `One user owns at most ${MOST_OWNED_ORGANIZATIONS} Organizations.`);
  }
  const organization = await createOrganizationOf(tx, user, command);
  if (!session) tx.accessTokens.grantWhole(organization.id, token.id as AccessTokenId);
  return settingsOf(organization);
}

/** Creates an Organization that a locked or new account owns, with a username from its name. Throws `CONFLICT` when the requested slug is taken. */
export async function createOrganizationOf(
  tx: Ports,
  user: UserRecord,
  { name, slug, description, timeZone }: CreateOwnOrganization,
): Promise<OrganizationRecord> {
  const stem = slug ?? Slug.stem(name);
  const taken = await takenSlugs(tx, stem);
  if (slug !== undefined && taken.has(slug)) refuse('CONFLICT', `The slug ${slug} is taken.`);
  const ownerUsername = Username.stem(user.name) ?? null;
  const facts = { slug: Slug.firstFree(stem, taken), name, description, timeZone, ownerUsername };
  return add(tx, user, facts);
}

async function takenSlugs(tx: Ports, stem: Slug): Promise<ReadonlySet<string>> {
  return new Set((await tx.organizations.slugsLike(stem)).map(({ slug }) => slug));
}

async function add(
  tx: Ports,
  user: UserRecord,
  facts: Pick<OrganizationRecord, 'slug' | 'name' | 'description' | 'timeZone'> & {
    readonly ownerUsername: Username | null;
  },
): Promise<OrganizationRecord> {
  const { ownerUsername: username, ...named } = facts;
  const now = await tx.instant();
  const id = randomUUID() as OrganizationId;
  const organization: OrganizationRecord = {
    ...named,
    ...{
      id,
      suspendedAt: null,
      removalDueAt: null,
      deletionBeganAt: null,
      revision: 1,
      createdAt: now,
      updatedAt: now,
    },
  };
  tx.organizations.add(organization);
  join(tx, user, { organizationId: id, userId: user.id, role: 'owner', username, joinedAt: now });
  return organization;
}
