import type { ProjectScope } from '../access/access.js';
import type { ReportType, Reports } from './reports.js';

/**
 * Reads the facts of Project reports: counts, joins, and buckets between the instants of the request. Formulas are the domain's. At most
 * 200,000 Work Items and 2,000,000 history rows of the Project are read, the newest ones; `capped` says that there were more
 * (docs/reports, Bounds).
 */
export abstract class ProjectReportFeeds {
  /** The present, by the clock that all recorded instants come from; not before anything that is recorded of the Project. */
  abstract now(scope: ProjectScope): Promise<Date>;

  /** All facts of one report, as of one moment. */
  abstract read<Type extends ReportType>(
    type: Type,
    scope: ProjectScope,
    request: Reports[Type]['request'],
  ): Promise<Reports[Type]['facts']>;
}
