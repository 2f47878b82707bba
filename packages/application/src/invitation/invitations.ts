import type { Brand, Email, OrganizationId, Role, UserId } from '@worktrack/domain';

/** The id of an invitation. It is not secret. */
export type InvitationId = Brand<string, 'InvitationId'>;

/** The stored record of an invitation, with its secret only as a hash. It ends when it is accepted, revoked or expired. */
export interface InvitationRecord {
  readonly organizationId: OrganizationId;
  readonly id: InvitationId;
  readonly email: Email;
  readonly role: Role;
  /** The words of the inviter. */
  readonly message: string | null;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  readonly invitedBy: UserId;
  /** True: a join link has sent it, to prove the address. Only that address can accept it. */
  readonly byLink: boolean;
  /** The cause of the mail with its link; `null`: none was sent. */
  readonly mailCause: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The stored record of the join link of an Organization, with its secret only as a hash. */
export interface JoinLinkRecord {
  readonly organizationId: OrganizationId;
  /** SHA-256 of the token. */
  readonly hash: Buffer;
  readonly createdBy: UserId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly mostUses: number;
  readonly uses: number;
  /** The domains of the addresses that can join, in lower case; none: any address. */
  readonly domains: readonly string[];
}

/** The invitations and join links of one transaction. One that has expired is not found. */
export interface Invitations {
  /** Adds an invitation. It replaces the one that the address has. */
  put(invitation: InvitationRecord): void;
  /** Finds and locks an invitation. */
  find(organization: OrganizationId, id: InvitationId): Promise<InvitationRecord | undefined>;
  /** Finds the invitation with this hash, without a lock. */
  byHash(hash: Buffer): Promise<InvitationRecord | undefined>;
  /** Finds and locks the invitations of these addresses. */
  ofAddresses(organization: OrganizationId, emails: readonly Email[]): Promise<readonly InvitationRecord[]>;
  /** Returns the number of invitations of an Organization that have not expired. */
  count(organization: OrganizationId): Promise<number>;
  remove(organization: OrganizationId, id: InvitationId): void;
  /** Removes the invitations of an address, in all Organizations. */
  removeOfAddress(email: Email): void;
  /** Removes the invitations that a user has made in an Organization, and the join link. */
  removeMadeBy(organization: OrganizationId, user: UserId): void;
  /** Sets the join link of an Organization. It replaces the one that there is. */
  putLink(link: JoinLinkRecord): void;
  /** Finds the join link with this hash, if it has a use left, without a lock. */
  linkByHash(hash: Buffer): Promise<JoinLinkRecord | undefined>;
  /** Finds and locks the join link of an Organization, if it has a use left. */
  lockLink(organization: OrganizationId): Promise<JoinLinkRecord | undefined>;
  /** Counts a use of a locked join link. */
  useLink(organization: OrganizationId): void;
  /** Ends the join link. */
  removeLink(organization: OrganizationId): void;
}
