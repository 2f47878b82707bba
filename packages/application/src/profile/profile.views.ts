import type { PublicUserId, Username } from '@worktrack/domain';
import type { ProfileScope } from '../access/access.js';
import type { ActivityView, ActivityWorkItemView, ListActivity } from '../activity/activity.views.js';
import type { OrganizationSummaryView } from '../organization/organization.views.js';
import type { Page } from '../paging/page.js';
import type { ProjectSummaryView } from '../link/link.views.js';

/** The `UserStats` of contract §5.2: counts of the user's work that the viewer can see, each row counted once. */
export interface UserStatsView {
  readonly projects: number;
  readonly workItemsAssigned: number;
  readonly workItemsCreated: number;
  readonly workItemsCompleted: number;
  readonly comments: number;
}

/** An Organization that viewer and user share, with the username there. */
export interface SharedOrganizationView {
  readonly organization: OrganizationSummaryView;
  readonly username: Username | null;
}

/** The `UserProfile` of contract §5.2. */
export interface UserProfileView {
  readonly publicId: PublicUserId;
  readonly name: string;
  /** An absolute URL; `null` without an avatar. */
  readonly avatarUrl: string | null;
  readonly joinedAt: string;
  readonly isCurrentUser: boolean;
  /** Ordered by name, then id. */
  readonly sharedOrganizations: readonly SharedOrganizationView[];
  readonly stats: UserStatsView;
}

/** The `ProfileActivity` of contract §5.8. */
export interface ProfileActivityView extends ActivityView {
  readonly organization: OrganizationSummaryView;
  readonly project: ProjectSummaryView;
  readonly workItem: ActivityWorkItemView;
}

/** The profile views: a user's work, limited to what the viewer can see. */
export abstract class ProfileViews {
  /** Returns the image, of type `AVATAR_TYPE`; `undefined` without one. */
  abstract avatar(profile: ProfileScope): Promise<Buffer | undefined>;
  abstract stats(profile: ProfileScope): Promise<UserStatsView>;
  /** Lists creations, existing comments, and changes of the status to `done`, newest first. Throws `INVALID_CURSOR`. */
  abstract activity(profile: ProfileScope, request: ListActivity): Promise<Page<ProfileActivityView>>;
}
