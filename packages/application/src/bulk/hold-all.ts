import type { ProjectId, WorkItemId } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import type { UserReference } from '../organization/members.js';
import type { MemberPorts } from '../organization/ports.js';
import type { ProjectPorts } from '../project/ports.js';
import type { SprintPorts } from '../sprint/ports.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { BulkOperation } from './bulk-operation.js';
import type { FoundTarget } from './bulk-targets.js';

/** An operation with the resources that it names. */
export interface TargetedOperation {
  readonly operation: BulkOperation;
  readonly found: FoundTarget;
  readonly scope: ProjectScope;
}

/**
 * Takes every lock that the operations need, in the global order (ADR 2) and before the instant of the request is read. So two bulk
 * requests that name the same resources in different orders cannot deadlock. The operations then take the same locks again.
 */
export async function holdAll(
  tx: Pick<MemberPorts, 'members'> &
    Pick<ProjectPorts, 'projects'> &
    Pick<SprintPorts, 'sprints'> &
    Pick<WorkItemPorts, 'trees' | 'workItems'>,
  organization: OrganizationScope,
  operations: readonly TargetedOperation[],
): Promise<void> {
  const assignees = operations.flatMap(({ operation }) => operation.references.assignee ?? []);
  for (const assignee of sortedBy(assignees, nameOf)) await tx.members.find(organization.organizationId, assignee);

  const creating = operations.filter(({ operation }) => operation.creates);
  for (const scope of projectsOf(creating)) await tx.projects.findToAddTo(scope);
  for (const scope of projectsOf(operations.filter(setsParent))) tx.trees.hold(scope);

  const sprints = operations.flatMap(({ operation: { references }, scope }) =>
    references.sprintId ? [{ scope, id: references.sprintId }] : [],
  );
  for (const { scope, id } of sortedBy(sprints, (sprint) => sprint.id)) await tx.sprints.hold(scope, id);

  const items = operations.flatMap(({ found }) => [found.workItemId ?? [], found.parentId ?? []].flat());
  if (items.length > 0) await tx.workItems.findAcross(organization, [...new Set<WorkItemId>(items)]);
  for (const scope of projectsOf(creating)) {
    await tx.workItems.reserveNumbers(
      scope,
      creating.filter((each) => each.scope.projectId === scope.projectId).length,
    );
  }
}

function setsParent({ operation }: TargetedOperation): boolean {
  return operation.references.parent !== undefined && (operation.references.parent !== null || !operation.creates);
}

/** Returns each Project once, by its id. */
function projectsOf(operations: readonly TargetedOperation[]): ProjectScope[] {
  const scopes = new Map<ProjectId, ProjectScope>(operations.map(({ scope }) => [scope.projectId, scope]));
  return sortedBy([...scopes.values()], ({ projectId }) => projectId);
}

function nameOf(assignee: UserReference): string {
  return assignee.kind === 'id' ? assignee.id : assignee.publicId;
}

/** Sorts the values by name and removes duplicates, so that all requests use one order. */
function sortedBy<Value>(values: readonly Value[], nameOfValue: (value: Value) => string): Value[] {
  const named = new Map(values.map((value) => [nameOfValue(value), value]));
  return [...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}
