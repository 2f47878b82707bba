import type {
  AttachmentId,
  CommentId,
  LabelId,
  LinkId,
  ProjectId,
  ProjectKey,
  SavedSprintReportId,
  SprintId,
  UserId,
  WorkItemId,
} from '@worktrack/domain';
import type { OrganizationScope } from './access.js';

/** The scope of a path lookup: resources outside the scope, and private ones of others than the actor, are not found. */
export type LookupScope = Pick<OrganizationScope, 'actorId' | 'organizationId' | 'onlyProjects'>;

/** The resources in a path below an Organization. Their identifiers are already well formed. */
export interface NamedInPath {
  readonly projectKey: ProjectKey;
  readonly workItemNumber?: number | undefined;
  readonly child?: NamedChild | undefined;
}

/** The last resource in a path, below the Work Item or the Project. */
export type NamedChild =
  /** A label of the Project by its id or its name, the id first (contract §2.4, Label detach). */
  | { readonly kind: 'label'; readonly id: LabelId | undefined; readonly name: string }
  /** A Sprint of the Project. */
  | { readonly kind: 'sprint'; readonly id: SprintId }
  /** A saved Sprint report of the Project that the actor can read. */
  | { readonly kind: 'saved-sprint-report'; readonly id: SavedSprintReportId }
  /** A comment of the Work Item. */
  | { readonly kind: 'comment'; readonly id: CommentId }
  /** A link of the Work Item, from either side. */
  | { readonly kind: 'link'; readonly id: LinkId }
  /** An attachment of the Work Item. */
  | { readonly kind: 'attachment'; readonly id: AttachmentId };

/** The resources found. A deleted Work Item is found too, because a replay of an earlier request can still be due (contract §1.6). */
export interface FoundInPath {
  readonly project: { readonly id: ProjectId; readonly key: ProjectKey };
  readonly workItem: { readonly id: WorkItemId; readonly deleted: boolean } | undefined;
  readonly child: FoundChild | undefined;
}

/** A Sprint, saved Sprint report, label, comment, link or attachment of a path. A deleted one is found too. */
export interface FoundChild {
  readonly id: string;
  readonly deleted: boolean;
  /** The author, uploader or owner, for kinds with authorship rules; `null` also when that account was removed. */
  readonly ownerId: UserId | null;
  /** The Work Item at the other end of a link, which must be visible too. A link counts as deleted when this item is deleted. */
  readonly otherWorkItem?: { readonly id: WorkItemId; readonly projectId: ProjectId };
}

/**
 * Finds all resources of a path in one round trip. A resource outside the scope costs the same statements and rows as one that does not
 * exist, so response times do not distinguish them.
 */
export abstract class PathResources {
  abstract find(scope: LookupScope, named: NamedInPath): Promise<FoundInPath | undefined>;
}
