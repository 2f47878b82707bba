import type { LinkId, WorkItemId, WorkItemLink } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';

/** The links of one transaction. They have no lock of their own: the caller has locked both their Work Items. */
export interface LinkRepository {
  /** Finds the live links between two Work Items, from either side. */
  between(
    scope: Pick<OrganizationScope, 'organizationId'>,
    one: WorkItemId,
    other: WorkItemId,
  ): Promise<readonly WorkItemLink[]>;
  /** Finds a link, deleted or not. */
  find(scope: Pick<OrganizationScope, 'organizationId'>, id: LinkId): Promise<WorkItemLink | undefined>;
  /** Registers a new link; the flush throws the matching code when the link exists already or contradicts another one. */
  add(link: WorkItemLink): void;
  /** Registers the deletion; written at the next flush. */
  delete(link: WorkItemLink): void;
}
