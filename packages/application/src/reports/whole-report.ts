import type { ReportRows } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import type { FilterReferences } from '../work-item/collection/filter-references.js';
import { limitationsOf } from './limitations.js';
import type { CommonParameters, MadeReport, ReportEnvelope, ReportTypes } from './project-report.js';
import { sourceOf, type ProjectReportFeeds } from './project-report-feeds.js';
import { parametersOf, readPopulation } from './read-population.js';
import { REPORTS, type ReportType, type Reports } from './reports.js';
import type { TimeZones } from '../shared/time-zones.js';

/** The ports to read whole Project reports. */
export interface WholeReportPorts {
  readonly feeds: ProjectReportFeeds;
  readonly references: FilterReferences;
  readonly zones: TimeZones;
}

/** All members of a report except its rows. `parameters` has no `limit`. */
export type ReportHead<Types extends ReportTypes> = Omit<
  ReportEnvelope<Types>,
  'items' | 'data' | 'page' | 'parameters'
> &
  Types['named'] & { readonly parameters: ParametersOfAll & Types['parameters'] };

/** The parameters of every report that has all of its rows. */
type ParametersOfAll = Omit<CommonParameters, 'limit'>;

/** A Project report with all of its rows. A row is built when it is read, and has instants as `Date`. */
export interface WholeReport<Types extends ReportTypes> {
  readonly head: ReportHead<Types>;
  readonly rows: ReportRows<Types['row']>;
  readonly generatedAt: Date;
}

/** A whole Project report of one of these types. */
export type WholeProjectReport<Type extends ReportType = ReportType> = {
  readonly [Each in Type]: WholeReport<Reports[Each]>;
}[Type];

/**
 * Returns a Project report with all of its rows, for exports and drawings. Its rows and figures are those of `getProjectReport`, read in
 * one go: at most as many as a report reads (docs/reports, Bounds). `limit` and `cursor` of the query have no effect. Throws `VALIDATION_ERROR`, with the diagnostics of an invalid query.
 */
export async function getWholeReport<Type extends ReportType>(
  { feeds, references, zones }: WholeReportPorts,
  viewer: OrganizationScope,
  scope: ProjectScope,
  type: Type,
  query: Reports[Type]['query'],
): Promise<WholeProjectReport<Type>> {
  const counted = await readPopulation({ references, zones }, viewer, scope, query);
  const generatedAt = await feeds.now(scope);
  const population = { ...counted, generatedAt };
  const made = await feeds.within(scope, type, generatedAt, async (feed) => {
    const report = await REPORTS[type].make(sourceOf(feed, population, zones), query);
    await report.show?.(0, report.rows.length);
    return report;
  });
  const { limit: _, ...common } = parametersOf(query);
  return wholeOf(type, made, common, generatedAt);
}

function wholeOf<Types extends ReportTypes>(
  kind: Types['type'],
  { parameters, definition, named, rows, limitations }: MadeReport<Types>,
  common: ParametersOfAll,
  generatedAt: Date,
): WholeReport<Types> {
  const head = {
    kind,
    generatedAt: generatedAt.toISOString(),
    parameters: { ...common, ...parameters },
    definition,
    ...named,
    ...limitationsOf(limitations),
  };
  return { head, rows, generatedAt };
}
