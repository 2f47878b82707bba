import { LONGEST_CHAIN, type SprintId, type UserId, type WorkItem, type WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { MemberPorts } from '../organization/ports.js';
import type { RequestClock } from '../shared/clock.js';
import { invariant } from '../shared/invariant.js';
import { refuse } from '../shared/refusals.js';
import type { SprintPorts } from '../sprint/ports.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { WorkItemReference } from '../work-item/work-item.repository.js';
import type { DeletedWorkItemPorts, FoundDeleted } from './deleted-work-items.js';

/** The most Work Items of one restoration. */
export const MOST_RESTORED = 250;

/** The references that a restoration can lose. */
export const LOST_REFERENCES = ['parent', 'sprint', 'assignee'] as const;
export type LostReference = (typeof LOST_REFERENCES)[number];

/** The command to restore a Work Item, or to give it up. */
export interface NamedWorkItem {
  readonly workItem: WorkItemReference;
}

/** A restored Work Item. */
export interface RestoredWorkItem {
  readonly id: WorkItemId;
  readonly key: string;
  /** The number of Work Items that were restored, this one included; 0 when it was not deleted. */
  readonly restored: number;
  /** False when more were deleted together with it than one restoration restores: the others are still in the list. */
  readonly isComplete: boolean;
  /** The references that at least one of them has lost. */
  readonly lost: readonly LostReference[];
}

type Ports = RequestClock &
  DeletedWorkItemPorts &
  Pick<MemberPorts, 'members'> &
  Pick<SprintPorts, 'sprints'> &
  Pick<WorkItemPorts, 'trees' | 'workItems'>;

/**
 * Restores a Work Item with those below it that were deleted by the same request. Needs the owner's role. A Work Item that is not deleted
 * stays as it is. Each loses an assignee who has left, a Sprint that is gone or was completed after the deletion, and a parent
 * that is deleted or would make the chain too long. Throws `NOT_FOUND`.
 */
export async function restoreWorkItem(
  tx: Ports,
  scope: ProjectScope,
  { workItem }: NamedWorkItem,
): Promise<RestoredWorkItem> {
  scope.require('owner');
  // Lock order: memberships come before the tree. Nobody changes the assignee of a deleted Work Item.
  const seen = await tx.deletedWorkItems.find(scope, workItem, MOST_RESTORED + 1);
  const members = await membersAmong(tx, scope, seen);
  tx.trees.hold(scope);
  const found = await tx.deletedWorkItems.find(scope, workItem, MOST_RESTORED + 1);
  const chosen = found.slice(0, MOST_RESTORED);
  const root = chosen[0] ?? refuse('NOT_FOUND');
  const height = Math.max(...chosen.map(({ level }) => level));
  const parent = root.parentId && (await tx.trees.findParent(scope, { kind: 'id', id: root.parentId }, root.id));
  const sprints = await tx.sprints.find(scope, distinct(chosen.map(({ sprintId }) => sprintId)));
  const ids = chosen.map(({ id }) => id);
  const locked = await tx.workItems.find(scope, parent ? [...ids, parent.id] : ids);
  const now = await tx.instant();

  const present = new Set<WorkItemId>(ids);
  if (parent && locked.get(parent.id)?.record.deletedAt === null && parent.depth + height <= LONGEST_CHAIN) {
    present.add(parent.id);
  }
  const lost = new Set<LostReference>();
  let restored = 0;
  for (const id of ids) {
    const item = invariant(locked.get(id), 'A deleted Work Item was not locked.');
    const { deletedAt } = item.record;
    if (deletedAt === null) continue;
    const { assigneeId, sprintId, parentId } = item.record;
    const kept = {
      assignee: assigneeId === null || members.has(assigneeId),
      sprint: sprintId === null || isOpenSince(sprints.get(sprintId), deletedAt),
      parent: parentId === null || present.has(parentId),
    };
    item.undelete(kept, scope.actorId, now);
    tx.workItems.save(item);
    for (const reference of LOST_REFERENCES) if (!kept[reference]) lost.add(reference);
    restored += 1;
  }
  const { key } = rootOf(locked, root);
  return {
    ...{ id: root.id, key, restored },
    isComplete: found.length <= MOST_RESTORED,
    lost: LOST_REFERENCES.filter((reference) => lost.has(reference)),
  };
}

/**
 * Ends the time in which a deleted Work Item can be restored: what it holds is removed soon. Needs the owner's role. Throws `NOT_FOUND`, for a
 * Work Item that is not deleted too.
 */
export async function deleteWorkItemForGood(
  tx: RequestClock & DeletedWorkItemPorts & Pick<WorkItemPorts, 'trees' | 'workItems'>,
  scope: ProjectScope,
  { workItem }: NamedWorkItem,
): Promise<WorkItemId> {
  scope.require('owner');
  tx.trees.hold(scope);
  const [found] = await tx.deletedWorkItems.find(scope, workItem, 1);
  if (!found?.isDeleted) refuse('NOT_FOUND');
  await tx.workItems.find(scope, [found.id]);
  tx.deletedWorkItems.giveUp(scope, found.id, await tx.instant());
  return found.id;
}

function rootOf(locked: ReadonlyMap<WorkItemId, WorkItem>, { id }: FoundDeleted): { readonly key: string } {
  return { key: String(invariant(locked.get(id), 'The restored Work Item was not locked.').key) };
}

/** Finds which of the assignees are members, and holds their memberships. */
async function membersAmong(
  { members }: Pick<MemberPorts, 'members'>,
  { organizationId }: ProjectScope,
  found: readonly FoundDeleted[],
): Promise<ReadonlySet<UserId>> {
  const active = new Set<UserId>();
  for (const id of distinct(found.map(({ assigneeId }) => assigneeId))) {
    if ((await members.find(organizationId, { kind: 'id', id }))?.active) active.add(id);
  }
  return active;
}

/** True for a Sprint that is not done, or was done when the Work Item was deleted. */
function isOpenSince(
  sprint: { readonly record: { readonly state: string; readonly completedAt: Date | null } } | undefined,
  deletedAt: Date,
): boolean {
  if (!sprint) return false;
  const { completedAt } = sprint.record;
  return completedAt === null || completedAt < deletedAt;
}

/** The values in order, each once: locks are taken in one order. */
const distinct = <Id extends UserId | SprintId>(ids: readonly (Id | null)[]): Id[] =>
  [...new Set(ids.filter((id) => id !== null))].sort();
