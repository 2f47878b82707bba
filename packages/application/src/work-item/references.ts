import {
  assertCanBeParent,
  invalid,
  type SprintId,
  type UserId,
  type WorkItem,
  type WorkItemId,
} from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { FoundUser, UserReference } from '../organization/members.js';
import type { MemberPorts } from '../organization/ports.js';
import type { SprintPorts } from '../sprint/ports.js';
import type { WorkItemPorts } from './ports.js';
import type { FoundParent } from './work-item-trees.js';
import type { WorkItemReference } from './work-item.repository.js';

/** The references in a request body: `undefined` keeps a value, `null` clears it. */
export interface NamedReferences {
  readonly assignee?: UserReference | null | undefined;
  readonly sprintId?: SprintId | null | undefined;
  readonly parent?: WorkItemReference | null | undefined;
}

/** The current references of a Work Item. An equal reference is not a change, and is accepted even when it could no longer be set. */
interface PresentReferences {
  readonly assigneeId: UserId | null;
  readonly sprintId: SprintId | null;
  readonly parentId: WorkItemId | null;
}

/** The resolved references. They are read in lock order, before the Work Items, and checked after them. */
export interface FoundReferences {
  readonly named: NamedReferences;
  readonly user: FoundUser | undefined;
  readonly sprintExists: boolean;
  readonly parent: FoundParent | undefined;
}

/** Finds the named assignee and holds the membership. Lock order: before the Project. */
export async function findAssignee(
  tx: Pick<MemberPorts, 'members'>,
  scope: ProjectScope,
  { assignee }: NamedReferences,
): Promise<FoundUser | undefined> {
  return assignee ? tx.members.find(scope.organizationId, assignee) : undefined;
}

/**
 * Resolves and holds the other references, in lock order: the parent with the tree of the Project, then the Sprint. The caller locks the
 * parent itself together with the items, in id order.
 */
export async function findReferences(
  tx: Pick<SprintPorts, 'sprints'> & Pick<WorkItemPorts, 'trees'>,
  scope: ProjectScope,
  named: NamedReferences,
  user: FoundUser | undefined,
  child: WorkItemId,
): Promise<FoundReferences> {
  const parent = named.parent ? await tx.trees.findParent(scope, named.parent, child) : undefined;
  const sprintExists = named.sprintId ? await tx.sprints.hold(scope, named.sprintId) : false;
  return { named, user, sprintExists, parent };
}

/**
 * Checks the references and returns those that change. Throws `VALIDATION_ERROR` on the member that does not resolve (contract §2.4:
 * Parent, Sprint of an item, Assignee).
 */
export function checkReferences(
  { named, user, sprintExists, parent: found }: FoundReferences,
  present: PresentReferences,
  child: WorkItemId,
  locked: ReadonlyMap<WorkItemId, WorkItem>,
): Partial<PresentReferences> {
  const { assignee, sprintId, parent } = named;
  if (assignee && user?.id !== present.assigneeId && !user?.active) {
    invalid(assignee.kind === 'id' ? 'assigneeId' : 'assigneePublicId', 'must be an active member of the Organization');
  }
  if (sprintId && sprintId !== present.sprintId && !sprintExists)
    invalid('sprintId', 'must be a Sprint of this Project');
  if (parent && found?.id !== present.parentId) {
    const record = found && locked.get(found.id)?.record;
    assertCanBeParent(record && { ...record, ...found }, child);
  }
  return {
    ...(assignee === undefined ? {} : { assigneeId: user?.id ?? null }),
    ...(sprintId === undefined ? {} : { sprintId }),
    ...(parent === undefined ? {} : { parentId: found?.id ?? null }),
  };
}
