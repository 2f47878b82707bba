import type { LabelId, ProjectKey, SprintId, WorkItemPriority, WorkItemStatus, WorkItemType } from '@worktrack/domain';
import type { UserReference } from '../../organization/members.js';
import type { PageRequest, UpperBound } from '../../paging/page.js';

/** How a collection of Work Items is ordered (contract §3.3). */
export const WORK_ITEM_SORTS = ['updated', 'dueDate', 'priority', 'rank'] as const;
export type WorkItemSort = (typeof WORK_ITEM_SORTS)[number];

/** Which Work Items by their status: `open` is not `done`. */
export const WORK_ITEM_SCOPES = ['all', 'open', 'closed'] as const;
export type WorkItemScope = (typeof WORK_ITEM_SCOPES)[number];

/** The members of a summary, in the contract's order: what `fields` may name (contract §5.5). */
export const SUMMARY_FIELDS = [
  'id',
  'key',
  'revision',
  'title',
  'type',
  'status',
  'priority',
  'assignee',
  'sprint',
  'parentId',
  'storyPoints',
  'dueDate',
  'archivedAt',
  'createdAt',
  'updatedAt',
] as const;
export type SummaryField = (typeof SUMMARY_FIELDS)[number];

/** What `fields` may name where rows come from several Projects; the two that it adds are there anyway (contract §3.2). */
export const CONTEXT_FIELDS = [...SUMMARY_FIELDS, 'project', 'organization'] as const;
export type ContextField = (typeof CONTEXT_FIELDS)[number];

/** Whose items: the caller's, nobody's, or somebody's. */
export type AssigneeFilter = 'me' | 'none' | UserReference;

/** What every collection of Work Items is asked for (contract §3.2): well formed, its references not yet resolved. */
interface CommonQuery extends PageRequest {
  /** Trimmed and folded; empty or absent: no filter. */
  readonly q: string | undefined;
  readonly status: readonly WorkItemStatus[];
  readonly type: readonly WorkItemType[];
  readonly priority: readonly WorkItemPriority[];
  readonly scope: WorkItemScope;
  readonly sprint: SprintId | 'none' | undefined;
  readonly label: readonly LabelId[];
  /** Trimmed and folded. */
  readonly labelName: readonly string[];
  readonly parent: { readonly projectKey: ProjectKey; readonly number: number } | undefined;
  readonly topLevel: boolean | undefined;
  readonly updatedAfter: Date | undefined;
  readonly overdue: boolean | undefined;
  readonly dueBefore: UpperBound | undefined;
  readonly dueAfter: Date | undefined;
  readonly sort: WorkItemSort;
  readonly archived: boolean;
}

/** Q-proj */
export interface WorkItemQuery extends CommonQuery {
  readonly assignee: AssigneeFilter | undefined;
  /** `undefined`: all of them. */
  readonly fields: ReadonlySet<SummaryField> | undefined;
}

/** Q-my: what is asked of Projects of several Organizations. */
export interface ContextQuery extends CommonQuery {
  /** Over several Organizations the Projects of that key in each. */
  readonly project: readonly ProjectKey[];
  /** `undefined`: all of them. */
  readonly fields: ReadonlySet<ContextField> | undefined;
}

/** Q-org */
export interface OrganizationQuery extends ContextQuery {
  readonly assignee: AssigneeFilter | undefined;
}
