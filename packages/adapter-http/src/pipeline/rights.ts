import { Access, refuse, type Principal } from '@worktrack/application';
import type { RequestContext } from './context.js';
import type { OperationPolicy } from './policy.js';

export function refuseToken(): never {
  refuse('INVALID_TOKEN', 'This token is not accepted.');
}

/** Judges role, authorship and the kind of grant (contract §1.6, step 9). Throws `FORBIDDEN`. */
export function requireStanding({ organization, child }: RequestContext, policy: OperationPolicy): void {
  if (!organization) return;
  const ownerId = child?.ownerId ?? null;
  if (policy.role) organization.require(policy.role);
  if (policy.authorOnly) Access.requireAuthor(organization, ownerId);
  if (policy.uploaderOrAdmin) Access.requireUploader(organization, ownerId);
  if (policy.wholeOrganization === 'FORBIDDEN' && organization.onlyProjects) refuse('FORBIDDEN');
}

/**
 * Renews the rights that a request was let in by, for what its path named then, without asking the database: the scopes that its
 * controller holds follow. Throws what a new request would be refused with.
 */
export function renewRights(context: RequestContext, principal: Principal | undefined): void {
  const { operation = refuse('INTERNAL_ERROR'), organization, project, child } = context;
  if (!principal) refuseToken();
  context.principal = principal;
  if (operation.scope) Access.requireScope(principal, operation.scope);
  if (!organization) return;
  Access.renew(organization, principal);
  if (operation.wholeOrganization === 'NOT_FOUND' && organization.onlyProjects) refuse('NOT_FOUND');
  if (project && !Access.sees(organization, project.projectId)) refuse('NOT_FOUND');
  const otherEnd = child?.otherWorkItem;
  if (otherEnd && !Access.sees(organization, otherEnd.projectId)) refuse('NOT_FOUND');
  requireStanding(context, operation);
}
