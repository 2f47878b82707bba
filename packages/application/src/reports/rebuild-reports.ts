import type { OrganizationId, ProjectId, ProjectKey, Slug, WorkItemId } from '@worktrack/domain';
import { administer, type Administration } from '../administration/administer.js';
import type { AuditPorts } from '../mutation/ports.js';
import { findOrganization } from '../organization/find-organization.js';
import type { OrganizationPorts } from '../organization/ports.js';
import type { ProjectKeyPorts } from '../project/ports.js';
import { refuse } from '../shared/refusals.js';
import type { FlowPorts } from './ports.js';

type Places = Pick<OrganizationPorts, 'organizations'> & ProjectKeyPorts;
type Transactions = Administration<Places & FlowPorts & Pick<AuditPorts, 'audit'>>;

/** The result of rebuilding one Project. */
export interface RebuiltProject {
  readonly key: ProjectKey;
  /** The number of rows derived from the history of the Project. */
  readonly rows: number;
  /** True when the stored rows agreed with history. Rows that differed have been corrected. */
  readonly identical: boolean;
}

/**
 * Derives the precomputed rows of reports again from history, for one Project or all Projects of an Organization, and corrects those that
 * differ. Throws `NOT_FOUND` when the Organization or Project does not exist.
 *
 * Each transaction handles a few Work Items. An item and its derived rows are written together, so they must agree in any snapshot, and
 * changes of other items need not wait.
 */
export async function rebuildReports(
  administration: Transactions,
  slug: Slug,
  only: ProjectKey | undefined,
): Promise<readonly RebuiltProject[]> {
  const { organizationId, projects } = await administration.run((tx) => projectsOf(tx, slug, only));
  const rebuilt: (RebuiltProject & { readonly id: ProjectId })[] = [];
  for (const [key, id] of projects) rebuilt.push({ id, key, ...(await rebuild(administration, organizationId, id)) });
  return administer(administration, 'reports:rebuild', () => {
    const touched = rebuilt.flatMap(({ id, identical }) => (identical ? [] : [{ kind: 'project', id } as const]));
    const result = rebuilt.map(({ key, rows, identical }) => ({ key, rows, identical }));
    return Promise.resolve({ result, organizationId, touched });
  });
}

async function projectsOf(
  tx: Places,
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
  administration: Transactions,
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
