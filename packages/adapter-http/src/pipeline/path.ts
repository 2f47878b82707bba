import { Access, PathResources, refuse, type NamedChild, type OrganizationScope } from '@worktrack/application';
import { ProjectKey, WorkItemKey, fold, isCleanText, trim, type AttachmentId, type LabelId } from '@worktrack/domain';
import type { RequestContext } from './context.js';
import type { OperationPolicy } from './policy.js';
import { parseUuid } from './uuid.js';

/** The path parameters by their literal names (contract §10.13), percent-decoded. */
export interface PathParameters {
  readonly organizationSlug?: string;
  readonly projectKey?: string;
  readonly workItemKey?: string;
  readonly labelId?: string;
  readonly attachmentId?: string;
}

/**
 * Finds all that the path names, from the outside in, and puts the rights to it into the context (contract §1.6, steps 7 and 8).
 * Throws `NOT_FOUND`, `ORGANIZATION_SUSPENDED`. A deleted target of a mutation with a key is remembered as gone.
 */
export async function resolvePath(
  resources: PathResources,
  context: RequestContext,
  path: PathParameters,
  policy: OperationPolicy,
  hasKey: boolean,
): Promise<void> {
  const { principal } = context;
  if (path.organizationSlug === undefined || !principal) return;
  const organization = Access.organization(principal, path.organizationSlug);
  if (organization.onlyProjects && policy.wholeOrganization === 'NOT_FOUND') refuse('NOT_FOUND');
  context.organization = organization;
  if (path.projectKey === undefined) return;

  const child = childOf(path);
  const found = await find(resources, organization, path.projectKey, path.workItemKey, child);
  context.project = Access.project(organization, found.project);
  if (path.workItemKey !== undefined) {
    const item = found.workItem ?? refuse('NOT_FOUND');
    context.workItemId = item.id;
    context.gone = item.deleted;
  }
  if (child) {
    context.child = found.child ?? refuse('NOT_FOUND');
    context.gone ||= context.child.deleted;
  }
  if (context.gone && !(policy.idempotencyKey && hasKey)) refuse('NOT_FOUND');
}

/** What the path names below the Work Item or the Project, if anything. */
function childOf({ labelId, attachmentId }: PathParameters): NamedChild | undefined {
  if (attachmentId !== undefined) return { kind: 'attachment', id: uuidOf(attachmentId) as AttachmentId };
  if (labelId === undefined) return undefined;
  if (!isCleanText(labelId)) refuse('NOT_FOUND');
  return { kind: 'label', id: parseUuid(labelId) as LabelId | undefined, name: fold(trim(labelId)) };
}

function uuidOf(text: string): string {
  return parseUuid(text) ?? refuse('NOT_FOUND');
}

async function find(
  resources: PathResources,
  { organizationId }: OrganizationScope,
  projectText: string,
  workItemText: string | undefined,
  child: NamedChild | undefined,
) {
  const projectKey = ProjectKey.parse(projectText) ?? refuse('NOT_FOUND');
  const item = workItemText === undefined ? undefined : (WorkItemKey.parse(workItemText) ?? refuse('NOT_FOUND'));
  if (item && item.projectKey !== projectKey) refuse('NOT_FOUND');
  const named = { projectKey, workItemNumber: item?.number, child };
  return (await resources.find(organizationId, named)) ?? refuse('NOT_FOUND');
}
