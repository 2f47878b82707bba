import type { Email, OrganizationId, PublicUserId, Role } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { InvitationId } from './invitations.js';

/** A pending invitation as administrators see it. */
export interface InvitationView {
  readonly id: InvitationId;
  readonly email: Email;
  readonly role: Role;
  readonly message: string | null;
  readonly invitedBy: { readonly publicId: PublicUserId; readonly name: string };
  /** The cause of its mail; `null`: none was sent. */
  readonly mailCause: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** The join link as administrators see it, without its secret. */
export interface JoinLinkView {
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly mostUses: number;
  readonly uses: number;
  readonly domains: readonly string[];
}

/** An invitation, or a join link, as a visitor with its token sees it. */
export interface ShownInvitation {
  readonly organization: { readonly id: OrganizationId; readonly slug: string; readonly name: string };
  readonly inviterName: string;
  readonly role: Role;
  /** The address that is invited; `null`: a join link, which is for anybody. */
  readonly email: Email | null;
  /** The domains of the addresses that a join link is for; none: any address. */
  readonly domains: readonly string[];
  /** True when the address has an account. */
  readonly hasAccount: boolean;
}

/** Invitations for administrators, and for visitors with a token. */
export abstract class InvitationViews {
  /** Lists the pending invitations by address. Throws `INVALID_CURSOR`. */
  abstract pending(
    scope: Pick<OrganizationScope, 'organizationId'>,
    request: PageRequest,
  ): Promise<Page<InvitationView>>;
  /** Shows the join link; `undefined` where there is none, or where it has expired. */
  abstract joinLink(scope: OrganizationScope): Promise<JoinLinkView | undefined>;
  /** Shows what a token stands for; `undefined` for one that is unknown, used, revoked or expired, and in a suspended Organization. */
  abstract ofToken(hash: Buffer): Promise<ShownInvitation | undefined>;
}
