import {
  velocity,
  type SprintVelocity,
  type VelocityFigures,
  type VelocityRow,
  type VelocityUnit,
} from '@worktrack/domain';
import type { ProjectReport, ReportView } from './project-report.js';
import type { ReportPopulation } from './report-population.js';
import type { FilteredQuery } from './report-query.js';

/** The parameters of the report, in addition to the common ones. */
export interface VelocityQuery extends FilteredQuery {
  /** The number of Sprint rows. */
  readonly range: number;
  readonly unit: VelocityUnit;
  /** The number of Sprints in a rolling average. */
  readonly window: number;
}

/** The request for the latest Sprints completed up to `generatedAt`, by completion, then by id. */
export interface VelocityRequest {
  readonly population: ReportPopulation;
  /** The number of Sprints, 1 to 189. */
  readonly latest: number;
}

/** The rules of counting, as the response states them. */
export interface VelocityDefinition {
  readonly commitment: 'baseline_at_start';
  readonly completion: 'done_within_sprint_before_boundary';
}

/** The types of the report: its parameters, request, facts, rows and figures. */
export interface Velocity {
  readonly type: 'velocity';
  readonly query: VelocityQuery;
  readonly parameters: Pick<VelocityQuery, 'range' | 'unit' | 'window'>;
  readonly request: VelocityRequest;
  readonly facts: readonly SprintVelocity[];
  readonly key: never;
  readonly detail: never;
  readonly row: VelocityRow;
  readonly named: { readonly velocity: VelocityFigures };
  readonly definition: VelocityDefinition;
}

/** The response of the report. */
export type VelocityReportView = ReportView<Velocity>;

const MOST_SPRINTS = 90;

/** Reads the facts of the report and computes its figures and rows. */
export const velocityReport: ProjectReport<Velocity> = {
  type: 'velocity',
  async make({ population, read }, query) {
    const { unit, window } = query;
    const range = Math.min(query.range, MOST_SPRINTS);
    // The rolling average of the first row needs the Sprints before it.
    const sprints = await read({ population, latest: range + window - 1 });
    const { figures, rows, limitations } = velocity(sprints, { range, unit, window });
    return {
      parameters: { range, unit, window },
      definition: { commitment: 'baseline_at_start', completion: 'done_within_sprint_before_boundary' },
      named: { velocity: figures },
      rows,
      limitations: query.range > range ? ['range_capped', ...limitations] : limitations,
    };
  },
};
