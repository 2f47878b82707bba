import type {
  LabelId,
  SprintId,
  UserId,
  WorkItemId,
  WorkItemPriority,
  WorkItemStatus,
  WorkItemType,
} from '@worktrack/domain';
import type { UpperBound } from '../../paging/page.js';

/** The filter of a page of Work Items: all members must match, the values of one list are alternatives. */
export interface WorkItemFilter {
  readonly archived: boolean;
  /** Folded text; matches a part of title, description or key. */
  readonly text?: string | undefined;
  readonly statuses?: readonly WorkItemStatus[] | undefined;
  readonly types?: readonly WorkItemType[] | undefined;
  readonly priorities?: readonly WorkItemPriority[] | undefined;
  /** `null` for unassigned items. */
  readonly assigneeId?: UserId | null | undefined;
  /** `null` for items without a Sprint. */
  readonly sprintId?: SprintId | null | undefined;
  /** Matches items with any of these labels; an empty list matches nothing. `null` for items without labels. */
  readonly labelIds?: readonly LabelId[] | null | undefined;
  /** Matches children of any of these items. */
  readonly parentIds?: readonly WorkItemId[] | undefined;
  /** `true` for items without a parent, `false` for items with one. */
  readonly topLevel?: boolean | undefined;
  readonly updatedAfter?: Date | undefined;
  /** `true` for items that are not done and were due before the instant of the first page; `false` for all others. */
  readonly overdue?: boolean | undefined;
  readonly dueBefore?: UpperBound | undefined;
  readonly dueAfter?: Date | undefined;
}
