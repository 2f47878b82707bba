import type { LinkId, WorkItemId, WorkItemLink } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';

/** The links of one transaction. They have no lock of their own: whoever asks has locked both their Work Items. */
export interface LinkRepository {
  /** The live links that two Work Items have, from whichever side. */
  between(
    scope: Pick<OrganizationScope, 'organizationId'>,
    one: WorkItemId,
    other: WorkItemId,
  ): Promise<readonly WorkItemLink[]>;
  /** A link, deleted or not. */
  find(scope: Pick<OrganizationScope, 'organizationId'>, id: LinkId): Promise<WorkItemLink | undefined>;
  /** Registers a new link; at the flush one that is there already, or contradicts another, is refused by its code. */
  add(link: WorkItemLink): void;
  /** Registers the deletion; written at the next flush. */
  delete(link: WorkItemLink): void;
}
