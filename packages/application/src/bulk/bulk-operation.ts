import type { ExpectedRevision, KeyParts, ProjectKey, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Refusal } from '../refusals.js';
import type { Transaction } from '../unit-of-work.js';
import { addWorkItem, type CreateWorkItem } from '../work-item/create-work-item.js';
import type { NamedReferences } from '../work-item/references.js';
import { moveWorkItem } from '../work-item/transition-work-item.js';
import { changeWorkItem, type UpdateWorkItem } from '../work-item/update-work-item.js';
import { refuse } from '../refusals.js';

/** How an operation of a bulk request names a Work Item that exists. `undefined`: by what no Project or item can be called. */
export interface BulkTarget {
  readonly projectKey: ProjectKey | undefined;
  readonly workItemKey: KeyParts | undefined;
  readonly expected: ExpectedRevision;
}

/** One operation of a bulk request, its shape judged. */
export interface BulkOperation {
  readonly projectKey: ProjectKey | undefined;
  /** `undefined` where the operation creates an item. */
  readonly workItemKey?: KeyParts | undefined;
  readonly creates: boolean;
  readonly references: NamedReferences;
  /** Runs the use case that the single operation runs; answers which item it was. */
  readonly perform: (tx: Transaction, scope: ProjectScope, target: WorkItemId | undefined) => Promise<WorkItemId>;
}

/** An operation, or why it is none. */
export type JudgedOperation = BulkOperation | { readonly refusal: Refusal };

/** One operation of bulkCreateWorkItems. */
export function bulkCreation(projectKey: ProjectKey | undefined, command: CreateWorkItem): BulkOperation {
  return {
    projectKey,
    creates: true,
    references: command.references,
    perform: (tx, scope) => addWorkItem(tx, scope, command),
  };
}

/** One operation of bulkUpdateWorkItems. */
export function bulkUpdate(
  { projectKey, workItemKey, expected }: BulkTarget,
  change: Omit<UpdateWorkItem, 'workItemId' | 'expected'>,
): BulkOperation {
  return {
    projectKey,
    workItemKey,
    creates: false,
    references: change.references,
    perform: (tx, scope, target) =>
      changeWorkItem(tx, scope, { ...change, expected, workItemId: target ?? refuse('NOT_FOUND') }),
  };
}

/** One operation of bulkTransitionWorkItems. */
export function bulkTransition({ projectKey, workItemKey, expected }: BulkTarget, targetStatus: string): BulkOperation {
  return {
    projectKey,
    workItemKey,
    creates: false,
    references: {},
    perform: (tx, scope, target) =>
      moveWorkItem(tx, scope, { targetStatus, expected, workItemId: target ?? refuse('NOT_FOUND') }),
  };
}
