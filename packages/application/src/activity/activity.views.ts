import type {
  FromTo,
  HistoryAction,
  LinkRelation,
  RecordedAttachment,
  SprintId,
  WorkItemId,
  WorkItemKey,
  WorkItemStatus,
} from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { LabelView, PublicUserSummaryView } from '../work-item/work-item.views.js';

/** A Work Item in an activity entry. */
export interface ActivityWorkItemView {
  readonly id: WorkItemId;
  readonly key: WorkItemKey;
  readonly title: string;
}

/** A Sprint in an activity entry. */
export interface ActivitySprintView {
  readonly id: SprintId;
  readonly name: string;
}

/** The detail of an activity entry; its shape depends on the action, see the table of contract §5.8. */
export type ActivityDetail =
  | FromTo<WorkItemStatus>
  | FromTo<string>
  | FromTo<string | null>
  | FromTo<PublicUserSummaryView | null>
  | FromTo<ActivitySprintView | null>
  | FromTo<ActivityWorkItemView | null>
  | { readonly label: LabelView | null }
  | { readonly attachment: RecordedAttachment }
  | { readonly relation: LinkRelation; readonly otherWorkItem: ActivityWorkItemView | null };

/** The `Activity` of contract §5.8. It shows current names instead of recorded ones; references can be `null`. */
export interface ActivityView {
  readonly id: string;
  readonly action: HistoryAction;
  /** `null` when no user did it, or when the account was removed. */
  readonly actor: PublicUserSummaryView | null;
  readonly detail: ActivityDetail | null;
  readonly createdAt: string;
}

/** The `ProjectActivity` of contract §5.8. */
export interface ProjectActivityView extends ActivityView {
  readonly workItem: ActivityWorkItemView;
}

/** The request of one page of activity. */
export interface ListActivity extends PageRequest {
  /** Shows only entries strictly after this instant. */
  readonly since: Date | undefined;
}

/** The activity views. The rights of the viewer decide which references are `null`. */
export abstract class ActivityViews {
  /** Oldest first. A cursor continues with entries that were recorded after it was issued. Throws `INVALID_CURSOR`. */
  abstract ofWorkItem(
    viewer: OrganizationScope,
    scope: ProjectScope,
    id: WorkItemId,
    request: ListActivity,
  ): Promise<Page<ActivityView>>;

  /** Newest first. A deleted Work Item shows only its deletion. Throws `INVALID_CURSOR`. */
  abstract ofProject(
    viewer: OrganizationScope,
    scope: ProjectScope,
    request: ListActivity,
  ): Promise<Page<ProjectActivityView>>;
}
