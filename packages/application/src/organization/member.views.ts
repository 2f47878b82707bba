import type { PublicUserId, Role, Username } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';

/** A member of an Organization as its administrators see it. */
export interface MemberView {
  readonly publicId: PublicUserId;
  readonly name: string;
  readonly username: Username | null;
  readonly role: Role;
  readonly email: string;
  /** True when the member has proven to receive mail at the address. */
  readonly emailConfirmed: boolean;
  /** The instant when the membership began: RFC 3339 text, UTC, three fraction digits. */
  readonly joinedAt: string;
  /** The last day, in UTC, on which a session or a token of the member was used; `null`: none is known. */
  readonly lastActiveAt: string | null;
  /** The version of the avatar's content; `null` without an avatar. */
  readonly avatarVersion: string | null;
}

/** The request of one page of the members. */
export interface ListMembers extends PageRequest {
  /** Trimmed and folded text. It matches a part of the name, of the username or of the e-mail address. */
  readonly q: string | undefined;
  readonly role: Role | undefined;
}

/** The members of an Organization, for its administrators. */
export abstract class MemberViews {
  /** Lists the members by name, then public id. Throws `INVALID_CURSOR`. */
  abstract list(scope: OrganizationScope, request: ListMembers): Promise<Page<MemberView>>;
}
