import type {
  FromTo,
  HistoryAction,
  LinkRelation,
  RecordedAttachment,
  SprintId,
  WorkItemId,
  WorkItemKey,
  WorkItemPriority,
  WorkItemStatus,
} from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { LabelView, PublicUserSummaryView } from '../work-item/work-item.views.js';

/** A Work Item as an entry names it. */
export interface ActivityWorkItemView {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly title: string;
}

/** A Sprint as an entry names it. */
export interface ActivitySprintView {
  readonly id: SprintId;
  readonly name: string;
}

/** What an entry tells beside its action, by the table of contract §5.8. */
export type ActivityDetail =
  | FromTo<WorkItemStatus>
  | FromTo<WorkItemPriority>
  | FromTo<string>
  | FromTo<string | null>
  | FromTo<PublicUserSummaryView | null>
  | FromTo<ActivitySprintView | null>
  | FromTo<ActivityWorkItemView | null>
  | { readonly label: LabelView | null }
  | { readonly attachment: RecordedAttachment }
  | { readonly relation: LinkRelation; readonly otherWorkItem: ActivityWorkItemView | null };

/** contract §5.8 Activity. What was recorded is never shown as it stands: names are those of today, references may be `null`. */
export interface ActivityView {
  readonly id: string;
  readonly action: HistoryAction;
  /** `null` when nobody did it, or the account was removed. */
  readonly actor: PublicUserSummaryView | null;
  readonly detail: ActivityDetail | null;
  readonly createdAt: string;
}

/** contract §5.8 ProjectActivity */
export interface ProjectActivityView extends ActivityView {
  readonly workItem: ActivityWorkItemView;
}

/** Which page, and of what. */
export interface ListActivity extends PageRequest {
  /** Only entries strictly after it. */
  readonly since: Date | undefined;
}

/** How history is shown to a viewer, whose rights decide what references are `null`. */
export abstract class ActivityViews {
  /** Oldest first. A cursor leads on to what was recorded after it was given. Throws `INVALID_CURSOR`. */
  abstract ofWorkItem(
    viewer: OrganizationScope,
    scope: ProjectScope,
    id: WorkItemId,
    request: ListActivity,
  ): Promise<Page<ActivityView>>;

  /** Newest first; of a deleted Work Item only its deletion. Throws `INVALID_CURSOR`. */
  abstract ofProject(
    viewer: OrganizationScope,
    scope: ProjectScope,
    request: ListActivity,
  ): Promise<Page<ProjectActivityView>>;
}
