import type { OrganizationId, ProjectId, ProjectKey } from '@worktrack/domain';

/** What Project keys mean. A key never passes to another Project, so nothing is locked. */
export interface ProjectKeys {
  /** Keys that mean nothing are absent; archived Projects are found. */
  find(organization: OrganizationId, keys: readonly ProjectKey[]): Promise<ReadonlyMap<ProjectKey, ProjectId>>;
  /** Of all Projects of the Organization, archived ones too, by key. */
  all(organization: OrganizationId): Promise<ReadonlyMap<ProjectKey, ProjectId>>;
}
