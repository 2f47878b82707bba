import type { LabelId, OrganizationId, ProjectId, ProjectKey, SprintId, UserId, WorkItemId } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../../access/access.js';
import type { UserReference } from '../../organization/members.js';

/** The references in a filter. */
export interface NamedInFilter {
  readonly assignee: UserReference | undefined;
  readonly sprintId: SprintId | undefined;
  readonly labelIds: readonly LabelId[];
  /** Folded names. */
  readonly labelNames: readonly string[];
  /** The number of an item in the Project. */
  readonly parentNumber: number | undefined;
}

/** The references of a filter that were found in the collection. */
export interface FoundInFilter {
  /** An active member of the Organization. */
  readonly assigneeId: UserId | undefined;
  readonly sprintId: SprintId | undefined;
  /** The existing ids among `labelIds`; `idsOfLabelNames` are those of the names. */
  readonly labelIds: readonly LabelId[];
  readonly idsOfLabelNames: readonly LabelId[];
  /** Archived or not, but not deleted. Across several Organizations a key can match one item in each. */
  readonly parentIds: readonly WorkItemId[];
}

/** The references in a filter over several Projects. */
export interface NamedAcross extends NamedInFilter {
  readonly projectKeys: readonly ProjectKey[];
  /** The Project key that belongs to `parentNumber`. */
  readonly parentProjectKey: ProjectKey | undefined;
}

/** The references of a filter that were found in the visible Projects. */
export interface FoundAcross extends FoundInFilter {
  readonly projects: readonly FoundProject[];
}

/** A visible Project with one of the keys. */
export interface FoundProject {
  readonly organizationId: OrganizationId;
  readonly id: ProjectId;
  readonly key: ProjectKey;
}

/** Finds the references of a filter, in one round trip. */
export abstract class FilterReferences {
  abstract find(scope: ProjectScope, named: NamedInFilter): Promise<FoundInFilter>;
  /** Searches all Projects that the scopes cover. */
  abstract findAcross(scopes: readonly OrganizationScope[], named: NamedAcross): Promise<FoundAcross>;
}
