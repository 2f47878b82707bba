import type { PublicUserId, Username } from '@worktrack/domain';
import type { ProfileScope } from '../access/access.js';
import type { ActivityView, ActivityWorkItemView, ListActivity } from '../activity/activity.views.js';
import type { OrganizationSummaryView } from '../organization/organization.views.js';
import type { Page } from '../paging/page.js';
import type { ProjectSummaryView } from '../link/link.views.js';

/** contract §5.2 UserStats: what the viewer may see of somebody's work, each row counted once. */
export interface UserStatsView {
  readonly projects: number;
  readonly workItemsAssigned: number;
  readonly workItemsCreated: number;
  readonly workItemsCompleted: number;
  readonly comments: number;
}

/** An Organization that viewer and user share, with what the user is called there. */
export interface SharedOrganizationView {
  readonly organization: OrganizationSummaryView;
  readonly username: Username | null;
}

/** contract §5.2 UserProfile */
export interface UserProfileView {
  readonly publicId: PublicUserId;
  readonly name: string;
  /** Absolute; `null` without an avatar. */
  readonly avatarUrl: string | null;
  readonly joinedAt: string;
  readonly isCurrentUser: boolean;
  /** By name, then id. */
  readonly sharedOrganizations: readonly SharedOrganizationView[];
  readonly stats: UserStatsView;
}

/** contract §5.8 ProfileActivity */
export interface ProfileActivityView extends ActivityView {
  readonly organization: OrganizationSummaryView;
  readonly project: ProjectSummaryView;
  readonly workItem: ActivityWorkItemView;
}

/** What somebody did, as far as the viewer may see it. */
export abstract class ProfileViews {
  abstract stats(profile: ProfileScope): Promise<UserStatsView>;
  /** Newest first: creations, comments that still exist, and changes of the status to `done`. Throws `INVALID_CURSOR`. */
  abstract activity(profile: ProfileScope, request: ListActivity): Promise<Page<ProfileActivityView>>;
}
