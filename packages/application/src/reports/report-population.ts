import type { SprintId } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { SqueakQLQuery } from '../squeakql/catalogue.js';
import type { WorkItemFilter } from '../work-item/collection/work-item-filter.js';

/** The simple filters of a report, their references resolved: all must hold, by present values. */
export type ReportFilter = Pick<
  WorkItemFilter,
  'text' | 'statuses' | 'types' | 'priorities' | 'assigneeId' | 'labelIds'
>;

/**
 * Which Work Items of a Project a report counts (docs/reports): those that are neither deleted nor archived now, pass the
 * filter, the query and the Sprint, and were created by `generatedAt`. Velocity counts archived and deleted ones too.
 */
export interface ReportPopulation {
  readonly filter: ReportFilter;
  /** `null`: none. Its present is `generatedAt`. */
  readonly query: SqueakQLQuery | null;
  /** Who asks: `me()` of the query, and which linked items it may know of. */
  readonly viewer: Pick<OrganizationScope, 'actorId' | 'onlyProjects'>;
  /** Items now in this Sprint; of cumulative flow also those of its final scope when it completed. `null`: whatever the Sprint. */
  readonly sprintId: SprintId | null;
  /** The present of the report: nothing that was recorded after it counts. */
  readonly generatedAt: Date;
}
