import {
  distribution,
  type DistributionFacts,
  type DistributionFigures,
  type DistributionGroup,
  type DistributionRow,
  type DistributionScope,
  type FlowUnit,
} from '@worktrack/domain';
import type { ProjectReport, ReportView } from './project-report.js';
import type { ReportPopulation } from './report-population.js';
import type { FilteredQuery, SprintParameter, SprintQuery } from './report-query.js';

/** The parameters of the report, in addition to the common ones. */
export interface DistributionQuery extends FilteredQuery, SprintQuery {
  readonly groupBy: DistributionGroup;
  readonly scope: DistributionScope;
  readonly unit: FlowUnit;
}

export interface DistributionRequest {
  readonly population: ReportPopulation;
  readonly groupBy: DistributionGroup;
  /** True to count only Work Items that are not done. */
  readonly onlyOpen: boolean;
}

/** The rules of counting, as the response states them. */
export interface DistributionDefinition {
  readonly groupCap: 50;
  readonly none: 'explicit';
}

/** The types of the report: its parameters, request, facts, rows and figures. */
export interface Distribution {
  readonly type: 'distribution';
  readonly query: DistributionQuery;
  readonly parameters: SprintParameter & Pick<DistributionQuery, 'groupBy' | 'scope' | 'unit'>;
  readonly request: DistributionRequest;
  readonly facts: DistributionFacts;
  readonly key: never;
  readonly detail: never;
  readonly row: DistributionRow;
  readonly named: { readonly distribution: DistributionFigures };
  readonly definition: DistributionDefinition;
}

/** The response of the report. */
export type DistributionReportView = ReportView<Distribution>;

/** Reads the facts of the report and computes its figures and rows. */
export const distributionReport: ProjectReport<Distribution> = {
  type: 'distribution',
  async make({ population, read }, { groupBy, scope, unit, sprint = null }) {
    const facts = await read({ population, groupBy, onlyOpen: scope === 'open' });
    const { figures, rows, limitations } = distribution(facts, { groupBy, unit, scope });
    return {
      parameters: { groupBy, scope, unit, sprint },
      definition: { groupCap: 50, none: 'explicit' },
      named: { distribution: figures },
      rows,
      limitations,
    };
  },
};
