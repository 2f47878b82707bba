import type {
  AgeingSort,
  DistributionGroup,
  DistributionScope,
  EpicSort,
  FlowUnit,
  Interval,
  LabelId,
  SpanAsked,
  SprintId,
  TimeZone,
  VelocityUnit,
  WorkItemPriority,
  WorkItemStatus,
  WorkItemType,
} from '@worktrack/domain';
import type { PageRequest } from '../paging/page.js';
import type { AssigneeFilter } from '../work-item/collection/work-item-query.js';

/** Items with this label, or without any. The name is trimmed, and as sent otherwise. */
export type LabelFilter =
  'none' | { readonly kind: 'id'; readonly id: LabelId } | { readonly kind: 'name'; readonly name: string };

/** What every report is asked for (contract §6.2, Q-report): well formed, its references not yet resolved. */
export interface FilteredQuery extends PageRequest {
  /** Trimmed, and as sent otherwise. */
  readonly q: string | undefined;
  readonly status: WorkItemStatus | undefined;
  readonly type: WorkItemType | undefined;
  readonly priority: WorkItemPriority | undefined;
  readonly assignee: AssigneeFilter | undefined;
  readonly label: LabelFilter | undefined;
  readonly squeakql: string | undefined;
}

/** SPAN */
export interface SpanQuery extends SpanAsked {
  readonly timeZone: TimeZone;
}

interface SprintQuery {
  readonly sprint: SprintId | undefined;
}

export interface VelocityQuery extends FilteredQuery {
  /** Sprint rows. */
  readonly range: number;
  readonly unit: VelocityUnit;
  readonly window: number;
}

export interface CumulativeFlowQuery extends FilteredQuery, SpanQuery, SprintQuery {
  readonly unit: FlowUnit;
}

export interface ControlChartQuery extends FilteredQuery, SpanQuery {
  readonly measure: 'cycle' | 'lead';
  readonly cycleStartStatus: WorkItemStatus;
  readonly window: number;
}

export interface AgeingWipQuery extends FilteredQuery, SprintQuery {
  /** Rising. */
  readonly buckets: readonly number[];
  readonly sort: AgeingSort;
}

export interface CreatedVsResolvedQuery extends FilteredQuery, SpanQuery, SprintQuery {
  readonly interval: Interval;
}

export interface DistributionQuery extends FilteredQuery, SprintQuery {
  readonly groupBy: DistributionGroup;
  readonly scope: DistributionScope;
  readonly unit: FlowUnit;
}

export interface EpicProgressQuery extends FilteredQuery {
  readonly sort: EpicSort;
}

/** What each report is asked for. */
export interface ReportQueries {
  readonly velocity: VelocityQuery;
  readonly 'cumulative-flow': CumulativeFlowQuery;
  readonly 'control-chart': ControlChartQuery;
  readonly 'ageing-wip': AgeingWipQuery;
  readonly 'created-vs-resolved': CreatedVsResolvedQuery;
  readonly distribution: DistributionQuery;
  readonly 'epic-progress': EpicProgressQuery;
}

/** What is reported about a Project (contract §1.3). */
export type ReportType = keyof ReportQueries;

/** One of the reports, with what it is asked for. */
export type AskedReport = {
  readonly [Type in ReportType]: { readonly reportType: Type; readonly query: ReportQueries[Type] };
}[ReportType];
