import type { Project } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';

/** The Projects of one transaction. */
export interface ProjectRepository {
  /** Locked for change. Throws `NOT_FOUND`. */
  find(scope: Pick<ProjectScope, 'organizationId' | 'projectId'>): Promise<Project>;
  /** Kept from being archived until this transaction ends, while others may add to it too. Throws `NOT_FOUND`. */
  findToAddTo(scope: ProjectScope): Promise<Project>;
  /** The keys in use that begin with `stem`. Other creations of Projects in the Organization wait until this one ends. */
  takenKeys(scope: OrganizationScope, stem: string): Promise<ReadonlySet<string>>;
  /** Registers a new Project; at the flush a key in use is refused with `CONFLICT`. */
  add(project: Project): void;
  /** Registers the change, if there is one; written at the next flush, guarded by the revision that was loaded. */
  save(project: Project): void;
}
