import {
  epicProgress,
  type EpicProgressFacts,
  type EpicProgressFigures,
  type EpicProgressRow,
  type EpicSort,
  type ShownEpic,
} from '@worktrack/domain';
import type { ProjectReport, ReportView } from './project-report.js';
import type { ReportPopulation } from './report-population.js';
import type { FilteredQuery } from './report-query.js';
import { ShownRows } from './shown-rows.js';

/** The parameters of the report, in addition to the common ones. */
export interface EpicProgressQuery extends FilteredQuery {
  readonly sort: EpicSort;
}

export interface EpicProgressRequest {
  /** The population of the children; epics are always listed. */
  readonly population: ReportPopulation;
  /** The order whose values are read. */
  readonly sort: EpicSort;
}

/** The rules of counting, as the response states them. */
export interface EpicProgressDefinition {
  readonly rollup: 'direct_children';
}

/** The types of the report: its parameters, request, facts, rows and figures. */
export interface EpicProgress {
  readonly type: 'epic-progress';
  readonly query: EpicProgressQuery;
  readonly parameters: Pick<EpicProgressQuery, 'sort'>;
  readonly request: EpicProgressRequest;
  readonly facts: EpicProgressFacts;
  readonly key: number;
  readonly detail: ShownEpic;
  readonly row: EpicProgressRow;
  readonly named: { readonly epicProgress: EpicProgressFigures };
  readonly definition: EpicProgressDefinition;
}

/** The response of the report. */
export type EpicProgressReportView = ReportView<EpicProgress>;

/** Reads the facts of the report and computes its figures and rows. */
export const epicProgressReport: ProjectReport<EpicProgress> = {
  type: 'epic-progress',
  async make({ population, read, details }, { sort }) {
    const facts = await read({ population, sort });
    const shown = new ShownRows(details);
    const { figures, rows, limitations } = epicProgress(facts, { epicOf: shown.of });
    return {
      parameters: { sort },
      definition: { rollup: 'direct_children' },
      named: { epicProgress: figures },
      rows,
      show: (begin, end) => shown.show(rows, (epic) => facts.epics.numbers[epic] ?? 0, begin, end),
      limitations,
    };
  },
};
