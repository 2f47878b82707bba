import {
  controlChart,
  type ControlChartFacts,
  type ControlChartFigures,
  type ControlChartRow,
  type WorkItemFace,
  type WorkItemId,
  type WorkItemStatus,
} from '@worktrack/domain';
import type { ProjectReport, ReportView } from './project-report.js';
import type { FilteredQuery, SpanQuery } from './report-query.js';
import { ShownRows } from './shown-rows.js';
import { MOST_DAYS, cutSpan, type SpanParameters, type SpanRequest } from './span-request.js';

/** The parameters of the report, in addition to the common ones. */
export interface ControlChartQuery extends FilteredQuery, SpanQuery {
  readonly measure: 'cycle' | 'lead';
  readonly cycleStartStatus: WorkItemStatus;
  /** The number of Work Items in a rolling mean. */
  readonly window: number;
}

/** The request for the facts of a control chart. The whole span is one part. */
export interface ControlChartRequest extends SpanRequest {
  /** The status whose first entry is requested; `null` for none. */
  readonly startStatus: WorkItemStatus | null;
}

/** The rules of counting, as the response states them. */
export interface ControlChartDefinition {
  readonly completion: 'final_entry_to_done';
  readonly start: 'created' | 'first_entry_to_start_status';
}

/** The types of the report: its parameters, request, facts, rows and figures. */
export interface ControlChart {
  readonly type: 'control-chart';
  readonly query: ControlChartQuery;
  readonly parameters: SpanParameters & Pick<ControlChartQuery, 'measure' | 'cycleStartStatus' | 'window'>;
  readonly request: ControlChartRequest;
  readonly facts: ControlChartFacts;
  readonly key: WorkItemId;
  readonly detail: WorkItemFace;
  readonly row: ControlChartRow;
  readonly named: {
    readonly controlChart: ControlChartFigures & {
      readonly measure: 'cycle' | 'lead';
      /** `null` for lead time. */
      readonly cycleStartStatus: WorkItemStatus | null;
    };
  };
  readonly definition: ControlChartDefinition;
}

/** The response of the report. */
export type ControlChartReportView = ReportView<ControlChart>;

/** Reads the facts of the report and computes its figures and rows. */
export const controlChartReport: ProjectReport<ControlChart> = {
  type: 'control-chart',
  async make({ population, read, details, zones }, query) {
    const { measure, cycleStartStatus, window } = query;
    const { span, ...cut } = cutSpan(query, population, MOST_DAYS, zones);
    const startStatus = measure === 'cycle' ? cycleStartStatus : null;
    const facts = await read({ population, boundaries: cut.boundariesOf([span]), startStatus });
    const from = startStatus === null ? ({ kind: 'lead' } as const) : ({ kind: 'cycle', startStatus } as const);
    const shown = new ShownRows(details);
    const { figures, rows, limitations } = controlChart(facts, { measure: from, window, faceOf: shown.of });
    return {
      parameters: { ...cut.parameters, measure, cycleStartStatus, window },
      definition: {
        completion: 'final_entry_to_done',
        start: measure === 'lead' ? 'created' : 'first_entry_to_start_status',
      },
      named: { controlChart: { measure, cycleStartStatus: startStatus, ...figures } },
      rows,
      show: (begin, end) => shown.show(rows, (item) => facts.finished.ids.at(item), begin, end),
      limitations: [...cut.limitations, ...limitations],
    };
  },
};
