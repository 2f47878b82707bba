import type { LabelId, ProjectKey, SprintId, WordField, WorkItemFieldValues, WorkItemStatus } from '@worktrack/domain';
import type { UserReference } from '../../organization/members.js';
import type { PageRequest, UpperBound } from '../../paging/page.js';

/** The orders of a collection of Work Items (contract §3.3). */
export const WORK_ITEM_SORTS = ['updated', 'dueDate', 'priority', 'rank'] as const;
export type WorkItemSort = (typeof WORK_ITEM_SORTS)[number];

/** The scopes of Work Items by status: `open` is every status except `done`. */
export const WORK_ITEM_SCOPES = ['all', 'open', 'closed'] as const;
export type WorkItemScope = (typeof WORK_ITEM_SCOPES)[number];

/** The members of a summary, in the contract's order: the possible values of `fields` (contract §5.5). */
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

/** The possible values of `fields` for rows from several Projects. The row always contains the two additional ones (contract §3.2). */
export const CONTEXT_FIELDS = [...SUMMARY_FIELDS, 'project', 'organization'] as const;
export type ContextField = (typeof CONTEXT_FIELDS)[number];

/** A filter by assignee: the caller, nobody, or a given user. */
export type AssigneeFilter = 'me' | 'none' | UserReference;

/** The words that a query names for fields: none for any. */
export type WordQuery = { readonly [Name in WordField]: readonly WorkItemFieldValues[Name][] };

/** The common parameters of all collections of Work Items (contract §3.2): well formed, with references not yet resolved. */
interface CommonQuery extends PageRequest, WordQuery {
  /** Trimmed and folded; no filter when it is empty or absent. */
  readonly q: string | undefined;
  readonly status: readonly WorkItemStatus[];
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

/** The query `Q-proj` of contract §3.2. */
export interface WorkItemQuery extends CommonQuery {
  readonly assignee: AssigneeFilter | undefined;
  /** `undefined` for all fields. */
  readonly fields: ReadonlySet<SummaryField> | undefined;
}

/** The query `Q-my` of contract §3.2, over Projects of several Organizations. */
export interface ContextQuery extends CommonQuery {
  /** Across several Organizations it matches the Projects with that key in each of them. */
  readonly project: readonly ProjectKey[];
  /** `undefined` for all fields. */
  readonly fields: ReadonlySet<ContextField> | undefined;
}

/** The query `Q-org` of contract §3.2. */
export interface OrganizationQuery extends ContextQuery {
  readonly assignee: AssigneeFilter | undefined;
}
