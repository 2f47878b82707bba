import type {
  RequestedSpan,
  SprintId,
  TimeZone,
  LabelId,
  WorkItemPriority,
  WorkItemStatus,
  WorkItemType,
} from '@worktrack/domain';
import type { PageRequest } from '../paging/page.js';
import type { AssigneeFilter } from '../work-item/collection/work-item-query.js';

/** A filter for items with this label, or without any. The name is trimmed, otherwise as sent. */
export type LabelFilter =
  | 'none'
  | { readonly kind: 'id'; readonly id: LabelId }
  | { readonly kind: 'name'; readonly name: string };

/** The parameters of every report (contract §6.2, Q-report): well formed, with references not yet resolved. */
export interface FilteredQuery extends PageRequest {
  /** Trimmed, otherwise as sent. */
  readonly q: string | undefined;
  readonly status: WorkItemStatus | undefined;
  readonly type: WorkItemType | undefined;
  readonly priority: WorkItemPriority | undefined;
  readonly assignee: AssigneeFilter | undefined;
  readonly label: LabelFilter | undefined;
  readonly squeakql: string | undefined;
}

/** The days of a report (contract §6.2, SPAN). */
export interface SpanQuery extends RequestedSpan {
  /** The time zone of the days; `undefined` for that of the Organization. */
  readonly timeZone: TimeZone | undefined;
}

/** Restricts a report to Work Items of this Sprint. */
export interface SprintQuery {
  readonly sprint: SprintId | undefined;
}

/** The Sprint of a `SprintQuery`, as the response shows it. */
export interface SprintParameter {
  readonly sprint: SprintId | null;
}
