import type { MembershipRecord, Slug } from '@worktrack/domain';
import { Access, type OrganizationScope } from '../access/access.js';
import type { UserRecord } from '../identity/users.js';
import { refuse } from '../shared/refusals.js';
import type { OrganizationRecord } from './organizations.js';
import type { OrganizationPorts } from './ports.js';

/** Finds and locks an Organization. Throws `NOT_FOUND`. */
export async function findOrganization(
  tx: Pick<OrganizationPorts, 'organizations'>,
  slug: Slug,
): Promise<OrganizationRecord> {
  return (await tx.organizations.find(slug)) ?? refuse('NOT_FOUND', `No Organization has the slug ${slug}.`);
}

/** Finds the user's membership and locks its Organization. Throws `NOT_FOUND` for either. */
export async function findMembership(
  tx: OrganizationPorts,
  slug: Slug,
  { id, email }: UserRecord,
): Promise<MembershipRecord> {
  const organization = await findOrganization(tx, slug);
  const membership = await tx.memberships.find(organization.id, id);
  return membership ?? refuse('NOT_FOUND', `${email} is not a member of the Organization ${slug}.`);
}

/**
 * Locks the Organization of a scope, and reads the caller's role again under the lock: the membership could have ended, or been lowered, since the
 * rights of the request were read. Throws `NOT_FOUND`.
 */
export async function lockWithRights(
  tx: OrganizationPorts,
  { organizationId, actorId }: Pick<OrganizationScope, 'actorId' | 'organizationId'>,
): Promise<{ readonly organization: OrganizationRecord; readonly scope: OrganizationScope }> {
  const organization = (await tx.organizations.lock(organizationId)) ?? refuse('NOT_FOUND');
  const own = (await tx.memberships.find(organizationId, actorId)) ?? refuse('NOT_FOUND');
  return { organization, scope: Access.onBehalfOf(organizationId, actorId, own.role) };
}
