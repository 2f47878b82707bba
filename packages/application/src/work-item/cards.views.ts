import type {
  Calendar,
  LabelId,
  PublicUserId,
  SprintId,
  WorkItemId,
  WorkItemKey,
  WorkItemStatus,
} from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import type { SqueakQLQuery } from '../squeakql/catalogue.js';
import type { WordQuery } from './collection/work-item-query.js';
import type { ShortFieldViews } from './field-views.js';
import type { LabelView, SprintSummaryView } from './work-item.views.js';

/** The most cards of one board. */
export const MOST_CARDS = 1_000;
/** The most labels that a card shows. */
export const LABELS_OF_A_CARD = 3;
/** The most characters of its parent's title that a card shows. */
export const LONGEST_PARENT_TITLE = 200;
/** The comments of a card are counted up to this number. */
export const MOST_COMMENTS_COUNTED = 100;
/** The attachments of a card are counted up to this number. */
export const MOST_ATTACHMENTS_COUNTED = 100;
/** The most links to a card that `blocked` looks at, the oldest first. */
export const MOST_LINKS_LOOKED_AT = 100;
/** The changes of a Project that one read with `updatedAfter` looks at. */
export const MOST_CHANGES_LOOKED_AT = 5_000;
/** `asOf` lies so long before the read: a change becomes visible a moment after its instant. */
export const SECONDS_UNTIL_VISIBLE = 10;
/** The children of a card are counted up to this number. */
export const MOST_CHILDREN_COUNTED = 500;

/** The members of a Work Item that its card shows. */
export interface CardView extends ShortFieldViews {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly revision: number;
  readonly status: WorkItemStatus;
  readonly assignee: CardAssigneeView | null;
  readonly sprint: SprintSummaryView | null;
  /** `title` has the first `LONGEST_PARENT_TITLE` characters. */
  readonly parent: { readonly key: WorkItemKey; readonly title: string } | null;
  /** The first `LABELS_OF_A_CARD` labels by name; `labelCount` is the number of all. */
  readonly labels: readonly LabelView[];
  readonly labelCount: number;
  readonly updatedAt: string;
  /** The place in the manual order of the Project: a smaller one comes first. */
  readonly position: number;
  /** The children that are neither deleted nor archived, at most `MOST_CHILDREN_COUNTED`, and how many of those are done. */
  readonly children: { readonly total: number; readonly done: number };
  /** The comments that are not deleted, at most `MOST_COMMENTS_COUNTED`. */
  readonly comments: number;
  /** The attachments that are not deleted, at most `MOST_ATTACHMENTS_COUNTED`. */
  readonly attachments: number;
  /** True when a Work Item that is not done blocks this one, by one of the first `MOST_LINKS_LOOKED_AT` links. */
  readonly blocked: boolean;
}

/** The assignee as a card shows it. */
export interface CardAssigneeView {
  readonly publicId: PublicUserId;
  readonly name: string;
  /** `null` without an avatar. */
  readonly avatarVersion: string | null;
}

/** The cards of a board. */
export interface CardsView {
  /** The `updatedAfter` of the next read: an instant shortly before this one, after which no visible change is missed. */
  readonly asOf: string;
  /** The cards in the order `rank` (contract §3.3); with `updatedAfter` the last updated first. */
  readonly items: readonly CardView[];
  /** The ids, with `updatedAfter`, of Work Items that changed and do not match, such as deleted ones. Otherwise empty. */
  readonly gone: readonly WorkItemId[];
  /** True when more than `MOST_CARDS` match; with `updatedAfter`, when more has changed than one response holds. */
  readonly truncated: boolean;
}

/** The filter of a board: all members must match, the values of one list are alternatives. What does not exist matches nothing. */
export interface CardQuery extends WordQuery {
  /** Folded text; matches a part of title, description or key. No filter when it is empty or absent. */
  readonly q: string | undefined;
  /** `open` leaves out what is done. */
  readonly scope: 'open' | 'all';
  readonly status: readonly WorkItemStatus[];
  readonly assignee: readonly CardAssignee[];
  readonly label: readonly LabelId[];
  /** The active Sprint of the Project, no Sprint, or one of the Project. */
  readonly sprint: 'active' | 'none' | SprintId | undefined;
  /** Leaves out what the query does not find. */
  readonly squeakql: SqueakQLQuery | undefined;
  /** The days of the Organization, in which the query reads days. */
  readonly calendar: Calendar;
  /** Leaves out done items whose last change is more than this number of days ago. */
  readonly doneWithinDays: number | undefined;
  /** Limits the response to Work Items whose card can look different from what it was at this instant. */
  readonly updatedAfter: Date | undefined;
}

/** The caller, nobody, or a user. */
export type CardAssignee = 'me' | 'none' | PublicUserId;

/** The cards of boards. */
export abstract class CardViews {
  /**
   * Lists the Work Items of the Project that match, without archived ones. A query counts links to those Work Items only that `viewer` can
   * see.
   */
  abstract list(viewer: OrganizationScope, scope: ProjectScope, query: CardQuery): Promise<CardsView>;
}
