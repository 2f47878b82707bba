import { ApiSchema, OmitType } from '@nestjs/swagger';
import type {
  ControlChartDefinition as ControlChartDefinitionView,
  ControlChartQuery,
  ControlChartReportView,
} from '@worktrack/application';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { integer, wordOr } from '../checks/query.js';
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

@ApiSchema({ description: 'The time that one finished Work Item took.' })
export class ControlChartRow implements RowOf<ControlChartReportView> {
  @Shows.one(ReportedWorkItem) readonly workItem!: ReportedWorkItem;
  @Shows.instant({ description: 'The instant from which the time counts.' }) readonly startedAt!: string;
  @Shows.instant({ description: 'The instant at which it became done for good.' }) readonly completedAt!: string;
  @Shows.number(0, { description: 'The time between both, in days with two decimals.' }) readonly days!: number;
  @Shows.number(0, {
    description: 'The mean over this row and those before it, `window` in all, in days with two decimals.',
  })
  readonly rollingMeanDays!: number;
  @Shows.number(0, { description: 'The standard deviation over the same rows, in days with two decimals.' })
  readonly rollingStandardDeviationDays!: number;
}

@ApiSchema({ description: 'The Work Items that a control chart leaves out.' })
export class ExcludedWork {
  @Shows.integer(0, { description: 'Those that became done in these days and are not done now.' })
  readonly reopened!: number;
  @Shows.integer(0, { description: 'Those that were never in the status from which the time counts.' })
  readonly withoutStart!: number;
}

@ApiSchema({ description: 'The figures over all rows of a control chart.' })
export class ControlChart {
  @Shows.word(['cycle', 'lead'], {
    description: '`cycle`: the time from the first entry to `cycleStartStatus`. `lead`: the time from the creation.',
  })
  readonly measure!: 'cycle' | 'lead';
  @Shows.word(WORK_ITEM_STATUSES, {
    nullable: true,
    description: 'The status from which a cycle counts; `null` for `lead`.',
  })
  readonly cycleStartStatus!: WorkItemStatus | null;
  @Shows.integer(0, { description: 'The number of rows.' }) readonly sampleCount!: number;
  @Shows.number(0, { nullable: true, description: 'The mean, in days with two decimals; `null` without rows.' })
  readonly meanDays!: number | null;
  @Shows.number(0, { nullable: true, description: 'The median, in days with two decimals; `null` without rows.' })
  readonly medianDays!: number | null;
  @Shows.number(0, {
    nullable: true,
    description: '85 per cent took at most so many days, with two decimals; `null` without rows.',
  })
  readonly p85Days!: number | null;
  @Shows.number(0, {
    nullable: true,
    description: '95 per cent took at most so many days, with two decimals; `null` without rows.',
  })
  readonly p95Days!: number | null;
  @Shows.number(0, {
    nullable: true,
    description: 'The standard deviation, in days with two decimals; `null` without rows.',
  })
  readonly standardDeviationDays!: number | null;
  @Shows.one(ExcludedWork, { description: 'The Work Items that are left out.' }) readonly excluded!: ExcludedWork;
}

@ApiSchema({ description: 'The rules of measuring of a control chart.' })
export class ControlChartDefinition implements ControlChartDefinitionView {
  @Shows.word(['final_entry_to_done'], {
    description: 'The time ends when the Work Item became done for the last time.',
  })
  readonly completion!: 'final_entry_to_done';
  @Shows.word(['created', 'first_entry_to_start_status'], {
    description: 'The beginning of the time: at the creation, or at the first entry to the start status.',
  })
  readonly start!: 'created' | 'first_entry_to_start_status';
}

@ApiSchema({ description: 'The parameters of a control chart with their values in force.' })
export class ControlChartParameters extends SpanParameters implements ShownParameters<ControlChartReportView> {
  @Shows.word(['cycle', 'lead'], {
    description: '`cycle`: the time from the first entry to `cycleStartStatus`. `lead`: the time from the creation.',
  })
  readonly measure!: 'cycle' | 'lead';
  @Shows.word(WORK_ITEM_STATUSES, { description: 'The status from which a cycle counts.' })
  readonly cycleStartStatus!: WorkItemStatus;
  @Shows.integer(1, { description: 'The number of rows of a rolling figure.' }) readonly window!: number;
}

@ApiSchema({ description: 'The duration of finished work: one row for each Work Item, by completion.' })
export class ControlChartReport extends ReportMembers implements ControlChartReportView {
  @Shows.word(['control-chart']) readonly kind!: 'control-chart';
  @Shows.one(ControlChartParameters) readonly parameters!: ControlChartParameters;
  @Shows.one(ControlChartDefinition) readonly definition!: ControlChartDefinition;
  @Shows.one(ControlChart, { description: 'The figures over all rows.' }) readonly controlChart!: ControlChart;
  @Shows.many(ControlChartRow) readonly items!: readonly ControlChartRow[];
  @Shows.many(ControlChartRow) readonly data!: readonly ControlChartRow[];
}

class WholeControlChartParameters extends OmitType(ControlChartParameters, ['limit']) {}

/** The report with all of its rows. */
export class WholeControlChartReport extends OmitType(ControlChartReport, ['parameters', 'data', 'page']) {
  @Shows.one(WholeControlChartParameters) readonly parameters!: WholeControlChartParameters;
}
