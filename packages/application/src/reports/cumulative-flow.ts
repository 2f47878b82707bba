import {
  WORK_ITEM_STATUSES,
  cumulativeFlow,
  daysOf,
  intervalsOf,
  type CumulativeFlowFacts,
  type CumulativeFlowFigures,
  type CumulativeFlowRow,
  type FlowUnit,
  type WorkItemStatus,
} from '@worktrack/domain';
import type { ProjectReport, ReportView } from './project-report.js';
import type { FilteredQuery, SpanQuery, SprintParameter, SprintQuery } from './report-query.js';
import { MOST_DAYS, cutSpan, type ShownSpan, type SpanParameters, type SpanRequest } from './span-request.js';

/** The parameters of the report, in addition to the common ones. */
export interface CumulativeFlowQuery extends FilteredQuery, SpanQuery, SprintQuery {
  readonly unit: FlowUnit;
}

/** The rules of counting, as the response states them. */
export interface CumulativeFlowDefinition {
  readonly snapshot: 'end_of_day';
  readonly statusOrder: readonly WorkItemStatus[];
}

/** The types of the report: its parameters, request, facts, rows and figures. */
export interface CumulativeFlow {
  readonly type: 'cumulative-flow';
  readonly query: CumulativeFlowQuery;
  readonly parameters: SpanParameters & SprintParameter & Pick<CumulativeFlowQuery, 'unit'>;
  /** Part `n` is day `n`: its snapshot is taken right before `boundaries[n + 1]`. */
  readonly request: SpanRequest;
  readonly facts: CumulativeFlowFacts;
  readonly key: never;
  readonly detail: never;
  readonly row: CumulativeFlowRow;
  readonly named: {
    readonly cumulativeFlow: CumulativeFlowFigures &
      ShownSpan & { readonly unit: FlowUnit; readonly statuses: readonly WorkItemStatus[] };
  };
  readonly definition: CumulativeFlowDefinition;
}

/** The response of the report. */
export type CumulativeFlowReportView = ReportView<CumulativeFlow>;

/** Reads the facts of the report and computes its figures and rows. */
export const cumulativeFlowReport: ProjectReport<CumulativeFlow> = {
  type: 'cumulative-flow',
  async make({ population, read, zones }, query) {
    const { unit, sprint = null } = query;
    const { span, shown, ...cut } = cutSpan(query, population, MOST_DAYS, zones);
    const facts = await read({ population, boundaries: cut.boundariesOf(intervalsOf(span, 'day')) });
    const { figures, rows, limitations } = cumulativeFlow(facts, { days: daysOf(span), unit });
    return {
      parameters: { ...cut.parameters, unit, sprint },
      definition: { snapshot: 'end_of_day', statusOrder: WORK_ITEM_STATUSES },
      named: { cumulativeFlow: { unit, ...shown, statuses: WORK_ITEM_STATUSES, ...figures } },
      rows,
      limitations: [...cut.limitations, ...limitations],
    };
  },
};
