import type { ExpectedRevision, Project, ProjectChanges } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import type { ProjectPorts } from './ports.js';
import type { ProjectView } from './project.views.js';

type Ports = RequestClock & ProjectPorts;

/** The command to update a Project. */
export interface UpdateProject {
  readonly expected: ExpectedRevision;
  readonly changes: ProjectChanges;
}

/** Updates a Project. Needs the administrator's role. Throws `REVISION_CONFLICT`. */
export function updateProject(
  tx: Ports,
  scope: ProjectScope,
  { expected, changes }: UpdateProject,
): Promise<ProjectView> {
  return change(tx, scope, expected, (project, now) => {
    project.update(changes, now);
  });
}

/** Archives a Project. Needs the administrator's role. A repeat changes nothing. Throws `REVISION_CONFLICT`. */
export function archiveProject(tx: Ports, scope: ProjectScope, expected: ExpectedRevision): Promise<ProjectView> {
  return change(tx, scope, expected, (project, now) => {
    project.archive(now);
  });
}

/** Unarchives a Project. Needs the administrator's role. A repeat changes nothing. Throws `REVISION_CONFLICT`. */
export function unarchiveProject(tx: Ports, scope: ProjectScope, expected: ExpectedRevision): Promise<ProjectView> {
  return change(tx, scope, expected, (project, now) => {
    project.unarchive(now);
  });
}

async function change(
  tx: Ports,
  scope: ProjectScope,
  expected: ExpectedRevision,
  decide: (project: Project, now: Date) => void,
): Promise<ProjectView> {
  scope.require('admin');
  const project = await tx.projects.find(scope);
  project.expect(expected);
  decide(project, await tx.instant());
  tx.projects.save(project);
  return tx.projectViews.one(scope);
}
