import { randomUUID } from 'node:crypto';
import { WorkItem, type NewWorkItem, type WorkItemField, type WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import type { MemberPorts } from '../organization/ports.js';
import type { ProjectPorts } from '../project/ports.js';
import type { SprintPorts } from '../sprint/ports.js';
import type { WorkItemPorts } from './ports.js';
import { findAssignee, findReferences, checkReferences, type NamedReferences } from './references.js';
import type { WorkItemView } from './work-item.views.js';

/** The command to create a Work Item, with defaults filled in. */
export interface CreateWorkItem extends Pick<NewWorkItem, WorkItemField | 'status'> {
  readonly references: NamedReferences;
}

type Ports = RequestClock &
  Pick<MemberPorts, 'members'> &
  Pick<ProjectPorts, 'projects'> &
  Pick<SprintPorts, 'sprints'> &
  Pick<WorkItemPorts, 'trees' | 'workItems'>;

/** Creates a Work Item and returns its view. Throws `PROJECT_ARCHIVED`, and `VALIDATION_ERROR` on a reference that does not resolve. */
export async function createWorkItem(
  tx: Ports & Pick<WorkItemPorts, 'workItemViews'>,
  scope: ProjectScope,
  command: CreateWorkItem,
): Promise<WorkItemView> {
  return tx.workItemViews.one(scope, await addWorkItem(tx, scope, command));
}

/** Creates a Work Item like `createWorkItem`, but returns only its id. */
export async function addWorkItem(
  tx: Ports,
  scope: ProjectScope,
  { references, ...content }: CreateWorkItem,
): Promise<WorkItemId> {
  const id = randomUUID() as WorkItemId;
  const assignee = await findAssignee(tx, scope, references);
  const project = await tx.projects.findToAddTo(scope);
  const found = await findReferences(tx, scope, references, assignee, id);
  const locked = found.parent ? await tx.workItems.find(scope, [found.parent.id]) : new Map<WorkItemId, WorkItem>();
  project.admitNewWork();

  const nothing = { assigneeId: null, sprintId: null, parentId: null };
  const { organizationId, projectId, projectKey } = scope;
  const facts = {
    id,
    organizationId,
    projectId,
    projectKey,
    number: await tx.workItems.nextNumber(scope),
    ...content,
    ...nothing,
    ...checkReferences(found, nothing, id, locked),
  };
  tx.workItems.add(WorkItem.create(facts, scope.actorId, await tx.instant()));
  return id;
}
