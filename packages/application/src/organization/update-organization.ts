import type { DisplayName, Slug, TimeZone } from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { findOrganization } from './find-organization.js';
import type { OrganizationRecord } from './organizations.js';
import type { OrganizationPorts } from './ports.js';

/** The changes of an Organization; `undefined` leaves a member as it is. */
export interface OrganizationChanges {
  readonly name?: DisplayName | undefined;
  readonly timeZone?: TimeZone | undefined;
}

/** Changes an Organization. Another time zone changes no instant, only how days are read and shown. Throws `NOT_FOUND`. */
export async function updateOrganization(
  tx: RequestClock & Pick<OrganizationPorts, 'organizations'>,
  slug: Slug,
  changes: OrganizationChanges,
): Promise<OrganizationRecord> {
  const organization = await findOrganization(tx, slug);
  const { name = organization.name, timeZone = organization.timeZone } = changes;
  if (name === organization.name && timeZone === organization.timeZone) return organization;
  const updated = { ...organization, name, timeZone, updatedAt: await tx.instant() };
  tx.organizations.save(updated);
  return updated;
}
