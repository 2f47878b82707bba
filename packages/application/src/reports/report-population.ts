import type { Calendar, SprintId } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { SqueakQLQuery } from '../squeakql/catalogue.js';
import type { WorkItemFilter } from '../work-item/collection/work-item-filter.js';

/** The simple filters of a report, with resolved references. All must hold, by current values. */
export type ReportFilter = Pick<WorkItemFilter, 'text' | 'statuses' | 'words' | 'assigneeId' | 'labelIds'>;

/**
 * The Work Items of a Project that a report counts (docs/reports): neither deleted nor archived now, created by `generatedAt`, and matched
 * by the filter, the query and the Sprint. Velocity counts archived and deleted ones too.
 */
export interface ReportPopulation {
  readonly filter: ReportFilter;
  /** The query, evaluated with `generatedAt` as the current instant; `null` for none. */
  readonly query: SqueakQLQuery | null;
  /** The viewer: the user of `me()` in the query, and the Projects of which linked items are visible. */
  readonly viewer: Pick<OrganizationScope, 'actorId' | 'onlyProjects'>;
  /**
   * Counts items that are in this Sprint now; cumulative flow also counts those of its final scope at completion. `null` for no
   * restriction.
   */
  readonly sprintId: SprintId | null;
  /** The days of the Organization, in which the query reads days. */
  readonly calendar: Calendar;
  /** The instant of the report: anything recorded after it is ignored. */
  readonly generatedAt: Date;
}
