import type { ExpectedRevision, Project, ProjectChanges, WorkLimitChanges } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import type { ProjectPorts } from './ports.js';
import type { ProjectView, WorkLimitsView } from './project.views.js';

type Ports = RequestClock & ProjectPorts;

/** The command to update a Project. */
export interface UpdateProject {
  readonly expected: ExpectedRevision;
  readonly changes: ProjectChanges;
}

/** Updates a Project. Needs the administrator's role. Throws `REVISION_CONFLICT`. */
export async function updateProject(
  tx: Ports,
  scope: ProjectScope,
  { expected, changes }: UpdateProject,
): Promise<ProjectView> {
  await change(tx, scope, expected, (project, now) => {
    project.update(changes, now);
  });
  return tx.projectViews.one(scope);
}

/** Archives a Project. Needs the administrator's role. A repeat changes nothing. Throws `REVISION_CONFLICT`. */
export async function archiveProject(tx: Ports, scope: ProjectScope, expected: ExpectedRevision): Promise<ProjectView> {
  await change(tx, scope, expected, (project, now) => {
    project.archive(now);
  });
  return tx.projectViews.one(scope);
}

/** Unarchives a Project. Needs the administrator's role. A repeat changes nothing. Throws `REVISION_CONFLICT`. */
export async function unarchiveProject(
  tx: Ports,
  scope: ProjectScope,
  expected: ExpectedRevision,
): Promise<ProjectView> {
  await change(tx, scope, expected, (project, now) => {
    project.unarchive(now);
  });
  return tx.projectViews.one(scope);
}

/** The command to change the limits of work in progress of a Project. */
export interface LimitWork {
  readonly expected: ExpectedRevision;
  readonly limits: WorkLimitChanges;
}

/** Changes the limits of work in progress of a Project. Needs the administrator's role. Throws `REVISION_CONFLICT`. */
export async function limitWork(
  tx: Ports,
  scope: ProjectScope,
  { expected, limits }: LimitWork,
): Promise<WorkLimitsView> {
  await change(tx, scope, expected, (project, now) => {
    project.limitWork(limits, now);
  });
  return tx.projectViews.workLimits(scope);
}

async function change(
  tx: Ports,
  scope: ProjectScope,
  expected: ExpectedRevision,
  decide: (project: Project, now: Date) => void,
): Promise<void> {
  scope.require('admin');
  const project = await tx.projects.find(scope);
  project.expect(expected);
  decide(project, await tx.instant());
  tx.projects.save(project);
}
