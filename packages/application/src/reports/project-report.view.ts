import type {
  AgeingWipFigures,
  AgeingWipRow,
  ControlChartFigures,
  ControlChartRow,
  CreatedVsResolvedFigures,
  CreatedVsResolvedRow,
  CumulativeFlowFigures,
  CumulativeFlowRow,
  DistributionFigures,
  DistributionRow,
  EpicProgressFigures,
  EpicProgressRow,
  Interval,
  FlowUnit,
  ReportLimitation,
  TimeZone,
  VelocityFigures,
  VelocityRow,
  WorkItemStatus,
} from '@worktrack/domain';
import type { PageInfo } from '../paging/page.js';
import type { InText } from './in-text.js';
import type { ReportType } from './project-report-query.js';

/** contract §6.2: every parameter that applies, with the value in force; `null`: not set. */
export type ReportParameters = Readonly<Record<string, string | number | readonly number[] | null>>;

/** contract §6.2: the envelope of all seven; beside it stands the object of the type. */
export interface ReportEnvelope<Kind extends ReportType, Row, Definition> {
  readonly kind: Kind;
  readonly generatedAt: string;
  readonly parameters: ReportParameters;
  /** Short machine-readable facts of the definition. */
  readonly definition: Definition;
  /** One page of the rows. */
  readonly items: readonly InText<Row>[];
  /** The same rows. */
  readonly data: readonly InText<Row>[];
  readonly page: PageInfo;
  readonly limitations: readonly ReportLimitation[];
  /** A cap applied. */
  readonly capped: boolean;
}

interface ShownSpan {
  readonly timeZone: TimeZone;
  /** The first day and the last, `YYYY-MM-DD`. */
  readonly start: string;
  readonly end: string;
}

export interface VelocityDefinition {
  readonly commitment: 'baseline_at_start';
  readonly completion: 'done_within_sprint_before_boundary';
}
export interface VelocityReportView extends ReportEnvelope<'velocity', VelocityRow, VelocityDefinition> {
  readonly velocity: VelocityFigures;
}

export interface CumulativeFlowDefinition {
  readonly snapshot: 'end_of_day';
  readonly statusOrder: readonly WorkItemStatus[];
}
export interface CumulativeFlowReportView extends ReportEnvelope<
  'cumulative-flow',
  CumulativeFlowRow,
  CumulativeFlowDefinition
> {
  readonly cumulativeFlow: CumulativeFlowFigures &
    ShownSpan & { readonly unit: FlowUnit; readonly statuses: readonly WorkItemStatus[] };
}

export interface ControlChartDefinition {
  readonly completion: 'final_entry_to_done';
  readonly start: 'created' | 'first_entry_to_start_status';
}
export interface ControlChartReportView extends ReportEnvelope<
  'control-chart',
  ControlChartRow,
  ControlChartDefinition
> {
  readonly controlChart: ControlChartFigures & {
    readonly measure: 'cycle' | 'lead';
    /** `null` for lead. */
    readonly cycleStartStatus: WorkItemStatus | null;
  };
}

export interface AgeingWipDefinition {
  readonly age: 'time_in_current_status';
  readonly limits: 'inclusive';
}
export interface AgeingWipReportView extends ReportEnvelope<'ageing-wip', AgeingWipRow, AgeingWipDefinition> {
  readonly ageingWip: InText<AgeingWipFigures>;
}

export interface CreatedVsResolvedDefinition {
  readonly resolved: 'latest_entry_to_done';
  readonly weekStart: 'monday';
}
export interface CreatedVsResolvedReportView extends ReportEnvelope<
  'created-vs-resolved',
  CreatedVsResolvedRow,
  CreatedVsResolvedDefinition
> {
  readonly createdVsResolved: CreatedVsResolvedFigures & ShownSpan & { readonly interval: Interval };
}

export interface DistributionDefinition {
  readonly groupCap: 50;
  readonly none: 'explicit';
}
export interface DistributionReportView extends ReportEnvelope<
  'distribution',
  DistributionRow,
  DistributionDefinition
> {
  readonly distribution: DistributionFigures;
}

export interface EpicProgressDefinition {
  readonly rollup: 'direct_children';
}
export interface EpicProgressReportView extends ReportEnvelope<
  'epic-progress',
  EpicProgressRow,
  EpicProgressDefinition
> {
  readonly epicProgress: EpicProgressFigures;
}

/** contract §6.2 ProjectReport */
export type ProjectReportView =
  | VelocityReportView
  | CumulativeFlowReportView
  | ControlChartReportView
  | AgeingWipReportView
  | CreatedVsResolvedReportView
  | DistributionReportView
  | EpicProgressReportView;
