import type { WorkItemFace, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { ReportSource } from './project-report.js';
import type { ReportPopulation } from './report-population.js';
import type { ReportType, Reports } from './reports.js';

/**
 * Reads the facts of Project reports: counts, joins, and buckets between the instants of the request. The domain computes the formulas.
 * Reads at most the newest 200,000 Work Items and 2,000,000 history rows of the Project; `capped` is true when there were more
 * (docs/reports, Bounds).
 */
export abstract class ProjectReportFeeds {
  /** Returns the current instant of the clock that all recorded instants come from; it is not before any recorded event of the Project. */
  abstract now(scope: ProjectScope): Promise<Date>;

  /** Reads all facts of one report in one snapshot. */
  abstract read<Type extends ReportType>(
    type: Type,
    scope: ProjectScope,
    request: Reports[Type]['request'],
  ): Promise<Reports[Type]['facts']>;

  /** Reads what rows show of these Work Items of the Project, with its present values; also of deleted items. */
  abstract faces(scope: ProjectScope, ids: readonly WorkItemId[]): Promise<ReadonlyMap<WorkItemId, WorkItemFace>>;
}

/** Returns the source of one report of the Project. */
export function sourceOf<Type extends ReportType>(
  feeds: ProjectReportFeeds,
  type: Type,
  scope: ProjectScope,
  population: ReportPopulation,
): ReportSource<Reports[Type]> {
  return {
    population,
    read: (request) => feeds.read(type, scope, request),
    faces: (ids) => feeds.faces(scope, ids),
  };
}
