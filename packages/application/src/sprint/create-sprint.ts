import { randomUUID } from 'node:crypto';
import { Sprint, type SprintId, type SprintPlan } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import type { ProjectPorts } from '../project/ports.js';
import type { SprintPorts } from './ports.js';
import type { SprintView } from './sprint.views.js';

/** The command to create a Sprint, with defaults filled in. */
export type CreateSprint = SprintPlan;

/** Creates a Sprint. Needs the administrator's role. Throws `PROJECT_ARCHIVED`. */
export async function createSprint(
  tx: RequestClock & Pick<ProjectPorts, 'projects'> & Pick<SprintPorts, 'sprintViews' | 'sprints'>,
  scope: ProjectScope,
  plan: CreateSprint,
): Promise<SprintView> {
  scope.require('admin');
  const project = await tx.projects.findToAddTo(scope);
  project.admitNewWork();
  const { organizationId, projectId } = scope;
  const id = randomUUID() as SprintId;
  tx.sprints.add(Sprint.create({ ...plan, id, organizationId, projectId }, await tx.instant()));
  return tx.sprintViews.one(scope, id);
}
