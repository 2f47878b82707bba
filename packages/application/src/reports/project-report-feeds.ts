import type {
  AgeingWipFacts,
  ControlChartFacts,
  CreatedVsResolvedFacts,
  CumulativeFlowFacts,
  DistributionFacts,
  DistributionGroup,
  EpicProgressFacts,
  SprintVelocity,
  WorkItemStatus,
} from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { ReportPopulation } from './report-population.js';

/** The latest completed Sprints, so many of them. */
export interface VelocityRequest {
  readonly population: ReportPopulation;
  /** 1 to 189. */
  readonly latest: number;
}

/**
 * A span, cut. What happened at an instant with `boundaries[n] <= at < boundaries[n + 1]` belongs to part `n`. Ascending, at least
 * two, none before the year 1; days and intervals that lie ahead are empty, because no boundary lies more than a millisecond after
 * `generatedAt`.
 */
export interface SpanRequest {
  readonly population: ReportPopulation;
  readonly boundaries: readonly Date[];
}

/** The whole span is one part. */
export interface ControlChartRequest extends SpanRequest {
  /** Whose first entry is asked for; `null`: none. */
  readonly startStatus: WorkItemStatus | null;
}

/** The items in these statuses now. */
export interface AgeingWipRequest {
  readonly population: ReportPopulation;
  readonly statuses: readonly WorkItemStatus[];
}

export interface DistributionRequest {
  readonly population: ReportPopulation;
  readonly groupBy: DistributionGroup;
  /** Only items that are not done. */
  readonly onlyOpen: boolean;
}

export interface EpicProgressRequest {
  /** Of the children; epics are always listed. */
  readonly population: ReportPopulation;
}

/**
 * What Project reports are made of: counts, joins, and buckets by the instants that are handed in. Formulas are the domain's. At most
 * 200,000 Work Items and 2,000,000 history rows of the Project are read, the newest ones: `capped` tells of more (docs/reports,
 * Bounds).
 */
export abstract class ProjectReportFeeds {
  /** The present, by the clock that all recorded instants come from; not before anything that is recorded of the Project. */
  abstract now(scope: ProjectScope): Promise<Date>;
  /** Oldest first, by completion, then id; of what completed up to `generatedAt`. */
  abstract velocity(scope: ProjectScope, request: VelocityRequest): Promise<readonly SprintVelocity[]>;
  /** Part `n` is day `n`: its snapshot is taken right before `boundaries[n + 1]`. */
  abstract cumulativeFlow(scope: ProjectScope, request: SpanRequest): Promise<CumulativeFlowFacts>;
  abstract controlChart(scope: ProjectScope, request: ControlChartRequest): Promise<ControlChartFacts>;
  abstract ageingWip(scope: ProjectScope, request: AgeingWipRequest): Promise<AgeingWipFacts>;
  /** Part `n` is interval `n`. */
  abstract createdVsResolved(scope: ProjectScope, request: SpanRequest): Promise<CreatedVsResolvedFacts>;
  abstract distribution(scope: ProjectScope, request: DistributionRequest): Promise<DistributionFacts>;
  abstract epicProgress(scope: ProjectScope, request: EpicProgressRequest): Promise<EpicProgressFacts>;
}
