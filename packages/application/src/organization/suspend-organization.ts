import type { Slug } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { findOrganization } from './find-organization.js';
import { changedOrganization, type OrganizationRecord } from './organizations.js';
import type { OrganizationPorts } from './ports.js';

type Ports = RequestClock & Pick<OrganizationPorts, 'organizations'>;

/** Suspends an Organization: its members get `ORGANIZATION_SUSPENDED` from now on. A repeat changes nothing. Throws `NOT_FOUND`. */
export async function suspendOrganization(tx: Ports, slug: Slug): Promise<OrganizationRecord> {
  const organization = await findOrganization(tx, slug);
  if (organization.suspendedAt !== null) return organization;
  const now = await tx.instant();
  return save(tx, changedOrganization(organization, { suspendedAt: now }, now));
}

/** Ends a suspension. A repeat changes nothing. Throws `NOT_FOUND`. A removal goes on. */
export async function resumeOrganization(tx: Ports, slug: Slug): Promise<OrganizationRecord> {
  const organization = await findOrganization(tx, slug);
  if (organization.suspendedAt === null) return organization;
  return save(tx, changedOrganization(organization, { suspendedAt: null }, await tx.instant()));
}

function save(tx: Ports, organization: OrganizationRecord): OrganizationRecord {
  tx.organizations.save(organization);
  return organization;
}
