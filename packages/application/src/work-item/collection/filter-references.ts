import type { LabelId, OrganizationId, ProjectId, ProjectKey, SprintId, UserId, WorkItemId } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../../access/access.js';
import type { UserReference } from '../../organization/members.js';

/** What a filter points at. */
export interface NamedInFilter {
  readonly assignee: UserReference | undefined;
  readonly sprintId: SprintId | undefined;
  readonly labelIds: readonly LabelId[];
  /** Folded. */
  readonly labelNames: readonly string[];
  /** Of the Project's own items. */
  readonly parentNumber: number | undefined;
}

/** What of it the collection can show. */
export interface FoundInFilter {
  /** An active member of the Organization. */
  readonly assigneeId: UserId | undefined;
  readonly sprintId: SprintId | undefined;
  /** Those that were found of the ids and of the names. */
  readonly labelIds: readonly LabelId[];
  readonly idsOfLabelNames: readonly LabelId[];
  /** Archived or not, but not deleted. Over several Organizations a key may mean one in each. */
  readonly parentIds: readonly WorkItemId[];
}

/** What a filter points at where the rows come from several Projects. */
export interface NamedAcross extends NamedInFilter {
  readonly projectKeys: readonly ProjectKey[];
  /** Whose item `parentNumber` is. */
  readonly parentProjectKey: ProjectKey | undefined;
}

/** What of it lies in the visible Projects. */
export interface FoundAcross extends FoundInFilter {
  readonly projects: readonly FoundProject[];
}

/** A visible Project that goes by one of the keys. */
export interface FoundProject {
  readonly organizationId: OrganizationId;
  readonly id: ProjectId;
  readonly key: ProjectKey;
}

/** Looks up what a filter points at, in one round trip. */
export abstract class FilterReferences {
  abstract find(scope: ProjectScope, named: NamedInFilter): Promise<FoundInFilter>;
  /** Among all Projects that the scopes cover. */
  abstract findAcross(scopes: readonly OrganizationScope[], named: NamedAcross): Promise<FoundAcross>;
}
