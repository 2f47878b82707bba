import type { OrganizationScope } from '@worktrack/application';
import type { Value } from '../engine/statement.js';

/**
 * Returns three parameters for the visible Projects of several scopes: all Organizations, for the index; the Organizations that are granted
 * as a whole; and the Projects that are granted in the others.
 */
export function visibleProjects(scopes: readonly OrganizationScope[]): readonly [Value, Value, Value] {
  return [
    scopes.map(({ organizationId }) => organizationId),
    scopes.filter(({ onlyProjects }) => !onlyProjects).map(({ organizationId }) => organizationId),
    scopes.flatMap(({ onlyProjects }) => [...(onlyProjects ?? [])]),
  ];
}

/** Builds the condition that a row of `table` is in a visible Project. `$1` to `$3` are the parameters from `visibleProjects`. */
export function visibleCondition(table: string, project = 'project_id'): string {
  return `(${table}.organization_id = any($2::uuid[]) or ${table}.${project} = any($3::uuid[]))`;
}
