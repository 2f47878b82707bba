import { randomUUID } from 'node:crypto';
import {
  TimeZone,
  type DisplayName,
  type Email,
  type OrganizationId,
  type Slug,
  type Username,
} from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { findUser } from '../identity/find-user.js';
import type { AccountPorts } from '../identity/ports.js';
import { refuse } from '../shared/refusals.js';
import { join } from './change-membership.js';
import type { OrganizationRecord } from './organizations.js';
import type { OrganizationPorts } from './ports.js';

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
  tx: RequestClock & Pick<AccountPorts, 'users'> & OrganizationPorts,
  { slug, name, description, timeZone = TimeZone.utc, owner, ownerUsername = null }: CreateOrganization,
): Promise<OrganizationRecord> {
  const user = await findUser(tx, owner);
  if (await tx.organizations.find(slug)) refuse('CONFLICT', `An Organization with the slug ${slug} exists already.`);
  const now = await tx.instant();
  const organization: OrganizationRecord = {
    id: randomUUID() as OrganizationId,
    slug,
    name,
    description,
    timeZone,
    suspendedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  tx.organizations.add(organization);
  join(tx, user, {
    organizationId: organization.id,
    userId: user.id,
    role: 'owner',
    username: ownerUsername,
    joinedAt: now,
  });
  return organization;
}
