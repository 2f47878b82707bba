import type { WorkItemId } from '../identity/ids.js';
import { invalid } from '../shared/refusal.js';
import type { WorkItemRecord } from './record.js';

/** How many Work Items a chain from a top-level item down may hold (contract §2.4, Parent). */
export const LONGEST_CHAIN = 10;

/** How a Work Item and the one that shall have it below lie in the tree of their Project. */
export interface TreeFacts {
  /** How many items the chain from a top-level item down to the parent holds, the parent included. */
  readonly depth: number;
  /** How many levels the child brings along, itself the first: 1 when nothing live is below it. */
  readonly heightOfChild: number;
  /** Whether the parent is somewhere below the child. */
  readonly isBelowChild: boolean;
}

/** What must be known of a Work Item before another is put under it. */
export type ParentFacts = Pick<WorkItemRecord, 'id' | 'archivedAt' | 'deletedAt'> & TreeFacts;

/**
 * Throws `VALIDATION_ERROR` on `parentId` unless `parent` may have `child` below it: a live, unarchived Work Item, neither the
 * child nor below it, under which the child with all it brings along makes no chain longer than `LONGEST_CHAIN` (contract §2.4,
 * Parent). `undefined`: the Project holds no such item.
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
