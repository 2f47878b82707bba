import type { WorkItemId } from '../identity/ids.js';
import { invalid } from '../shared/refusal.js';
import type { WorkItemRecord } from './record.js';

/** The maximum number of Work Items in a chain from a top-level item down. */
export const LONGEST_CHAIN = 10;

/** The positions of a Work Item and its new parent in the tree of their Project. */
export interface TreeFacts {
  /** The number of items in the chain from a top-level item down to the parent, the parent included. */
  readonly depth: number;
  /** The number of levels from the child down, the child included: 1 when no live item is below it. */
  readonly heightOfChild: number;
  /** True when the parent is somewhere below the child. */
  readonly isBelowChild: boolean;
}

/** The facts of a Work Item that decide whether it can become a parent. */
export type ParentFacts = Pick<WorkItemRecord, 'id' | 'archivedAt' | 'deletedAt'> & TreeFacts;

/**
 * Throws `VALIDATION_ERROR` on `parentId` unless `parent` can be the parent of `child`: a live, unarchived Work Item, neither the child nor
 * below it, with no resulting chain longer than `LONGEST_CHAIN`. `parent` is `undefined` when the Project has no
 * such item.
 */
export function assertCanBeParent(parent: ParentFacts | undefined, child: WorkItemId): asserts parent {
  if (parent?.deletedAt !== null) invalid('parentId', 'must be a Work Item of this Project');
  if (parent.id === child) invalid('parentId', 'must not be the Work Item itself');
  if (parent.archivedAt !== null) invalid('parentId', 'must not be an archived Work Item');
  if (parent.isBelowChild) invalid('parentId', 'must not be below the Work Item itself');
  if (parent.depth + parent.heightOfChild > LONGEST_CHAIN) {
    invalid('parentId', `must not make a chain of more than ${LONGEST_CHAIN} Work Items`);
  }
}
