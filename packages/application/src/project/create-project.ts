import { randomUUID } from 'node:crypto';
import { Project, ProjectKey, type Color, type ProjectId } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { ProjectPorts } from './ports.js';
import type { ProjectView } from './project.views.js';

/** The command to create a Project. */
export interface CreateProject {
  readonly name: string;
  /** `undefined`: the key is derived from the name. */
  readonly key: ProjectKey | undefined;
  readonly description: string | null;
  readonly color: Color;
}

/**
 * Creates a Project. Needs the administrator's role and a grant of the whole Organization. Throws `CONFLICT` when the requested key is
 * taken.
 */
export async function createProject(
  tx: RequestClock & ProjectPorts,
  scope: OrganizationScope,
  { name, key, description, color }: CreateProject,
): Promise<ProjectView> {
  scope.require('admin');
  if (scope.onlyProjects)
    refuse(
      'FORBIDDEN',
      'This operation needs a token for the whole Organization, and this token covers single Projects of it.',
    );
  const stem = key ?? ProjectKey.stem(name);
  const taken = await tx.projects.takenKeys(scope, stem);
  if (key !== undefined && taken.has(key)) refuse('CONFLICT', `The key ${key} is taken.`);

  const { organizationId } = scope;
  const id = randomUUID() as ProjectId;
  const facts = { id, organizationId, key: ProjectKey.firstFree(stem, taken), name, description, color };
  tx.projects.add(Project.create(facts, await tx.instant()));
  return tx.projectViews.one({ organizationId, projectId: id });
}
