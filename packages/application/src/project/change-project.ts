import type { ExpectedRevision, Project, ProjectChanges } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Transaction } from '../unit-of-work.js';
import type { ProjectView } from './project.views.js';

type Ports = Pick<Transaction, 'instant' | 'projects' | 'projectViews'>;

/** What changes, over which revision. */
export interface UpdateProject {
  readonly expected: ExpectedRevision;
  readonly changes: ProjectChanges;
}

/** Needs the administrator's role. Throws `REVISION_CONFLICT`. */
export function updateProject(
  tx: Ports,
  scope: ProjectScope,
  { expected, changes }: UpdateProject,
): Promise<ProjectView> {
  return change(tx, scope, expected, (project, now) => {
    project.update(changes, now);
  });
}

/** Needs the administrator's role. Throws `REVISION_CONFLICT`; a repeat changes nothing. */
export function archiveProject(tx: Ports, scope: ProjectScope, expected: ExpectedRevision): Promise<ProjectView> {
  return change(tx, scope, expected, (project, now) => {
    project.archive(now);
  });
}

/** Needs the administrator's role. Throws `REVISION_CONFLICT`; a repeat changes nothing. */
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
