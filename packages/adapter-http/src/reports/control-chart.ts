import type {
  ControlChartDefinition as ControlChartDefinitionView,
  ControlChartQuery,
  ControlChartReportView,
} from '@worktrack/application';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { integer, wordOr } from '../pipeline/query.js';
import {
  ReportedWorkItem,
  ReportMembers,
  type RowOf,
  type ShownParameters,
  SpanParameters,
} from './project-report.responses.js';
import { FILTERS, SPAN, type ParametersOf } from './report-parameters.js';

/** The query parameters of the control chart. */
export const CONTROL_CHART_QUERY = {
  ...FILTERS,
  ...SPAN,
  measure: wordOr(['cycle', 'lead'], 'cycle'),
  cycleStartStatus: wordOr(WORK_ITEM_STATUSES, 'in_progress'),
  window: integer(1, 100, 20),
} as const satisfies ParametersOf<ControlChartQuery>;

export class ControlChartRow implements RowOf<ControlChartReportView> {
  @Shows.one(ReportedWorkItem) readonly workItem!: ReportedWorkItem;
  @Shows.instant() readonly startedAt!: string;
  @Shows.instant() readonly completedAt!: string;
  @Shows.number(0) readonly days!: number;
  @Shows.number(0) readonly rollingMeanDays!: number;
  @Shows.number(0) readonly rollingStandardDeviationDays!: number;
}

/** The Work Items that a control chart leaves out. */
export class ExcludedWork {
  @Shows.integer(0) readonly reopened!: number;
  @Shows.integer(0) readonly withoutStart!: number;
}

export class ControlChart {
  @Shows.word(['cycle', 'lead']) readonly measure!: 'cycle' | 'lead';
  @Shows.word(WORK_ITEM_STATUSES, { nullable: true }) readonly cycleStartStatus!: WorkItemStatus | null;
  @Shows.integer(0) readonly sampleCount!: number;
  @Shows.number(0, { nullable: true }) readonly meanDays!: number | null;
  @Shows.number(0, { nullable: true }) readonly medianDays!: number | null;
  @Shows.number(0, { nullable: true }) readonly p85Days!: number | null;
  @Shows.number(0, { nullable: true }) readonly p95Days!: number | null;
  @Shows.number(0, { nullable: true }) readonly standardDeviationDays!: number | null;
  @Shows.one(ExcludedWork) readonly excluded!: ExcludedWork;
}

export class ControlChartDefinition implements ControlChartDefinitionView {
  @Shows.word(['final_entry_to_done']) readonly completion!: 'final_entry_to_done';
  @Shows.word(['created', 'first_entry_to_start_status']) readonly start!: 'created' | 'first_entry_to_start_status';
}

/** The parameters of this report with their values in force; `null`: not set. */
export class ControlChartParameters extends SpanParameters implements ShownParameters<ControlChartReportView> {
  @Shows.word(['cycle', 'lead']) readonly measure!: 'cycle' | 'lead';
  @Shows.word(WORK_ITEM_STATUSES) readonly cycleStartStatus!: WorkItemStatus;
  @Shows.integer(1) readonly window!: number;
}

export class ControlChartReport extends ReportMembers implements ControlChartReportView {
  @Shows.word(['control-chart']) readonly kind!: 'control-chart';
  @Shows.one(ControlChartParameters) readonly parameters!: ControlChartParameters;
  @Shows.one(ControlChartDefinition) readonly definition!: ControlChartDefinition;
  @Shows.one(ControlChart) readonly controlChart!: ControlChart;
  @Shows.many(ControlChartRow) readonly items!: readonly ControlChartRow[];
  @Shows.many(ControlChartRow) readonly data!: readonly ControlChartRow[];
}
