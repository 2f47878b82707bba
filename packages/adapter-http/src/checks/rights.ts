import { Access, invariant, refuse, type Principal } from '@worktrack/application';
import type { RequestContext } from '../run/context.js';
import { refuseCredential } from './credentials.js';
import type { OperationPolicy } from '../run/policy.js';

const WHOLE_ORGANIZATION =
  'This operation needs a token for the whole Organization, and this token covers single Projects of it.';

/** Checks role, authorship and the kind of grant (contract §1.6, step 9). Throws `FORBIDDEN`. */
export function requireStanding({ organization, child }: RequestContext, policy: OperationPolicy): void {
  if (!organization) return;
  const ownerId = child?.ownerId ?? null;
  if (policy.role) organization.require(policy.role);
  if (policy.authorOnly) Access.requireAuthor(organization, ownerId);
  if (policy.uploaderOrAdmin) Access.requireUploader(organization, ownerId);
  if (policy.wholeOrganization === 'FORBIDDEN' && organization.onlyProjects) refuse('FORBIDDEN', WHOLE_ORGANIZATION);
}

/**
 * Replaces the rights of a request by those of `principal`, without asking the database: the scopes that the controller holds
 * change with them. Throws the refusal that a new request would get.
 */
export function renewRights(context: RequestContext, principal: Principal | undefined): void {
  const { organization, project, child } = context;
  const operation = invariant(context.operation, 'A request without an operation has no rights to renew.');
  if (!principal) refuseCredential(context.isApplication === true);
  context.principal = principal;
  if (operation.scope) Access.requireScope(principal, operation.scope);
  if (!organization) return;
  Access.renew(organization, principal, operation.evenSuspended);
  if (operation.wholeOrganization === 'NOT_FOUND' && organization.onlyProjects) refuse('NOT_FOUND');
  if (project && !Access.sees(organization, project.projectId)) refuse('NOT_FOUND');
  const otherEnd = child?.otherWorkItem;
  if (otherEnd && !Access.sees(organization, otherEnd.projectId)) refuse('NOT_FOUND');
  requireStanding(context, operation);
}
