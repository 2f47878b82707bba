import type { ProjectScope, ReportPopulation } from '@worktrack/application';
import { type Reader, StatementParameters, statement } from '../engine/statement.js';
import { presentConditions } from '../work-item/collection/conditions.js';
import type { ReportBounds } from './bounds.js';

const LAST_NUMBER = statement(
  'report.last-number',
  `select last_number as "lastNumber" from project_counters where organization_id = $1 and project_id = $2`,
);

/** True when the population has no filter. */
export function isUnfiltered({ filter, query, sprintId }: ReportPopulation, scope: ProjectScope): boolean {
  return (
    query === null && sprintId === null && presentConditions(filter, new StatementParameters(), scope).length === 0
  );
}

/**
 * True when a report counts every live Work Item of its Project: there is no filter, and the Project never had more items than a report
 * reads. Then a statement needs no list of the items that count: it reads all, without the few that are deleted or archived.
 */
export async function countsWholeProject(
  reader: Reader,
  scope: ProjectScope,
  population: ReportPopulation,
  { items }: ReportBounds,
): Promise<boolean> {
  if (!isUnfiltered(population, scope)) return false;
  const values = [scope.organizationId, scope.projectId];
  const [counter] = await reader.rows<{ readonly lastNumber: number }>(LAST_NUMBER, values);
  return (counter?.lastNumber ?? 0) <= items;
}

/**
 * Builds the condition that the Work Item with this id is live. The deleted and archived items are read once, from the index
 * `gone_work_items`, and kept as a hash.
 */
export function liveCondition(
  id: string,
  { organization, project }: { organization: string; project: string },
): string {
  return `${id} not in (
    select gone.id from work_items gone
    where gone.organization_id = ${organization} and gone.project_id = ${project}
      and (gone.deleted_at is not null or gone.archived_at is not null))`;
}
