import { ApiSchema } from '@nestjs/swagger';
import type { ReportQueries, ReportType } from '@worktrack/application';
import { OneOfSchemas } from '../openapi/one-of-schemas.js';
import type { QueryOf, QueryParameter, QueryParameters } from '../checks/query.js';
import { AGEING_WIP_QUERY, AgeingWipReport, WholeAgeingWipReport } from './ageing-wip.js';
import { CONTROL_CHART_QUERY, ControlChartReport, WholeControlChartReport } from './control-chart.js';
import {
  CREATED_VS_RESOLVED_QUERY,
  CreatedVsResolvedReport,
  WholeCreatedVsResolvedReport,
} from './created-vs-resolved.js';
import { CUMULATIVE_FLOW_QUERY, CumulativeFlowReport, WholeCumulativeFlowReport } from './cumulative-flow.js';
import { DISTRIBUTION_QUERY, DistributionReport, WholeDistributionReport } from './distribution.js';
import { EPIC_PROGRESS_QUERY, EpicProgressReport, WholeEpicProgressReport } from './epic-progress.js';
import type { ParametersOf } from './report-parameters.js';
import { VELOCITY_QUERY, VelocityReport, WholeVelocityReport } from './velocity.js';

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

@ApiSchema({ description: 'A report on a Project: `kind` says which one.' })
@OneOfSchemas(
  'kind',
  VelocityReport,
  CumulativeFlowReport,
  ControlChartReport,
  AgeingWipReport,
  CreatedVsResolvedReport,
  DistributionReport,
  EpicProgressReport,
)
export class ProjectReport {}

@ApiSchema({ description: 'A report on a Project with all of its rows: `kind` says which one.' })
@OneOfSchemas(
  'kind',
  WholeVelocityReport,
  WholeCumulativeFlowReport,
  WholeControlChartReport,
  WholeAgeingWipReport,
  WholeCreatedVsResolvedReport,
  WholeDistributionReport,
  WholeEpicProgressReport,
)
export class WholeProjectReport {}

/** The query of one of the reports. */
export type ReportQuery = QueryOf<(typeof REPORT_QUERIES)[ReportType]>;

/** All parameters of all reports, for OpenAPI: each names the reports that it applies to. */
export const Q_REPORT: QueryParameters = Object.fromEntries(
  [...new Set(Object.values(REPORT_QUERIES).flatMap((query) => Object.keys(query)))].map((name) => [name, anyOf(name)]),
);

interface Known {
  readonly type: string;
  readonly parameter: QueryParameter<unknown>;
}

function anyOf(name: string): QueryParameter<unknown> {
  const known = Object.entries<QueryParameters>(REPORT_QUERIES).flatMap(([type, query]) => {
    const parameter = query[name];
    return parameter ? [{ type, parameter }] : [];
  });
  const [first] = known;
  if (!first) throw new Error(`No report has ${name}.`);
  const isOfAll = known.length === Object.keys(REPORT_QUERIES).length;
  return { ...first.parameter, schema: isOfAll ? unionOf(known) : ofSome(known) };
}

type Schema = Readonly<Record<string, unknown>>;

/** One schema for all: the union of the words. */
function unionOf(known: readonly Known[]): Schema {
  const schemas = known.map(({ parameter }) => parameter.schema);
  const words = [...new Set(schemas.flatMap(({ enum: some }) => (Array.isArray(some) ? (some as unknown[]) : [])))];
  return { ...schemas[0], ...(words.length > 0 && { enum: words }) };
}

/** The schema of a parameter that other reports refuse. Its default is said in words: a client sends a default that is a value. */
function ofSome(known: readonly Known[]): Schema {
  const { default: _, description, ...schema } = unionOf(known);
  const sentences = [
    `Applies to ${known.map(({ type }) => type).join(', ')}.`,
    ...(typeof description === 'string' ? [description] : []),
    ...defaultsOf(known),
  ];
  return { ...schema, description: sentences.join(' ') };
}

/** A sentence for each default: of which reports it is, where they differ. */
function defaultsOf(known: readonly Known[]): readonly string[] {
  const defaults = [...new Set(known.map(({ parameter }) => parameter.schema.default))];
  return defaults.flatMap((standard) => {
    if (standard === undefined) return [];
    const types = known.filter(({ parameter }) => parameter.schema.default === standard).map(({ type }) => type);
    const which = types.length === known.length ? '' : ` for ${types.join(', ')}`;
    return [`Default${which}: ${typeof standard === 'string' ? standard : JSON.stringify(standard)}.`];
  });
}
