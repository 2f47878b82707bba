import type { WorkItemId } from '../identity/ids.js';
import { invalid } from '../shared/refusal.js';
import type { WorkItemRecord } from './record.js';

/** What must be known of a Work Item before another is put under it. */
export type ParentFacts = Pick<WorkItemRecord, 'id' | 'archivedAt' | 'deletedAt'>;

/**
 * Throws `VALIDATION_ERROR` on `parentId` unless `parent` may have `child` below it: a live, unarchived Work Item other than
 * the child (contract §2.4, Parent). `undefined`: the Project holds no such item.
 */
export function assertCanBeParent(parent: ParentFacts | undefined, child: WorkItemId): asserts parent {
  if (parent?.deletedAt !== null) invalid('parentId', 'must be a Work Item of this Project');
  if (parent.id === child) invalid('parentId', 'must not be the Work Item itself');
  if (parent.archivedAt !== null) invalid('parentId', 'must not be an archived Work Item');
}
