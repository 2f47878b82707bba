import type { ProjectScope } from '@worktrack/application';
import type { Parameters } from '../engine/parameters.js';

/** How much of one Project a report reads at most. */
export interface ReportBounds {
  readonly items: number;
  readonly historyRows: number;
}

/** docs/reports, Limits. */
export const REPORT_BOUNDS: ReportBounds = { items: 200_000, historyRows: 2_000_000 };

/**
 * The common table `too_old`: the number of the newest item that a report does not read any more, `null` when it reads them all. Live
 * items count, and only they. A Project that never gave out so many numbers is not looked through.
 */
export function tooOld(
  { organizationId, projectId }: Pick<ProjectScope, 'organizationId' | 'projectId'>,
  { items }: ReportBounds,
  parameters: Parameters,
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

/** Condition that `item` is new enough to be read. */
export const IS_READ = `(item.number <= (select number from too_old)) is not true`;

/** Condition that any item is too old. */
export const IS_CAPPED = `(select number is not null from too_old)`;
