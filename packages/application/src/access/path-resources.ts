import type {
  AttachmentId,
  CommentId,
  LabelId,
  LinkId,
  ProjectId,
  ProjectKey,
  SprintId,
  UserId,
  WorkItemId,
} from '@worktrack/domain';
import type { OrganizationScope } from './access.js';

/** Where a path is looked up: what the scope does not show is not there. */
export type LookUpScope = Pick<OrganizationScope, 'organizationId' | 'onlyProjects'>;

/** What a path names below an Organization. Identifiers are already well formed. */
export interface NamedInPath {
  readonly projectKey: ProjectKey;
  readonly workItemNumber?: number | undefined;
  readonly child?: NamedChild | undefined;
}

/** What a path names below the Work Item, or below the Project. */
export type NamedChild =
  /** A label of the Project by its id or its name, the id first (contract §2.4, Label detach). */
  | { readonly kind: 'label'; readonly id: LabelId | undefined; readonly name: string }
  /** A Sprint of the Project. */
  | { readonly kind: 'sprint'; readonly id: SprintId }
  /** A comment of the Work Item. */
  | { readonly kind: 'comment'; readonly id: CommentId }
  /** A link that the Work Item is one end of. */
  | { readonly kind: 'link'; readonly id: LinkId }
  /** An attachment of the Work Item. */
  | { readonly kind: 'attachment'; readonly id: AttachmentId };

/** What is there. A deleted Work Item is found too: the replay of an earlier request may still be due (contract §1.6). */
export interface FoundInPath {
  readonly project: { readonly id: ProjectId; readonly key: ProjectKey };
  readonly workItem: { readonly id: WorkItemId; readonly deleted: boolean } | undefined;
  readonly child: FoundChild | undefined;
}

/** A Sprint, label, comment, link or attachment of a path. A deleted one is found too. */
export interface FoundChild {
  readonly id: string;
  readonly deleted: boolean;
  /** Who wrote or uploaded it, where rules of authorship hold; `null` also when that account was removed. */
  readonly ownerId: UserId | null;
  /** Of a link: what is at its other end, and has to be visible too. A link with a deleted one counts as deleted. */
  readonly otherWorkItem?: { readonly id: WorkItemId; readonly projectId: ProjectId };
}

/**
 * Looks up everything that a path names, in one round trip. What the scope does not show costs the same statements and rows as what
 * does not exist, so that the time of an answer does not tell them apart.
 */
export abstract class PathResources {
  abstract find(scope: LookUpScope, named: NamedInPath): Promise<FoundInPath | undefined>;
}
