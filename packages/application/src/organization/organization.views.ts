import type { OrganizationId, Role, Slug, TimeZone } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { Principal } from '../access/principal.js';
import type { OrganizationSettingsView } from './organization-settings.js';
import type { Page, PageRequest } from '../paging/page.js';

/** The `OrganizationSummary` of contract §5.2. */
export interface OrganizationSummaryView {
  readonly id: OrganizationId;
  readonly slug: string;
  readonly name: string;
}

/** The `Organization` of contract §5.3. */
export interface OrganizationView extends OrganizationSummaryView {
  readonly description: string | null;
  readonly plan: 'self_hosted';
  /** The caller's role. */
  readonly role: Role;
  /** True when it is the caller's default Organization. */
  readonly isDefault: boolean;
  readonly suspended: boolean;
  /** The time zone of its days. */
  readonly timeZone: TimeZone;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The `OrganizationMinimal` of contract §5.3: the view for a token that has only Project grants. */
export interface OrganizationMinimalView extends OrganizationSummaryView {
  readonly suspended: boolean;
}

/** The Organization views for a caller. */
export abstract class OrganizationViews {
  /** Lists the Organizations that the principal sees, by name, then id. Throws `INVALID_CURSOR`. */
  abstract page(principal: Principal, request: PageRequest): Promise<Page<OrganizationView | OrganizationMinimalView>>;
  abstract one(principal: Principal, scope: OrganizationScope): Promise<OrganizationView>;
  /** Finds the slug of the Organization of the principal that had this one before, which leads to it for 90 days. */
  abstract presentSlug(principal: Principal, former: Slug): Promise<Slug | undefined>;
  /** Shows an Organization to its administrators. Throws `NOT_FOUND` where it is gone. */
  abstract settings(scope: OrganizationScope): Promise<OrganizationSettingsView>;
}
