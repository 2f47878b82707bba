import type { SprintRecord } from '../sprint/record.js';
import type { MetricCount } from './metric-count.js';

/** Why the figures of a Sprint are less than they should be. */
export type VelocityLimitation = 'rows_capped' | 'history_incomplete' | 'commitment_unavailable';

/**
 * A completed Sprint in the figures of its own report at its boundary, over the items that a velocity report counts: archived and
 * deleted ones too. At most 189 a report: 90 rows, and 99 Sprints before them for the mean of the first.
 */
export interface SprintVelocity {
  readonly sprint: Pick<SprintRecord, 'id' | 'name' | 'startDate' | 'endDate'>;
  readonly startedAt: Date;
  readonly completedAt: Date;
  /** The baseline, with the points at the start. */
  readonly committed: MetricCount;
  readonly completed: MetricCount;
  /** The rows of the three lists of its report, and the sum of their points. */
  readonly carriedOver: MetricCount;
  readonly added: MetricCount;
  readonly removed: MetricCount;
  readonly limitations: readonly VelocityLimitation[];
}
