import type { WorkItemRecord } from '../work-item/record.js';
import type { WorkItemStatus } from '../work-item/status.js';
import type { MetricCount } from './metric-count.js';

/** An epic that is neither archived nor deleted, with its direct children that are counted: at most one row an epic. */
export interface EpicWithChildren {
  readonly epic: Pick<WorkItemRecord, 'id' | 'projectKey' | 'number' | 'title' | 'status'>;
  /** Its due date. */
  readonly targetDate: Date | null;
  /** Its children by their status; what is missing is 0. */
  readonly children: Readonly<Partial<Record<WorkItemStatus, MetricCount>>>;
}

/** What a report of the progress of epics is made of. */
export interface EpicProgressFacts {
  /** In any order. */
  readonly epics: readonly EpicWithChildren[];
  /** There was more than a report reads. */
  readonly capped: boolean;
}
