import type { SprintRecord } from '../sprint/record.js';
import type { MetricCount } from './metric-count.js';
import { orderedRows, type Report } from './report-rows.js';
import { twoDecimals } from './rounding.js';
import type { FigureLimitation, SprintFigures } from './sprint-figures.js';
import { assertKinds } from '../shared/wrong-use.js';

/**
 * A completed Sprint with the figures of its own report at its boundary, over the items that a velocity report counts, including archived
 * and deleted ones. At most 189 in a report: 90 rows, and 99 earlier Sprints for the mean of the first row.
 */
export interface SprintVelocity extends Pick<
  SprintFigures,
  'committed' | 'completed' | 'carriedOver' | 'added' | 'removed'
> {
  readonly sprint: Pick<SprintRecord, 'id' | 'name' | 'startDate' | 'endDate'>;
  readonly startedAt: Date;
  readonly completedAt: Date;
  readonly limitations: readonly FigureLimitation[];
}

/** The unit of the rows. */
export type VelocityUnit = 'points' | 'items';

/** A row: one Sprint, in the unit of the report. */
export interface VelocityRow extends Pick<SprintVelocity, 'sprint' | 'startedAt' | 'completedAt'> {
  readonly committed: number;
  readonly completed: number;
  readonly carriedOver: number;
  readonly added: number;
  readonly removed: number;
  /** The mean of `completed` over a window of Sprints that ends with this one, with two decimals. */
  readonly rollingAverage: number;
}

/** The figures over all rows; `null` when there is no row. */
export interface VelocityFigures {
  readonly unit: VelocityUnit;
  readonly window: number;
  readonly sprintCount: number;
  readonly averageCommitted: number | null;
  readonly averageCompleted: number | null;
  /** The rolling average of the last row. */
  readonly rollingAverage: number | null;
}

/**
 * Rows: the latest `range` completed Sprints, oldest first. rollingAverage is the mean of `completed` over the last `window` Sprints that
 * end here; the first Sprints of a Project have fewer. Sprints before the range count in the mean. `sprints`: the latest `range` + `window`
 * − 1, oldest first, or all there are.
 */
export function velocity(
  sprints: readonly SprintVelocity[],
  options: { readonly range: number; readonly unit: VelocityUnit; readonly window: number },
): Report<VelocityRow, VelocityFigures> {
  assertKinds('velocity', { sprints }, { sprints: 'list' });
  assertKinds('velocity', options, { range: 'number', unit: ['points', 'items'], window: 'number' });
  const { range, unit, window } = options;
  const inUnit = ({ itemCount, points }: MetricCount) => (unit === 'points' ? points : itemCount);
  const hidden = Math.max(0, sprints.length - range);
  const rows = sprints.slice(hidden).map((each, index) => {
    const { sprint, startedAt, completedAt } = each;
    const upToHere = sprints.slice(Math.max(0, hidden + index + 1 - window), hidden + index + 1);
    return {
      sprint,
      startedAt,
      completedAt,
      committed: inUnit(each.committed),
      completed: inUnit(each.completed),
      carriedOver: inUnit(each.carriedOver),
      added: inUnit(each.added),
      removed: inUnit(each.removed),
      rollingAverage: mean(upToHere.map(({ completed }) => inUnit(completed))) ?? 0,
    };
  });
  const figures = {
    unit,
    window,
    sprintCount: rows.length,
    averageCommitted: mean(rows.map(({ committed }) => committed)),
    averageCompleted: mean(rows.map(({ completed }) => completed)),
    rollingAverage: rows.at(-1)?.rollingAverage ?? null,
  };
  const place = ({ completedAt, sprint }: VelocityRow) => [completedAt.getTime(), sprint.id];
  const limitations = [...new Set(sprints.flatMap((sprint) => sprint.limitations))];
  return { figures, rows: orderedRows(rows, place, (row) => row), limitations };
}

function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return twoDecimals(BigInt(values.reduce((sum, value) => sum + value, 0)), BigInt(values.length));
}
