import type { OrganizationId, Role } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { Principal } from '../access/principal.js';
import type { Page, PageRequest } from '../paging/page.js';

/** contract §5.2 OrganizationSummary */
export interface OrganizationSummaryView {
  readonly id: OrganizationId;
  readonly slug: string;
  readonly name: string;
}

/** contract §5.3 Organization */
export interface OrganizationView extends OrganizationSummaryView {
  readonly description: string | null;
  readonly plan: 'self_hosted';
  /** The caller's. */
  readonly role: Role;
  /** Whether it is the caller's default Organization. */
  readonly isDefault: boolean;
  readonly suspended: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** contract §5.3 OrganizationMinimal: what a token with Project grants only may know. */
export interface OrganizationMinimalView extends OrganizationSummaryView {
  readonly suspended: boolean;
}

/** How Organizations are shown to a caller. */
export abstract class OrganizationViews {
  /** Those that the principal sees, by name, then id. Throws `INVALID_CURSOR`. */
  abstract page(principal: Principal, request: PageRequest): Promise<Page<OrganizationView | OrganizationMinimalView>>;
  abstract one(principal: Principal, scope: OrganizationScope): Promise<OrganizationView>;
}
