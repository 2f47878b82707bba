import {
  Access,
  PathResources,
  People,
  refuse,
  type NamedChild,
  type NamedInPath,
  type WorkItemViews,
} from '@worktrack/application';
import {
  LabelName,
  ProjectKey,
  PublicUserId,
  WorkItemKey,
  isCleanText,
  type AttachmentId,
  type CommentId,
  type LabelId,
  type LinkId,
  type SavedSprintReportId,
  type SprintId,
} from '@worktrack/domain';
import type { RequestContext } from '../run/context.js';
import type { OperationPolicy } from '../run/policy.js';
import { parseUuid } from '../body/uuid.js';

/** The ports that find the resources of a path. */
export interface PathPorts {
  readonly resources: PathResources;
  readonly workItems: Pick<WorkItemViews, 'at'>;
}

/** The path parameters by their literal names (contract §10.13), percent-decoded. */
export interface PathParameters {
  readonly publicId?: string;
  readonly organizationSlug?: string;
  readonly projectKey?: string;
  readonly workItemKey?: string;
  readonly labelId?: string;
  readonly commentId?: string;
  readonly linkId?: string;
  readonly sprintId?: string;
  readonly attachmentId?: string;
  readonly savedReportId?: string;
}

/**
 * Finds the resources of the path, from the outside in, and puts the rights to them into the context (contract §1.6, steps 7, 8).
 * Throws `NOT_FOUND`, `ORGANIZATION_SUSPENDED`. A deleted target of a mutation with a key is remembered as gone.
 */
export async function resolvePath(
  { resources, workItems }: PathPorts,
  context: RequestContext,
  path: PathParameters,
  policy: OperationPolicy,
  hasKey: boolean,
): Promise<void> {
  const { principal } = context;
  if (path.organizationSlug === undefined || !principal) return;
  const organization = Access.organization(principal, path.organizationSlug, policy.evenSuspended);
  if (organization.onlyProjects && policy.wholeOrganization === 'NOT_FOUND') refuse('NOT_FOUND');
  context.organization = organization;
  if (path.projectKey === undefined) return;

  const named = namedIn(path.projectKey, path);
  if (policy.showsWorkItem) {
    const { project } = (await resources.find(organization, { projectKey: named.projectKey })) ?? refuse('NOT_FOUND');
    context.project = Access.project(organization, project);
    context.workItem = await workItems.at(context.project, named.workItemNumber ?? refuse('NOT_FOUND'));
    return;
  }
  const found = (await resources.find(organization, named)) ?? refuse('NOT_FOUND');
  context.project = Access.project(organization, found.project);
  if (named.workItemNumber !== undefined) {
    const item = found.workItem ?? refuse('NOT_FOUND');
    context.workItemId = item.id;
    context.gone = item.deleted;
  }
  if (named.child) {
    context.child = found.child ?? refuse('NOT_FOUND');
    const { otherWorkItem } = context.child;
    if (otherWorkItem && !Access.sees(organization, otherWorkItem.projectId)) refuse('NOT_FOUND');
    context.gone ||= context.child.deleted;
  }
  if (context.gone && !(policy.idempotencyKey && hasKey)) refuse('NOT_FOUND');
}

/** Finds the user of the path and puts the right to the profile into the context. Throws `NOT_FOUND`. */
export async function resolveProfile(people: People, context: RequestContext, publicId: string): Promise<void> {
  const { principal } = context;
  if (!principal) return;
  const id = PublicUserId.parse(publicId) ?? refuse('NOT_FOUND');
  const organizations = Access.organizations(principal).map(({ organizationId }) => organizationId);
  const person = (await people.find(id, principal.user.id, organizations)) ?? refuse('NOT_FOUND');
  context.profile = Access.profile(principal, person);
}

/** The resource of the path below the Work Item or the Project, if any. */
function childOf({
  labelId,
  commentId,
  linkId,
  sprintId,
  attachmentId,
  savedReportId,
}: PathParameters): NamedChild | undefined {
  if (commentId !== undefined) return { kind: 'comment', id: uuidOf(commentId) as CommentId };
  if (linkId !== undefined) return { kind: 'link', id: uuidOf(linkId) as LinkId };
  if (sprintId !== undefined) return { kind: 'sprint', id: uuidOf(sprintId) as SprintId };
  if (attachmentId !== undefined) return { kind: 'attachment', id: uuidOf(attachmentId) as AttachmentId };
  if (savedReportId !== undefined) {
    return { kind: 'saved-sprint-report', id: uuidOf(savedReportId) as SavedSprintReportId };
  }
  if (labelId === undefined) return undefined;
  if (!isCleanText(labelId)) refuse('NOT_FOUND');
  return { kind: 'label', id: parseUuid(labelId) as LabelId | undefined, name: LabelName.fold(labelId) };
}

function uuidOf(text: string): string {
  return parseUuid(text) ?? refuse('NOT_FOUND');
}

/** Reads the keys and ids of the path. Throws `NOT_FOUND` for one that cannot exist. */
function namedIn(projectText: string, path: PathParameters): NamedInPath {
  const projectKey = ProjectKey.parse(projectText) ?? refuse('NOT_FOUND');
  const { workItemKey } = path;
  const item = workItemKey === undefined ? undefined : (WorkItemKey.parse(workItemKey) ?? refuse('NOT_FOUND'));
  if (item && item.projectKey !== projectKey) refuse('NOT_FOUND');
  return { projectKey, workItemNumber: item?.number, child: childOf(path) };
}
