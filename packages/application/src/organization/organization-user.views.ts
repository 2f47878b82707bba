import type { PublicUserId, Username } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';

/** The `OrganizationUser` of contract §5.2: a row of the member directory. */
export interface OrganizationUserView {
  readonly publicId: PublicUserId;
  readonly name: string;
  /** The username in this Organization. */
  readonly username: Username | null;
}

/** The request of one page of the member directory. */
export interface ListOrganizationUsers extends PageRequest {
  /** Trimmed and folded text. It matches a part of the name or of the username in this Organization. */
  readonly q: string | undefined;
}

/** A member with a picture. */
export interface MemberPictureView {
  readonly publicId: PublicUserId;
  readonly avatarVersion: string;
}

/** The most pictures that are listed. */
export const MOST_PICTURES = 1_000;

/** The member directory of an Organization. */
export abstract class OrganizationUserViews {
  /** Lists the active members by name, then public id. Throws `INVALID_CURSOR`. */
  abstract page(scope: OrganizationScope, request: ListOrganizationUsers): Promise<Page<OrganizationUserView>>;
  /** Lists the active members that have a picture, by public id: the first `MOST_PICTURES`. */
  abstract pictures(scope: OrganizationScope): Promise<readonly MemberPictureView[]>;
}
