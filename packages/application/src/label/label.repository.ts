import type { LabelFacts, LabelId, LabelName, LabelRecord, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** A label as a request names one: by its id, by its name, or by a text that may be either. */
export interface LabelReference {
  readonly id?: LabelId | undefined;
  readonly name?: LabelName | undefined;
}

/** The labels of one transaction. They never change, so none is locked. */
export interface LabelRepository {
  /**
   * Finds the Project's label of that id, else the one of that name, and what the Work Item has of labels: facts that last while the
   * item is locked.
   */
  find(scope: ProjectScope, reference: LabelReference, on: WorkItemId): Promise<LabelFacts | undefined>;
  /**
   * Counts the labels of the Project, up to `MOST_LABELS.inProject`, and keeps others from creating one until this transaction ends.
   * Likely the last lock of its request.
   */
  countToAdd(scope: ProjectScope): Promise<number>;
  /** Registers a new label; at the flush a name in use is refused with `CONFLICT`. */
  add(label: LabelRecord): void;
}
