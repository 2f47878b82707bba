import type {
  LabelId,
  PublicUserId,
  SprintId,
  WorkItemId,
  WorkItemKey,
  WorkItemPriority,
  WorkItemStatus,
  WorkItemType,
} from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { LabelView } from './work-item.views.js';

/** The most cards of one board. */
export const MOST_CARDS = 1_000;
/** The most labels that a card shows. */
export const LABELS_OF_A_CARD = 3;
/** The comments of a card are counted up to this number. */
export const MOST_COMMENTS_COUNTED = 100;
/** The children of a card are counted up to this number. */
export const MOST_CHILDREN_COUNTED = 500;

/** What the card of a Work Item shows. */
export interface CardView {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly revision: number;
  readonly title: string;
  readonly type: WorkItemType;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
  readonly assignee: CardAssigneeView | null;
  readonly parent: { readonly key: WorkItemKey; readonly title: string } | null;
  /** The first `LABELS_OF_A_CARD` labels by name; `labelCount` is the number of all. */
  readonly labels: readonly LabelView[];
  readonly labelCount: number;
  readonly storyPoints: number | null;
  readonly dueDate: string | null;
  /** The children that are neither deleted nor archived, at most `MOST_CHILDREN_COUNTED`, and how many of those are done. */
  readonly children: { readonly total: number; readonly done: number };
  /** The comments that are not deleted, at most `MOST_COMMENTS_COUNTED`. */
  readonly comments: number;
  /** True when a Work Item that is not done blocks this one. */
  readonly blocked: boolean;
}

export interface CardAssigneeView {
  readonly publicId: PublicUserId;
  readonly name: string;
  /** `null` without an avatar. */
  readonly avatarVersion: string | null;
}

/** The cards of a board. */
export interface CardsView {
  /** In the order `rank` (contract §3.3). */
  readonly items: readonly CardView[];
  /** True when more than `MOST_CARDS` match. */
  readonly capped: boolean;
}

/** The filter of a board: all members must match, the values of one list are alternatives. What does not exist matches nothing. */
export interface CardQuery {
  /** Folded text; matches a part of title, description or key. No filter when it is empty or absent. */
  readonly q: string | undefined;
  readonly type: readonly WorkItemType[];
  readonly priority: readonly WorkItemPriority[];
  readonly assignee: readonly CardAssignee[];
  readonly label: readonly LabelId[];
  /** The active Sprint of the Project, no Sprint, or one of the Project. */
  readonly sprint: 'active' | 'none' | SprintId | undefined;
  /** Leaves out done items whose last change is more than so many days ago. */
  readonly doneWithinDays: number | undefined;
}

/** The caller, nobody, or a user. */
export type CardAssignee = 'me' | 'none' | PublicUserId;

/** The cards of boards. */
export abstract class CardViews {
  /** Lists the Work Items of the Project that match, without archived ones. */
  abstract list(scope: ProjectScope, query: CardQuery): Promise<CardsView>;
}
