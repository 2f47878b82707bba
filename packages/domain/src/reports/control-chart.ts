import type { WorkItemRecord } from '../work-item/record.js';

/** The flow of a Work Item that is done now and whose final entry to done lies in the span: at most one row an item. */
export interface FinishedWork extends Pick<WorkItemRecord, 'id' | 'projectKey' | 'number' | 'title' | 'type'> {
  readonly createdAt: Date;
  /** The first entry to the start status, creation in it included; `null` when it was never in it, or none is asked for. */
  readonly firstEnteredAt: Date | null;
  /** The final entry to done. */
  readonly doneAt: Date;
}

/** What a control chart is made of. */
export interface ControlChartFacts {
  /** In any order. */
  readonly finished: readonly FinishedWork[];
  /** Items with an entry to done in the span that are not done now. */
  readonly reopened: number;
  /** There was more than a report reads. */
  readonly capped: boolean;
}
