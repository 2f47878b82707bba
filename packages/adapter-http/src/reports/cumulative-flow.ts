import { ApiSchema, OmitType } from '@nestjs/swagger';
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
import { wordOr } from '../checks/query.js';
import { ReportMembers, type RowOf, type ShownParameters, SpanParameters } from './project-report.responses.js';
import { FILTERS, FLOW_UNITS, SPAN, SPRINT, type ParametersOf } from './report-parameters.js';

/** The query parameters of the cumulative flow report. */
export const CUMULATIVE_FLOW_QUERY = {
  ...FILTERS,
  ...SPAN,
  ...SPRINT,
  unit: wordOr(FLOW_UNITS, 'count'),
} as const satisfies ParametersOf<CumulativeFlowQuery>;

@ApiSchema({ description: 'The work in each status at the end of one day.' })
export class CumulativeFlowRow implements RowOf<CumulativeFlowReportView> {
  @Shows.date() readonly date!: string;
  @Shows.integer(0) readonly backlog!: number;
  @Shows.integer(0) readonly todo!: number;
  @Shows.integer(0) readonly in_progress!: number;
  @Shows.integer(0) readonly in_review!: number;
  @Shows.integer(0) readonly done!: number;
  @Shows.integer(0, { description: 'All together.' }) readonly total!: number;
}

@ApiSchema({ description: 'The figures over all days of a cumulative flow.' })
export class CumulativeFlow {
  @Shows.word(['count', 'points']) readonly unit!: FlowUnit;
  @Shows.text() readonly timeZone!: TimeZone;
  @Shows.date() readonly start!: string;
  @Shows.date() readonly end!: string;
  @Shows.words(WORK_ITEM_STATUSES, { description: 'The statuses, in the order of the work.' })
  readonly statuses!: readonly WorkItemStatus[];
  @Shows.number(0, {
    description: 'The mean number of Work Items in `in_progress` and `in_review` over the days, with two decimals.',
  })
  readonly averageWip!: number;
  @Shows.integer(0, { description: 'Work Items created in these days.' }) readonly arrivals!: number;
  @Shows.integer(0, { description: 'Work Items that became done in these days and are done now.' })
  readonly departures!: number;
  @Shows.number(0, {
    nullable: true,
    description:
      "The mean time that work takes, in days with two decimals, by Little's law; `null` without departures.",
  })
  readonly averageLeadTimeDays!: number | null;
}

@ApiSchema({ description: 'The rules of counting of a cumulative flow.' })
export class CumulativeFlowDefinition implements CumulativeFlowDefinitionView {
  @Shows.word(['end_of_day'], { description: 'A day shows its end.' }) readonly snapshot!: 'end_of_day';
  @Shows.words(WORK_ITEM_STATUSES, { description: 'The statuses, in the order of the work.' })
  readonly statusOrder!: readonly WorkItemStatus[];
}

@ApiSchema({ description: 'The parameters of a cumulative flow with their values in force.' })
export class CumulativeFlowParameters extends SpanParameters implements ShownParameters<CumulativeFlowReportView> {
  @Shows.word(FLOW_UNITS) readonly unit!: FlowUnit;
  @Shows.uuid({ nullable: true, description: 'The Sprint that was asked for, by its id; `null`: not set.' })
  readonly sprint!: SprintId | null;
}

@ApiSchema({ description: 'The amount of work in each status, one row for each day, oldest first.' })
export class CumulativeFlowReport extends ReportMembers implements CumulativeFlowReportView {
  @Shows.word(['cumulative-flow']) readonly kind!: 'cumulative-flow';
  @Shows.one(CumulativeFlowParameters) readonly parameters!: CumulativeFlowParameters;
  @Shows.one(CumulativeFlowDefinition) readonly definition!: CumulativeFlowDefinition;
  @Shows.one(CumulativeFlow, { description: 'The figures over all days.' }) readonly cumulativeFlow!: CumulativeFlow;
  @Shows.many(CumulativeFlowRow) readonly items!: readonly CumulativeFlowRow[];
  @Shows.many(CumulativeFlowRow) readonly data!: readonly CumulativeFlowRow[];
}

class WholeCumulativeFlowParameters extends OmitType(CumulativeFlowParameters, ['limit']) {}

/** The report with all of its rows. */
export class WholeCumulativeFlowReport extends OmitType(CumulativeFlowReport, ['parameters', 'data', 'page']) {
  @Shows.one(WholeCumulativeFlowParameters) readonly parameters!: WholeCumulativeFlowParameters;
}
