import type { LabelId, SprintId, UserId, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../../access/access.js';
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

/** What of it the Project can show. */
export interface FoundInFilter {
  /** An active member of the Organization. */
  readonly assigneeId: UserId | undefined;
  readonly sprintId: SprintId | undefined;
  /** Those that were found of the ids and of the names. */
  readonly labelIds: readonly LabelId[];
  readonly idsOfLabelNames: readonly LabelId[];
  /** Archived or not, but not deleted. */
  readonly parentId: WorkItemId | undefined;
}

/** Looks up what a filter points at, in one round trip. */
export abstract class FilterReferences {
  abstract find(scope: ProjectScope, named: NamedInFilter): Promise<FoundInFilter>;
}
