import type { OrganizationId, ProjectId, ProjectKey } from '@worktrack/domain';

/** The lookup of Projects by key. A key never passes to another Project, so no lock is needed. */
export interface ProjectKeys {
  /** Finds the Projects of the keys, archived ones too; unknown keys are absent from the result. */
  find(organization: OrganizationId, keys: readonly ProjectKey[]): Promise<ReadonlyMap<ProjectKey, ProjectId>>;
  /** Returns all Projects of the Organization by key, archived ones too. */
  all(organization: OrganizationId): Promise<ReadonlyMap<ProjectKey, ProjectId>>;
}
