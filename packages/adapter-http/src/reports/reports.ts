import type { Type } from '@nestjs/common';
import type { ReportQueries, ReportType } from '@worktrack/application';
import type { QueryOf, QueryParameter, QueryParameters } from '../pipeline/query.js';
import { AGEING_WIP_QUERY, AgeingWipReport } from './ageing-wip.js';
import { CONTROL_CHART_QUERY, ControlChartReport } from './control-chart.js';
import { CREATED_VS_RESOLVED_QUERY, CreatedVsResolvedReport } from './created-vs-resolved.js';
import { CUMULATIVE_FLOW_QUERY, CumulativeFlowReport } from './cumulative-flow.js';
import { DISTRIBUTION_QUERY, DistributionReport } from './distribution.js';
import { EPIC_PROGRESS_QUERY, EpicProgressReport } from './epic-progress.js';
import type { ParametersOf } from './report-parameters.js';
import { VELOCITY_QUERY, VelocityReport } from './velocity.js';

/** The query parameters of each report (contract §6.2, Q-report). */
export const REPORT_QUERIES = {
  velocity: VELOCITY_QUERY,
  'cumulative-flow': CUMULATIVE_FLOW_QUERY,
  'control-chart': CONTROL_CHART_QUERY,
  'ageing-wip': AGEING_WIP_QUERY,
  'created-vs-resolved': CREATED_VS_RESOLVED_QUERY,
  distribution: DISTRIBUTION_QUERY,
  'epic-progress': EPIC_PROGRESS_QUERY,
} as const satisfies { readonly [Each in ReportType]: ParametersOf<ReportQueries[Each]> };

/** The response of each report. */
export const REPORT_RESPONSES: Readonly<Record<ReportType, Type>> = {
  velocity: VelocityReport,
  'cumulative-flow': CumulativeFlowReport,
  'control-chart': ControlChartReport,
  'ageing-wip': AgeingWipReport,
  'created-vs-resolved': CreatedVsResolvedReport,
  distribution: DistributionReport,
  'epic-progress': EpicProgressReport,
};

/** The query of one of the reports. */
export type ReportQuery = QueryOf<(typeof REPORT_QUERIES)[ReportType]>;

/** All parameters of all reports, for OpenAPI: each names the reports that it applies to. */
export const Q_REPORT: QueryParameters = Object.fromEntries(
  [...new Set(Object.values(REPORT_QUERIES).flatMap((query) => Object.keys(query)))].map((name) => [name, anyOf(name)]),
);

function anyOf(name: string): QueryParameter<unknown> {
  const known = Object.entries<QueryParameters>(REPORT_QUERIES).flatMap(([type, query]) => {
    const parameter = query[name];
    return parameter ? [{ type, parameter }] : [];
  });
  const [first] = known;
  if (!first) throw new Error(`No report has ${name}.`);
  const schemas = known.map(({ parameter }) => parameter.schema);
  const isOfAll = known.length === Object.keys(REPORT_QUERIES).length;
  const union = unionOf(schemas);
  const own = typeof union.description === 'string' ? ` ${union.description}` : '';
  const description = `Applies to ${known.map(({ type }) => type).join(', ')}.${own}`;
  return { ...first.parameter, schema: { ...union, ...(!isOfAll && { description }) } };
}

type Schema = Readonly<Record<string, unknown>>;

/** One schema for all: the union of the words, and no default where the defaults differ. */
function unionOf(schemas: readonly Schema[]): Schema {
  const [first = {}] = schemas;
  const words = [...new Set(schemas.flatMap(({ enum: some }) => (Array.isArray(some) ? (some as unknown[]) : [])))];
  const { default: standard, ...rest } = first;
  const isSame = schemas.every((schema) => schema.default === standard);
  return {
    ...rest,
    ...(words.length > 0 && { enum: words }),
    ...(isSame && standard !== undefined && { default: standard }),
  };
}
