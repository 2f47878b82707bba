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

/** Which Work Items a page shows: all members must hold, values of one list are alternatives. */
export interface WorkItemFilter {
  readonly archived: boolean;
  /** Folded; part of title, description or key. */
  readonly text?: string | undefined;
  readonly statuses?: readonly WorkItemStatus[] | undefined;
  readonly types?: readonly WorkItemType[] | undefined;
  readonly priorities?: readonly WorkItemPriority[] | undefined;
  /** `null`: assigned to nobody. */
  readonly assigneeId?: UserId | null | undefined;
  /** `null`: in no Sprint. */
  readonly sprintId?: SprintId | null | undefined;
  /** Items with any of them; an empty list lets nothing pass. `null`: without any label. */
  readonly labelIds?: readonly LabelId[] | null | undefined;
  /** Children of any of them. */
  readonly parentIds?: readonly WorkItemId[] | undefined;
  /** `true`: without a parent; `false`: with one. */
  readonly topLevel?: boolean | undefined;
  readonly updatedAfter?: Date | undefined;
  /** A due date before the instant of the first page, and not done; `false`: the others. */
  readonly overdue?: boolean | undefined;
  readonly dueBefore?: UpperBound | undefined;
  readonly dueAfter?: Date | undefined;
}
