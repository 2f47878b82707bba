import type {
  CumulativeFlowDefinition as CumulativeFlowDefinitionView,
  CumulativeFlowQuery,
  CumulativeFlowReportView,
} from '@worktrack/application';
import {
  WORK_ITEM_STATUSES,
  type FlowUnit,
  type SprintId,
  type TimeZone,
  type WorkItemStatus,
} from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { wordOr } from '../pipeline/query.js';
import { ReportMembers, type RowOf, type ShownParameters, SpanParameters } from './project-report.responses.js';
import { FILTERS, FLOW_UNITS, SPAN, SPRINT, type ParametersOf } from './report-parameters.js';

/** The query parameters of the cumulative flow report. */
export const CUMULATIVE_FLOW_QUERY = {
  ...FILTERS,
  ...SPAN,
  ...SPRINT,
  unit: wordOr(FLOW_UNITS, 'count'),
} as const satisfies ParametersOf<CumulativeFlowQuery>;

export class CumulativeFlowRow implements RowOf<CumulativeFlowReportView> {
  @Shows.date() readonly date!: string;
  @Shows.integer(0) readonly backlog!: number;
  @Shows.integer(0) readonly todo!: number;
  @Shows.integer(0) readonly in_progress!: number;
  @Shows.integer(0) readonly in_review!: number;
  @Shows.integer(0) readonly done!: number;
  @Shows.integer(0) readonly total!: number;
}

export class CumulativeFlow {
  @Shows.word(['count', 'points']) readonly unit!: FlowUnit;
  @Shows.text() readonly timeZone!: TimeZone;
  @Shows.date() readonly start!: string;
  @Shows.date() readonly end!: string;
  @Shows.words(WORK_ITEM_STATUSES) readonly statuses!: readonly WorkItemStatus[];
  @Shows.number(0) readonly averageWip!: number;
  @Shows.integer(0) readonly arrivals!: number;
  @Shows.integer(0) readonly departures!: number;
  @Shows.number(0, { nullable: true }) readonly averageLeadTimeDays!: number | null;
}

export class CumulativeFlowDefinition implements CumulativeFlowDefinitionView {
  @Shows.word(['end_of_day']) readonly snapshot!: 'end_of_day';
  @Shows.words(WORK_ITEM_STATUSES) readonly statusOrder!: readonly WorkItemStatus[];
}

/** The parameters of this report with their values in force; `null`: not set. */
export class CumulativeFlowParameters extends SpanParameters implements ShownParameters<CumulativeFlowReportView> {
  @Shows.word(FLOW_UNITS) readonly unit!: FlowUnit;
  @Shows.uuid({ nullable: true }) readonly sprint!: SprintId | null;
}

export class CumulativeFlowReport extends ReportMembers implements CumulativeFlowReportView {
  @Shows.word(['cumulative-flow']) readonly kind!: 'cumulative-flow';
  @Shows.one(CumulativeFlowParameters) readonly parameters!: CumulativeFlowParameters;
  @Shows.one(CumulativeFlowDefinition) readonly definition!: CumulativeFlowDefinition;
  @Shows.one(CumulativeFlow) readonly cumulativeFlow!: CumulativeFlow;
  @Shows.many(CumulativeFlowRow) readonly items!: readonly CumulativeFlowRow[];
  @Shows.many(CumulativeFlowRow) readonly data!: readonly CumulativeFlowRow[];
}
