import type { ProjectScope, ReportPopulation } from '@worktrack/application';
import type { StatementParameters } from '../engine/statement.js';
import { squeakqlCondition } from '../squeakql/condition.js';
import { presentConditions } from '../work-item/collection/conditions.js';

/** The Sprint filter of a report: items that are in the Sprint now, or also those in its final scope. */
export type SprintMembership = 'now' | 'now-or-at-completion';

/**
 * Builds the condition on `item` for the Work Items of a Project report: neither deleted nor archived now, created by `generatedAt`, and
 * passing every filter with their present values.
 */
export function countedItems(
  scope: ProjectScope,
  population: ReportPopulation,
  parameters: StatementParameters,
  membership: SprintMembership = 'now',
): string {
  const { sprintId } = population;
  return [
    passingItems(scope, population, parameters),
    'item.deleted_at is null',
    'item.archived_at is null',
    ...(sprintId === null ? [] : [sprintCondition(sprintId, membership, scope, parameters)]),
  ].join(' and ');
}

/** Builds the condition on `item` for the Work Items that velocity counts: also archived and deleted ones, in any Sprint. */
export function passingItems(
  scope: ProjectScope,
  population: ReportPopulation,
  parameters: StatementParameters,
): string {
  const { filter, query, viewer, generatedAt, calendar } = population;
  const organizationId = parameters.add(scope.organizationId, 'uuid');
  const projectId = parameters.add(scope.projectId, 'uuid');
  return [
    `item.organization_id = ${organizationId}`,
    `item.project_id = ${projectId}`,
    `item.created_at <= ${parameters.add(generatedAt, 'timestamptz')}`,
    ...presentConditions(filter, parameters, { organizationId, projectId }),
    ...(query ? [squeakqlCondition(query, { parameters, organizationId, viewer, now: generatedAt, calendar })] : []),
  ].join(' and ');
}

function sprintCondition(
  sprintId: string,
  membership: SprintMembership,
  { organizationId }: ProjectScope,
  parameters: StatementParameters,
): string {
  const sprint = parameters.add(sprintId, 'uuid');
  const now = `item.sprint_id = ${sprint}`;
  if (membership === 'now') return now;
  return `(${now} or exists (
    select from sprint_outcomes outcome
    where outcome.organization_id = ${parameters.add(organizationId, 'uuid')} and outcome.sprint_id = ${sprint}
      and outcome.work_item_id = item.id))`;
}
