import type { WorkItemStatus } from '../work-item/status.js';
import type { MetricCount } from './metric-count.js';

/** What stood in one status at the end of one day, with the points recorded then. At most days × statuses; what is missing is 0. */
export interface FlowSnapshot extends MetricCount {
  /** The index of the day. */
  readonly day: number;
  readonly status: WorkItemStatus;
}

/** What a cumulative flow report is made of. */
export interface CumulativeFlowFacts {
  readonly snapshots: readonly FlowSnapshot[];
  /** Items created in the span. */
  readonly arrivals: number;
  /** Items whose latest entry to done lies in the span and that are done now. */
  readonly departures: number;
  /** There was more than a report reads. */
  readonly capped: boolean;
}
