import {
  controlChart,
  type ControlChartFacts,
  type ControlChartFigures,
  type ControlChartRow,
  type WorkItemStatus,
} from '@worktrack/domain';
import type { ProjectReport, ReportView } from './project-report.js';
import type { FilteredQuery, SpanQuery } from './report-query.js';
import { ShownFaces } from './shown-faces.js';
import { MOST_DAYS, cutSpan, type SpanRequest } from './span-request.js';

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

export interface ControlChartDefinition {
  readonly completion: 'final_entry_to_done';
  readonly start: 'created' | 'first_entry_to_start_status';
}

export interface ControlChart {
  readonly type: 'control-chart';
  readonly query: ControlChartQuery;
  readonly request: ControlChartRequest;
  readonly facts: ControlChartFacts;
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

export type ControlChartReportView = ReportView<ControlChart>;

export const controlChartReport: ProjectReport<ControlChart> = {
  type: 'control-chart',
  async make({ population, read, faces: readFaces }, query) {
    const { measure, cycleStartStatus, window } = query;
    const { span, ...cut } = cutSpan(query, population.generatedAt, MOST_DAYS);
    const startStatus = measure === 'cycle' ? cycleStartStatus : null;
    const facts = await read({ population, boundaries: cut.boundariesOf([span]), startStatus });
    const from = startStatus === null ? ({ kind: 'lead' } as const) : ({ kind: 'cycle', startStatus } as const);
    const faces = new ShownFaces(readFaces);
    const { figures, rows, limitations } = controlChart(facts, { measure: from, window, faceOf: faces.of });
    return {
      parameters: { ...cut.parameters, measure, cycleStartStatus, window },
      definition: {
        completion: 'final_entry_to_done',
        start: measure === 'lead' ? 'created' : 'first_entry_to_start_status',
      },
      named: { controlChart: { measure, cycleStartStatus: startStatus, ...figures } },
      rows,
      show: (begin, end) => faces.show(rows.items.slice(begin, end)),
      limitations: [...cut.limitations, ...limitations],
    };
  },
};
