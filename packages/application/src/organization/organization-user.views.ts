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

/** The member directory of an Organization. */
export abstract class OrganizationUserViews {
  /** Lists the active members by name, then public id. Throws `INVALID_CURSOR`. */
  abstract page(scope: OrganizationScope, request: ListOrganizationUsers): Promise<Page<OrganizationUserView>>;
}
