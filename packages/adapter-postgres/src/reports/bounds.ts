import type { ProjectScope } from '@worktrack/application';
import type { StatementParameters } from '../engine/statement.js';

/** The maximum numbers of rows of one Project that a report reads. */
export interface ReportBounds {
  readonly items: number;
  readonly historyRows: number;
}

/** The limits that docs/reports states under "Limits". */
export const REPORT_BOUNDS: ReportBounds = { items: 200_000, historyRows: 2_000_000 };

/**
 * Builds the common table `too_old`: the number of the newest item that a report does not read, `null` when it reads all items. Only live
 * items count. The items of a Project that never assigned that many numbers are not scanned.
 */
export function tooOld(
  { organizationId, projectId }: Pick<ProjectScope, 'organizationId' | 'projectId'>,
  { items }: ReportBounds,
  parameters: StatementParameters,
): string {
  const organization = parameters.add(organizationId, 'uuid');
  const project = parameters.add(projectId, 'uuid');
  const most = parameters.add(items, 'bigint');
  return `too_old as materialized (
    select case when counter.last_number > ${most} then (
      select older.number from work_items older
      where older.organization_id = ${organization} and older.project_id = ${project} and older.deleted_at is null
        and older.archived_at is null
      order by older.number desc offset ${most} limit 1) end as number
    from project_counters counter
    where counter.organization_id = ${organization} and counter.project_id = ${project}
  )`;
}

/** The condition that `item` is new enough for the report to read it. Needs the common table `too_old`. */
export const IS_READ = `(item.number <= (select number from too_old)) is not true`;

/** The condition that any item is too old. Needs the common table `too_old`. */
export const IS_CAPPED = `(select number is not null from too_old)`;
