import type { OrganizationId, ProjectId, ProjectKey, Slug, WorkItemId } from '@worktrack/domain';
import type {
  AdministrationTransaction,
  AdministrationUnitOfWork,
} from '../administration/administration-unit-of-work.js';
import { administer } from '../administration/administer.js';
import { findOrganization } from '../organization/find-organization.js';
import { refuse } from '../refusals.js';

/** What became of the precomputed rows of a Project. */
export interface RebuiltProject {
  readonly key: ProjectKey;
  /** How many rows its history makes. */
  readonly rows: number;
  /** Whether what was kept agreed with history; what did not has been corrected. */
  readonly identical: boolean;
}

/**
 * Derives anew from history what reports keep precomputed, of all Projects of an Organization or of one, and corrects what differs.
 * Throws `NOT_FOUND` when there is no such Organization or Project.
 *
 * A few Work Items a transaction: an item and all that is derived of it are written together, so any snapshot of them must agree, and
 * whoever changes other items meanwhile need not wait.
 */
export async function rebuildReports(
  administration: AdministrationUnitOfWork,
  slug: Slug,
  only: ProjectKey | undefined,
): Promise<readonly RebuiltProject[]> {
  const { organizationId, projects } = await administration.run((tx) => projectsOf(tx, slug, only));
  const rebuilt: (RebuiltProject & { readonly id: ProjectId })[] = [];
  for (const [key, id] of projects) rebuilt.push({ id, key, ...(await rebuild(administration, organizationId, id)) });
  return administer(administration, 'reports:rebuild', () => {
    const touched = rebuilt.flatMap(({ id, identical }) => (identical ? [] : [{ kind: 'project', id } as const]));
    const answer = rebuilt.map(({ key, rows, identical }) => ({ key, rows, identical }));
    return Promise.resolve({ answer, organizationId, touched });
  });
}

async function projectsOf(
  tx: Pick<AdministrationTransaction, 'organizations' | 'projectKeys'>,
  slug: Slug,
  only: ProjectKey | undefined,
): Promise<{ organizationId: OrganizationId; projects: ReadonlyMap<ProjectKey, ProjectId> }> {
  const { id: organizationId } = await findOrganization(tx, slug);
  if (only === undefined) return { organizationId, projects: await tx.projectKeys.all(organizationId) };
  const projects = await tx.projectKeys.find(organizationId, [only]);
  if (projects.size === 0) refuse('NOT_FOUND', `The Organization ${slug} has no Project ${only}.`);
  return { organizationId, projects };
}

async function rebuild(
  administration: AdministrationUnitOfWork,
  organizationId: OrganizationId,
  projectId: ProjectId,
): Promise<Pick<RebuiltProject, 'rows' | 'identical'>> {
  let after: WorkItemId | undefined;
  let rows = 0;
  let identical = true;
  for (;;) {
    const next = await administration.run((tx) => tx.precomputedFlow.rebuildNext({ organizationId, projectId }, after));
    if (next.last === undefined) return { rows, identical };
    rows += next.rows;
    identical &&= next.differed === 0;
    after = next.last;
  }
}
