import {
  epicProgress,
  type EpicProgressFacts,
  type EpicProgressFigures,
  type EpicProgressRow,
  type EpicSort,
} from '@worktrack/domain';
import type { ProjectReport, ReportView } from './project-report.js';
import type { ReportPopulation } from './report-population.js';
import type { FilteredQuery } from './report-query.js';

export interface EpicProgressQuery extends FilteredQuery {
  readonly sort: EpicSort;
}

export interface EpicProgressRequest {
  /** The population of the children; epics are always listed. */
  readonly population: ReportPopulation;
}

export interface EpicProgressDefinition {
  readonly rollup: 'direct_children';
}

export interface EpicProgress {
  readonly type: 'epic-progress';
  readonly query: EpicProgressQuery;
  readonly request: EpicProgressRequest;
  readonly facts: EpicProgressFacts;
  readonly row: EpicProgressRow;
  readonly named: { readonly epicProgress: EpicProgressFigures };
  readonly definition: EpicProgressDefinition;
}

export type EpicProgressReportView = ReportView<EpicProgress>;

export const epicProgressReport: ProjectReport<EpicProgress> = {
  type: 'epic-progress',
  async make({ population, read }, { sort }) {
    const { figures, rows, limitations } = epicProgress(await read({ population }), { sort });
    return {
      parameters: { sort },
      definition: { rollup: 'direct_children' },
      named: { epicProgress: figures },
      rows,
      limitations,
    };
  },
};
