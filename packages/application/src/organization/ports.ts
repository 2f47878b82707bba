import type { Members } from './members.js';
import type { Memberships } from './memberships.js';
import type { Organizations } from './organizations.js';

/** The port of the members of an Organization in a transaction, for references from Work Items. */
export interface MemberPorts {
  readonly members: Members;
}

/** The ports of Organizations and memberships in a transaction. */
export interface OrganizationPorts {
  readonly organizations: Organizations;
  readonly memberships: Memberships;
}
