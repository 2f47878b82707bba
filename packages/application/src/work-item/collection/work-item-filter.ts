import {
  WORD_FIELDS,
  type LabelId,
  type SprintId,
  type UserId,
  type WorkItemId,
  type WordField,
  type WorkItemFieldValues,
  type WorkItemStatus,
} from '@worktrack/domain';
import type { UpperBound } from '../../paging/page.js';
import type { WordQuery } from './work-item-query.js';

/** The words of a filter by field. */
export type WordFilter = { readonly [Name in WordField]?: readonly WorkItemFieldValues[Name][] | undefined };

/** Returns the words of the fields for which the query names some. */
export function wordsOf(query: WordQuery): WordFilter {
  return Object.fromEntries(WORD_FIELDS.map((name) => [name, anyOf<string>(query[name])])) as WordFilter;
}

/** Returns the alternatives without repetitions; `undefined` for none, which restricts nothing. */
export function anyOf<Value>(values: readonly Value[]): readonly Value[] | undefined {
  return values.length === 0 ? undefined : [...new Set(values)];
}

/** The filter of a page of Work Items: all members must match, the values of one list are alternatives. */
export interface WorkItemFilter {
  readonly archived: boolean;
  /** Folded text; matches a part of title, description or key. */
  readonly text?: string | undefined;
  readonly statuses?: readonly WorkItemStatus[] | undefined;
  /** The possible words of fields; a field without a list can have any word. */
  readonly words?: WordFilter | undefined;
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
