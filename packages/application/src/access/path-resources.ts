import type { OrganizationId, ProjectId, ProjectKey, WorkItemId } from '@worktrack/domain';

/** What a path names below an Organization. Identifiers are already well formed. */
export interface NamedInPath {
  readonly projectKey: ProjectKey;
  readonly workItemNumber?: number | undefined;
}

/** What is there. A deleted Work Item is found too: the replay of an earlier request may still be due (contract §1.6). */
export interface FoundInPath {
  readonly project: { readonly id: ProjectId; readonly key: ProjectKey };
  readonly workItem: { readonly id: WorkItemId; readonly deleted: boolean } | undefined;
}

/** Looks up everything that a path names, in one round trip. */
export abstract class PathResources {
  abstract find(organizationId: OrganizationId, named: NamedInPath): Promise<FoundInPath | undefined>;
}
