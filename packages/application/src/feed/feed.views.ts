import {
  covers,
  type AnyScope,
  type AttachmentId,
  type CommentId,
  type FileName,
  type LinkRelation,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type WorkItemId,
  type WorkItemKey,
} from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { ActivityWorkItemView } from '../activity/activity.views.js';
import type { ProjectSummaryView } from '../link/link.views.js';
import type { OrganizationSummaryView } from '../organization/organization.views.js';
import type { PublicUserSummaryView } from '../work-item/work-item.views.js';
import type { FeedType } from './feed-entry.js';

/** The value of a field before or after a change: as the responses of the API show it, with the names of today. */
export type FedValue = string | number | object | null;

/** One field of a Work Item that changed. A description is long: the feed says only that it changed. */
export type FedChange =
  | { readonly field: 'description' }
  | { readonly field: 'labels'; readonly added: readonly FedValue[]; readonly removed: readonly FedValue[] }
  | { readonly field: string; readonly from: FedValue; readonly to: FedValue };

/** The part of an event next to the thing that it is about; its members follow from the type. */
export interface FedData {
  readonly changes?: readonly FedChange[];
  readonly comment?: { readonly id: CommentId; readonly parentCommentId: CommentId | null };
  readonly relation?: LinkRelation;
  readonly otherWorkItem?: ActivityWorkItemView | null;
  readonly attachment?: { readonly id: AttachmentId; readonly fileName: FileName };
  readonly label?: FedValue;
  readonly sprint?: FedValue;
  readonly member?: PublicUserSummaryView | null;
}

/** An event of the feed. Source: extensions, feed §1.2. */
export interface FeedEventView {
  readonly id: string;
  readonly type: FeedType;
  readonly timestamp: string;
  /** The position; `null` for a caller who does not see the whole Organization. */
  readonly sequence: number | null;
  /** The cursor after this event. */
  readonly cursor: string;
  readonly organization: OrganizationSummaryView;
  readonly project: ProjectSummaryView | null;
  readonly workItem: {
    readonly id: WorkItemId;
    readonly key: WorkItemKey;
    readonly title: string;
    readonly revision: number;
  } | null;
  readonly actor: PublicUserSummaryView | null;
  readonly requestId: string;
  /** True when the Work Item is deleted by now: then `data` is empty, but for the deletion. */
  readonly redacted: boolean;
  readonly data: FedData;
}

/** A part of the feed. */
export interface FeedPageView {
  readonly items: readonly FeedEventView[];
  /** Covers all that was looked through, also what the caller does not see: the next `after`. */
  readonly cursor: string;
  readonly hasMore: boolean;
}

/** Events after a position, each with its own. */
export interface FeedPart {
  readonly events: readonly { readonly position: number; readonly event: FeedEventView }[];
  /** The last position that was looked through. */
  readonly end: number;
  /** True when nothing was after it. */
  readonly isLast: boolean;
}

/** The request of a part of the feed. */
export interface ListEvents {
  /** A cursor, or where to begin. */
  readonly after: string;
  readonly limit: number;
  /** Only these types; empty: all. */
  readonly types: readonly FeedType[];
  /** Only these Projects; empty: all. */
  readonly projects: readonly ProjectKey[];
}

/** The request of the events after a position. */
export interface FollowFeed {
  readonly position: number;
  readonly limit: number;
  /** Only these Projects; `null`: all that the reader sees. */
  readonly projectIds: readonly ProjectId[] | null;
}

/** The caller of a feed: the types of events that the scopes of the credential cover, and the Projects that it sees. */
export interface FeedReader {
  readonly scope: Pick<OrganizationScope, 'organizationId' | 'onlyProjects'>;
  readonly types: readonly FeedType[];
}

/** The scope that a caller needs to see events whose type begins with a word. */
const SCOPE_BY_SUBJECT: Readonly<Record<string, AnyScope>> = {
  work_item: 'work_item:read',
  link: 'work_item:read',
  comment: 'comment:read',
  attachment: 'attachment:read',
  label: 'project:read',
  sprint: 'project:read',
  project: 'project:read',
  member: 'organization:members:read',
};

/** Returns whether a credential with these scopes sees events of the type. */
export function coversType(scopes: readonly AnyScope[], type: FeedType): boolean {
  const scope = SCOPE_BY_SUBJECT[type.slice(0, type.indexOf('.'))];
  return scope !== undefined && covers(scopes, scope);
}

/** The feed of an Organization. Every read judges by the present rights of the caller what is visible. */
export abstract class FeedViews {
  /** Throws `INVALID_CURSOR`, and `EVENTS_EXPIRED` for a cursor whose events were purged, or that is of a database before a restore. */
  abstract page(reader: FeedReader, request: ListEvents): Promise<FeedPageView>;

  /** Reads events after a position, for a reader that remembers positions. Throws `EVENTS_EXPIRED`. */
  abstract after(reader: FeedReader, request: FollowFeed): Promise<FeedPart>;

  /** Returns the position of a cursor, of `earliest` or of `latest`. Throws as `page` does. */
  abstract positionOf(organizationId: OrganizationId, after: string): Promise<number>;

  /** Returns a position after which there is every event since an instant, and perhaps some of the minute before. */
  abstract positionBefore(organizationId: OrganizationId, since: Date): Promise<number>;

  /** Returns the cursor of a position. */
  abstract cursorOf(organizationId: OrganizationId, position: number): string;

  /** Throws `NOT_FOUND` for an event that the caller does not see. */
  abstract one(reader: FeedReader, id: string): Promise<FeedEventView>;
}
