import type { ProjectScope, ReportPopulation } from '@worktrack/application';
import type { Parameters } from '../engine/parameters.js';
import { squeakqlCondition } from '../squeakql/condition.js';
import { presentConditions } from '../work-item/collection/conditions.js';

/** How an item belongs to the Sprint that a report asks for: by being in it now, or also by having been in its final scope. */
export type SprintMembership = 'now' | 'now-or-at-completion';

/**
 * The Work Items of a Project report as one condition on `item`: neither deleted nor archived now, created by `generatedAt`, and
 * passing every filter by present values.
 */
export function countedItems(
  scope: ProjectScope,
  population: ReportPopulation,
  parameters: Parameters,
  membership: SprintMembership = 'now',
): string {
  const { sprintId } = population;
  return [
    passingItems(scope, population, parameters),
    'item.deleted_at is null',
    'item.archived_at is null',
    ...(sprintId === null ? [] : [isInSprint(sprintId, membership, scope, parameters)]),
  ].join(' and ');
}

/** Items that velocity counts: archived and deleted ones too, in any Sprint. */
export function passingItems(scope: ProjectScope, population: ReportPopulation, parameters: Parameters): string {
  const { filter, query, viewer, generatedAt } = population;
  const organizationId = parameters.add(scope.organizationId, 'uuid');
  const projectId = parameters.add(scope.projectId, 'uuid');
  return [
    `item.organization_id = ${organizationId}`,
    `item.project_id = ${projectId}`,
    `item.created_at <= ${parameters.add(generatedAt, 'timestamptz')}`,
    ...presentConditions(filter, parameters, { organizationId, projectId }),
    ...(query ? [squeakqlCondition(query, { parameters, organizationId, viewer, now: generatedAt })] : []),
  ].join(' and ');
}

function isInSprint(
  sprintId: string,
  membership: SprintMembership,
  { organizationId }: ProjectScope,
  parameters: Parameters,
): string {
  const sprint = parameters.add(sprintId, 'uuid');
  const now = `item.sprint_id = ${sprint}`;
  if (membership === 'now') return now;
  return `(${now} or exists (
    select from sprint_outcomes outcome
    where outcome.organization_id = ${parameters.add(organizationId, 'uuid')} and outcome.sprint_id = ${sprint}
      and outcome.work_item_id = item.id))`;
}
