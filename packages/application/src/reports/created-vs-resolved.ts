import {
  createdVsResolved,
  intervalsOf,
  type CreatedVsResolvedFacts,
  type CreatedVsResolvedFigures,
  type CreatedVsResolvedRow,
  type Interval,
} from '@worktrack/domain';
import type { ProjectReport, ReportView } from './project-report.js';
import type { FilteredQuery, SpanQuery, SprintParameter, SprintQuery } from './report-query.js';
import { cutSpan, type ShownSpan, type SpanParameters, type SpanRequest } from './span-request.js';

/** The parameters of the report, in addition to the common ones. */
export interface CreatedVsResolvedQuery extends FilteredQuery, SpanQuery, SprintQuery {
  readonly interval: Interval;
}

/** The rules of counting, as the response states them. */
export interface CreatedVsResolvedDefinition {
  readonly resolved: 'latest_entry_to_done';
  readonly weekStart: 'monday';
}

/** The types of the report: its parameters, request, facts, rows and figures. */
export interface CreatedVsResolved {
  readonly type: 'created-vs-resolved';
  readonly query: CreatedVsResolvedQuery;
  readonly parameters: SpanParameters & SprintParameter & Pick<CreatedVsResolvedQuery, 'interval'>;
  /** Part `n` is interval `n`. */
  readonly request: SpanRequest;
  readonly facts: CreatedVsResolvedFacts;
  readonly key: never;
  readonly detail: never;
  readonly row: CreatedVsResolvedRow;
  readonly named: {
    readonly createdVsResolved: CreatedVsResolvedFigures & ShownSpan & { readonly interval: Interval };
  };
  readonly definition: CreatedVsResolvedDefinition;
}

/** The response of the report. */
export type CreatedVsResolvedReportView = ReportView<CreatedVsResolved>;

/** The maximum number of days. Rows can be months, so it is larger than for other reports with a span. */
const MOST_DAYS = 366;

/** Reads the facts of the report and computes its figures and rows. */
export const createdVsResolvedReport: ProjectReport<CreatedVsResolved> = {
  type: 'created-vs-resolved',
  async make({ population, read, zones }, query) {
    const { interval, sprint = null } = query;
    const { span, shown, ...cut } = cutSpan(query, population, MOST_DAYS, zones);
    const intervals = intervalsOf(span, interval);
    const facts = await read({ population, boundaries: cut.boundariesOf(intervals) });
    const { figures, rows, limitations } = createdVsResolved(facts, intervals);
    return {
      parameters: { ...cut.parameters, interval, sprint },
      definition: { resolved: 'latest_entry_to_done', weekStart: 'monday' },
      named: { createdVsResolved: { interval, ...shown, ...figures } },
      rows,
      limitations: [...cut.limitations, ...limitations],
    };
  },
};
