import type { PublicUserId, Username } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';

/** contract §5.2 OrganizationUser: a row of the member directory. */
export interface OrganizationUserView {
  readonly publicId: PublicUserId;
  readonly name: string;
  /** In this Organization. */
  readonly username: Username | null;
}

/** Which members, and which page of them. */
export interface ListOrganizationUsers extends PageRequest {
  /** Trimmed and folded; part of the name or of the username in this Organization. */
  readonly q: string | undefined;
}

/** The member directory of an Organization. */
export abstract class OrganizationUserViews {
  /** Its active members by name, then public id. Throws `INVALID_CURSOR`. */
  abstract page(scope: OrganizationScope, request: ListOrganizationUsers): Promise<Page<OrganizationUserView>>;
}
