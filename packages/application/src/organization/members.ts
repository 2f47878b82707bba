import type { OrganizationId, PublicUserId, UserId } from '@worktrack/domain';

/** The reference to a user in a request: the internal id (legacy) or the public id. */
export type UserReference =
  | { readonly kind: 'id'; readonly id: UserId }
  | { readonly kind: 'publicId'; readonly publicId: PublicUserId };

/** The user of a reference. `active` is true when the user is a member of the Organization now. */
export interface FoundUser {
  readonly id: UserId;
  readonly active: boolean;
}

/** The members of an Organization, for references from Work Items. */
export interface Members {
  /** Finds a user and holds the membership: it cannot end before this transaction does. */
  find(organizationId: OrganizationId, reference: UserReference): Promise<FoundUser | undefined>;
}
