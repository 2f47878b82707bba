import type { Status } from './theme.js';

/** A number of Work Items and the sum of their points. Each report below has the members that its drawing reads, as JSON; others are ignored. */
export interface MetricCount {
  readonly itemCount: number;
  readonly points: number;
}

/** The Sprint report, as the API returns it: the members that its drawing reads. */
export interface SprintReport {
  readonly sprint: {
    readonly name: string;
    readonly startDate: string | null;
    readonly endDate: string | null;
    readonly reportEndAt: string | null;
  };
  readonly mode: 'completed' | 'active' | 'future';
  readonly plannedScope: MetricCount;
  readonly commitment: MetricCount & { readonly available: boolean };
  readonly completion: {
    readonly finalScope: MetricCount;
    readonly completed: MetricCount;
    readonly percentages: {
      readonly finalScope: { readonly itemPercent: number | null; readonly pointPercent: number | null };
    };
  };
  readonly statuses: readonly (MetricCount & { readonly status: Status })[];
  readonly burndown: {
    readonly available: boolean;
    readonly display: readonly { readonly date: string; readonly remaining: number; readonly ideal: number }[];
  };
  readonly limitations: readonly string[];
}

interface ProjectReport<Row> {
  readonly items: readonly Row[];
  /** Number of rows of the report, where `items` has only those to draw. The number of `items` by default. */
  readonly rowCount?: number;
  readonly limitations: readonly string[];
}

/** The velocity of past Sprints, in points or items. */
export interface VelocityReport extends ProjectReport<{
  readonly sprint: { readonly name: string };
  readonly completedAt: string;
  readonly committed: number;
  readonly completed: number;
  readonly rollingAverage: number;
}> {
  readonly velocity: {
    readonly unit: 'points' | 'items';
    readonly window: number;
    readonly averageCommitted: number | null;
    readonly averageCompleted: number | null;
  };
}

/** The number of Work Items by day and status. */
export interface CumulativeFlowReport extends ProjectReport<
  Readonly<Record<Status, number>> & { readonly date: string; readonly total: number }
> {
  readonly cumulativeFlow: {
    readonly unit: 'count' | 'points';
    readonly timeZone: string;
    readonly start: string;
    readonly end: string;
    readonly averageWip: number;
    readonly averageLeadTimeDays: number | null;
  };
}

/** The lead or cycle times of finished Work Items, in days. */
export interface ControlChartReport extends ProjectReport<{
  readonly workItem: { readonly key: string; readonly title: string };
  readonly completedAt: string;
  readonly days: number;
  readonly rollingMeanDays: number;
  readonly rollingStandardDeviationDays: number;
}> {
  readonly parameters: {
    readonly start: string;
    readonly end: string;
    readonly timeZone: string;
    readonly window: number;
  };
  readonly controlChart: {
    readonly measure: 'cycle' | 'lead';
    readonly cycleStartStatus: Status | null;
    readonly sampleCount: number;
    readonly medianDays: number | null;
    readonly p85Days: number | null;
  };
}

/** The Work Items in progress, with their ages in days. */
export interface AgeingWipReport extends ProjectReport<{
  readonly workItem: { readonly key: string; readonly title: string };
  readonly status: Status;
  readonly since: string;
  readonly ageDays: number;
  readonly bucket: number;
}> {
  readonly ageingWip: {
    readonly asOf: string;
    readonly total: number;
    readonly oldestDays: number | null;
    readonly medianDays: number | null;
    readonly buckets: readonly {
      readonly label: string;
      readonly minDays: number;
      readonly maxDays: number | null;
      readonly count: number;
    }[];
  };
}

/** The Work Items created and resolved in each day, week or month. */
export interface CreatedVsResolvedReport extends ProjectReport<{
  readonly start: string;
  readonly end: string;
  readonly created: number;
  readonly resolved: number;
  readonly reopened: number;
  readonly net: number;
  readonly cumulativeOpen: number;
}> {
  readonly createdVsResolved: {
    readonly interval: 'day' | 'week' | 'month';
    readonly timeZone: string;
    readonly start: string;
    readonly end: string;
    readonly openingOpen: number;
    readonly created: number;
    readonly resolved: number;
    readonly reopened: number;
    readonly closingOpen: number;
  };
}

/** The Work Items or points of each group. */
export interface DistributionReport extends ProjectReport<{
  readonly label: string;
  readonly value: number;
  readonly percent: number | null;
}> {
  readonly distribution: {
    readonly groupBy: 'status' | 'type' | 'priority' | 'assignee' | 'label';
    readonly unit: 'count' | 'points';
    readonly scope: 'open' | 'all';
    readonly total: number;
    readonly groupsOverlap: boolean;
  };
}

/** The progress of each epic by its direct children. */
export interface EpicProgressReport extends ProjectReport<{
  readonly epic: { readonly key: string; readonly title: string };
  readonly targetDate: string | null;
  readonly childCount: number;
  readonly completedCount: number;
  readonly itemPercent: number | null;
  readonly statuses: Readonly<Record<Status, number>>;
}> {
  readonly epicProgress: {
    readonly epicCount: number;
    readonly completedEpicCount: number;
    readonly childCount: number;
    readonly completedCount: number;
  };
}
