import type { ProjectScope } from '../access/access.js';
import type { ReportSource } from './project-report.js';
import type { ReportPopulation } from './report-population.js';
import type { ReportType, Reports } from './reports.js';
import type { TimeZones } from '../shared/time-zones.js';

/**
 * Reads the facts of Project reports: counts, joins, and buckets between the instants of the request. The domain computes the formulas.
 * Reads at most the newest 200,000 Work Items and 2,000,000 history rows of the Project; `capped` is true when there were more
 * (docs/reports, Bounds).
 */
export abstract class ProjectReportFeeds {
  /**
   * Returns the current instant of the clock that all recorded instants come from; it is not before any recorded event of the Project. From
   * a replica, returns the last instant up to which the replica has everything.
   */
  abstract now(scope: ProjectScope): Promise<Date>;

  /**
   * Runs `work` with a feed of one report, whose reads all see one snapshot, which has everything up to `generatedAt`. `work` only reads: it runs a second time when the connection
   * was lost.
   */
  abstract within<Type extends ReportType, Result>(
    scope: ProjectScope,
    type: Type,
    generatedAt: Date,
    work: (feed: ReportFeed<Type>) => Promise<Result>,
  ): Promise<Result>;
}

/** Reads one report. */
export interface ReportFeed<Type extends ReportType> {
  /** Reads all facts. */
  facts(request: Reports[Type]['request']): Promise<Reports[Type]['facts']>;

  /** Reads what rows show of these Work Items of the Project, with its present values; also of deleted items. */
  details(
    population: ReportPopulation,
    keys: readonly Reports[Type]['key'][],
  ): Promise<ReadonlyMap<Reports[Type]['key'], Reports[Type]['detail']>>;
}

/** Returns the source of one report of this population. */
export function sourceOf<Type extends ReportType>(
  feed: ReportFeed<Type>,
  population: ReportPopulation,
  zones: TimeZones,
): ReportSource<Reports[Type]> {
  return {
    population,
    zones,
    read: (request) => feed.facts(request),
    details: (keys) => feed.details(population, keys),
  };
}
