import type { Label, LabelFacts, LabelId, LabelName, LabelRecord, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The reference to a label in a request: its id, its name, or a text that can be either. */
export interface LabelReference {
  readonly id?: LabelId | undefined;
  readonly name?: LabelName | undefined;
}

/** The labels of one transaction. Only a change or a deletion locks a label, and takes no later lock. */
export interface LabelRepository {
  /**
   * Finds the label of the Project with this id, else the one with this name, and the facts about the labels of the Work Item. The facts
   * stay valid while the item is locked.
   */
  find(scope: ProjectScope, reference: LabelReference, on: WorkItemId): Promise<LabelFacts | undefined>;
  /**
   * Counts the labels of the Project, up to `MOST_LABELS.inProject`, and blocks other creations of labels until this transaction ends. This
   * should be the last lock of its request.
   */
  countToAdd(scope: ProjectScope): Promise<number>;
  /** Registers a new label; the flush throws `CONFLICT` when the name is in use. */
  add(label: LabelRecord): void;
  /** Finds a label of the Project and locks it: until this transaction ends, nothing attaches it for the first time, and nothing changes it. */
  findToChange(scope: ProjectScope, id: LabelId): Promise<Label | undefined>;
  /** True when history knows that the label was attached to a Work Item. Call it when `findToChange` has locked the label. */
  wasAttached(label: Label): Promise<boolean>;
  /** Registers the change, if there is one; the flush throws `CONFLICT` when the name is in use. */
  save(label: Label): void;
  /** Registers the deletion of a label that was never attached. */
  delete(label: Label): void;
}
