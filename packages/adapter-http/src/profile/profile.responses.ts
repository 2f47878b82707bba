import type {
  ProfileActivityView,
  SharedOrganizationView,
  UserProfileView,
  UserStatsView,
} from '@worktrack/application';
import type { PublicUserId, Username } from '@worktrack/domain';
import { EntriesOf, ProjectActivityEntry } from '../activity/activity.responses.js';
import { ProjectSummary } from '../link/link.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';
import { OrganizationSummary } from '../organization/organization.responses.js';

/** An Organization that viewer and user share. */
export class SharedOrganization implements SharedOrganizationView {
  @Shows.one(OrganizationSummary) readonly organization!: OrganizationSummary;
  @Shows.text({ nullable: true }) readonly username!: Username | null;
}

/** Counted over what the viewer may see. */
export class UserStats implements UserStatsView {
  @Shows.integer(0) readonly projects!: number;
  @Shows.integer(0) readonly workItemsAssigned!: number;
  @Shows.integer(0) readonly workItemsCreated!: number;
  @Shows.integer(0) readonly workItemsCompleted!: number;
  @Shows.integer(0) readonly comments!: number;
}

export class UserProfile implements UserProfileView {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text() readonly name!: string;
  @Shows.uri({ nullable: true }) readonly avatarUrl!: string | null;
  @Shows.instant() readonly joinedAt!: string;
  @Shows.flag() readonly isCurrentUser!: boolean;
  @Shows.many(SharedOrganization) readonly sharedOrganizations!: readonly SharedOrganization[];
  @Shows.one(UserStats) readonly stats!: UserStats;
}

/** The members of every entry that names its Organization and its Project. */
export class ProfileActivityEntry extends ProjectActivityEntry {
  @Shows.one(OrganizationSummary) readonly organization!: OrganizationSummary;
  @Shows.one(ProjectSummary) readonly project!: ProjectSummary;
}

/** An activity of a user, with its Project and Organization. */
@EntriesOf('ProfileActivity', ProfileActivityEntry)
export class ProfileActivity {}

export class ProfileActivityList {
  @Shows.many(ProfileActivity) readonly items!: readonly ProfileActivityView[];
  @Shows.one(Page) readonly page!: Page;
}
