import type { OrganizationId, PublicUserId, UserId } from '@worktrack/domain';

/** A user as a request names one: by internal id (legacy) or public id. */
export type UserReference =
  { readonly kind: 'id'; readonly id: UserId } | { readonly kind: 'publicId'; readonly publicId: PublicUserId };

/** Who a reference means, and whether they are a member of the Organization now. */
export interface FoundUser {
  readonly id: UserId;
  readonly active: boolean;
}

/** The members of an Organization, as far as Work Items point at them. */
export interface Members {
  /** Keeps a membership that is found from ending before this transaction does. */
  find(organizationId: OrganizationId, reference: UserReference): Promise<FoundUser | undefined>;
}
