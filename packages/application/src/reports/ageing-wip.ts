import {
  ageingWip,
  type AgeingSort,
  type AgeingWipFacts,
  type AgeingWipFigures,
  type AgeingWipRow,
  type WorkItemFace,
  type WorkItemId,
  type WorkItemStatus,
} from '@worktrack/domain';
import { inText, type InText } from './in-text.js';
import type { ProjectReport, ReportView } from './project-report.js';
import type { ReportPopulation } from './report-population.js';
import type { FilteredQuery, SprintParameter, SprintQuery } from './report-query.js';
import { ShownRows } from './shown-rows.js';

/** The parameters of the report, in addition to the common ones. */
export interface AgeingWipQuery extends FilteredQuery, SprintQuery {
  /** The upper limits of the buckets in days, ascending. */
  readonly buckets: readonly number[];
  readonly sort: AgeingSort;
}

/** The request for the Work Items that are in one of these statuses now. */
export interface AgeingWipRequest {
  readonly population: ReportPopulation;
  readonly statuses: readonly WorkItemStatus[];
}

/** The rules of counting, as the response states them. */
export interface AgeingWipDefinition {
  readonly age: 'time_in_current_status';
  readonly limits: 'inclusive';
}

/** The types of the report: its parameters, request, facts, rows and figures. */
export interface AgeingWip {
  readonly type: 'ageing-wip';
  readonly query: AgeingWipQuery;
  readonly parameters: SprintParameter & Pick<AgeingWipQuery, 'buckets' | 'sort'>;
  readonly request: AgeingWipRequest;
  readonly facts: AgeingWipFacts;
  readonly key: WorkItemId;
  readonly detail: WorkItemFace;
  readonly row: AgeingWipRow;
  readonly named: { readonly ageingWip: InText<AgeingWipFigures> };
  readonly definition: AgeingWipDefinition;
}

/** The response of the report. */
export type AgeingWipReportView = ReportView<AgeingWip>;

/** The statuses of work in progress, unless a filter chooses another one. */
const IN_WORK: readonly WorkItemStatus[] = ['in_progress', 'in_review'];

/** Reads the facts of the report and computes its figures and rows. */
export const ageingWipReport: ProjectReport<AgeingWip> = {
  type: 'ageing-wip',
  async make({ population, read, details }, { buckets, sort, sprint = null, status }) {
    const facts = await read({ population, statuses: status ? [status] : IN_WORK });
    const shown = new ShownRows(details);
    const asked = { asOf: population.generatedAt, limits: buckets, sort, faceOf: shown.of };
    const { figures, rows, limitations } = ageingWip(facts, asked);
    return {
      parameters: { buckets, sort, sprint },
      definition: { age: 'time_in_current_status', limits: 'inclusive' },
      named: { ageingWip: inText(figures) },
      rows,
      show: (begin, end) => shown.show(rows, (item) => facts.items.ids.at(item), begin, end),
      limitations,
    };
  },
};
