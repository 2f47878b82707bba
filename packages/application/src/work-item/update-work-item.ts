import type { ExpectedRevision, WorkItemChanges, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import type { MemberPorts } from '../organization/ports.js';
import { refuse } from '../shared/refusals.js';
import type { SprintPorts } from '../sprint/ports.js';
import { liveItem } from './live-item.js';
import type { WorkItemPorts } from './ports.js';
import { findAssignee, findReferences, checkReferences, type NamedReferences } from './references.js';
import type { WorkItemView } from './work-item.views.js';

/** The command to update a Work Item. */
export interface UpdateWorkItem {
  readonly workItemId: WorkItemId;
  readonly expected: ExpectedRevision;
  readonly changes: Omit<WorkItemChanges, 'assigneeId' | 'sprintId' | 'parentId'>;
  readonly references: NamedReferences;
  /** True when the body contains a status, whatever its value. It is refused, because the status changes by transition only. */
  readonly namesStatus: boolean;
}

type Ports = RequestClock &
  Pick<MemberPorts, 'members'> &
  Pick<SprintPorts, 'sprints'> &
  Pick<WorkItemPorts, 'trees' | 'workItems'>;

/**
 * Updates a Work Item and returns its view; equal values change nothing. Throws `REVISION_CONFLICT`, `WORK_ITEM_ARCHIVED`,
 * `WORK_ITEM_STATUS_REQUIRES_TRANSITION`, and `VALIDATION_ERROR` on a reference that does not resolve.
 */
export async function updateWorkItem(
  tx: Ports & Pick<WorkItemPorts, 'workItemViews'>,
  scope: ProjectScope,
  command: UpdateWorkItem,
): Promise<WorkItemView> {
  return tx.workItemViews.one(scope, await changeWorkItem(tx, scope, command));
}

/** Updates a Work Item like `updateWorkItem`, but returns only its id. */
export async function changeWorkItem(
  tx: Ports,
  scope: ProjectScope,
  { workItemId, expected, changes, references, namesStatus }: UpdateWorkItem,
): Promise<WorkItemId> {
  const assignee = await findAssignee(tx, scope, references);
  if (references.parent === null) tx.trees.hold(scope);
  const found = await findReferences(tx, scope, references, assignee, workItemId);
  const locked = await (namesNone(references)
    ? tx.workItems.findWithView(scope, workItemId)
    : tx.workItems.find(scope, [workItemId, ...(found.parent ? [found.parent.id] : [])]));
  const item = liveItem(locked, workItemId);
  item.expect(expected);
  item.assertOpenToChange();
  if (namesStatus) refuse('WORK_ITEM_STATUS_REQUIRES_TRANSITION', 'The status moves by transition only.');
  const resolved = checkReferences(found, item.record, workItemId, locked);

  item.update({ ...changes, ...resolved }, scope.actorId, await tx.instant());
  tx.workItems.save(item);
  return workItemId;
}

/** True for a change of no reference: the names that the view shows stay. */
function namesNone({ assignee, sprintId, parent }: NamedReferences): boolean {
  return assignee === undefined && sprintId === undefined && parent === undefined;
}
