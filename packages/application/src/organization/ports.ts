import type { Members } from './members.js';
import type { Memberships, OwnMemberships } from './memberships.js';
import type { Organizations } from './organizations.js';

/** The ports of the members of Organizations in a transaction. */
export interface MemberPorts {
  readonly members: Members;
  readonly memberships: OwnMemberships;
}

/** The ports of Organizations in a transaction of administration. */
export interface OrganizationPorts {
  readonly organizations: Organizations;
  readonly memberships: Memberships;
}
