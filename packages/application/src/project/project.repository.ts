import type { Project } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';

/** The Projects of one transaction. */
export interface ProjectRepository {
  /** Finds a Project and locks it for change. Throws `NOT_FOUND`. */
  find(scope: Pick<ProjectScope, 'organizationId' | 'projectId'>): Promise<Project>;
  /** Finds a Project and prevents its archival until this transaction ends; others can add to it meanwhile. Throws `NOT_FOUND`. */
  findToAddTo(scope: ProjectScope): Promise<Project>;
  /** Returns the used keys that begin with `stem`. Other creations of Projects in the Organization wait until this transaction ends. */
  takenKeys(scope: OrganizationScope, stem: string): Promise<ReadonlySet<string>>;
  /** Registers a new Project; the flush throws `CONFLICT` when its key is in use. */
  add(project: Project): void;
  /** Registers the change, if there is one; the next flush writes it, guarded by the loaded revision. */
  save(project: Project): void;
}
