import type { ExpectedRevision, KeyParts, ProjectKey, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Refusal } from '../shared/refusals.js';
import { refuse } from '../shared/refusals.js';
import { addWorkItem, type CreateWorkItem } from '../work-item/create-work-item.js';
import type { NamedReferences } from '../work-item/references.js';
import { moveWorkItem } from '../work-item/transition-work-item.js';
import { changeWorkItem, type UpdateWorkItem } from '../work-item/update-work-item.js';
import type { OperationPorts } from './ports.js';

/** The existing Work Item that an operation of a bulk request names. A key is `undefined` when its text cannot be a valid key. */
export interface BulkTarget {
  readonly projectKey: ProjectKey | undefined;
  readonly workItemKey: KeyParts | undefined;
  readonly expected: ExpectedRevision;
}

/** One operation of a bulk request with a valid shape. */
export interface BulkOperation {
  readonly projectKey: ProjectKey | undefined;
  /** `undefined` when the operation creates an item. */
  readonly workItemKey?: KeyParts | undefined;
  readonly creates: boolean;
  readonly references: NamedReferences;
  /** Runs the use case of the single operation and returns the id of the item. */
  readonly perform: (tx: OperationPorts, scope: ProjectScope, target: WorkItemId | undefined) => Promise<WorkItemId>;
}

/** A valid operation, or the refusal of an invalid one. */
export type CheckedOperation = BulkOperation | { readonly refusal: Refusal };

/** Builds one operation of bulkCreateWorkItems. */
export function bulkCreation(projectKey: ProjectKey | undefined, command: CreateWorkItem): BulkOperation {
  return {
    projectKey,
    creates: true,
    references: command.references,
    perform: (tx, scope) => addWorkItem(tx, scope, command),
  };
}

/** Builds one operation of bulkUpdateWorkItems. */
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

/** Builds one operation of bulkTransitionWorkItems. */
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
