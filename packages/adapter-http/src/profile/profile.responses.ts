import { ApiSchema } from '@nestjs/swagger';
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

@ApiSchema({ description: 'An Organization to which both the caller and the user belong.' })
export class SharedOrganization implements SharedOrganizationView {
  @Shows.one(OrganizationSummary) readonly organization!: OrganizationSummary;
  @Shows.text({ nullable: true }) readonly username!: Username | null;
}

@ApiSchema({
  description: "Counts of the user's work, over what the caller can see. Archived and deleted Work Items do not count.",
})
export class UserStats implements UserStatsView {
  @Shows.integer(0, { description: 'Projects in which the user is assignee, reporter or author of a comment.' })
  readonly projects!: number;
  @Shows.integer(0, { description: 'Work Items that are assigned to the user.' }) readonly workItemsAssigned!: number;
  @Shows.integer(0, { description: 'Work Items that the user created.' }) readonly workItemsCreated!: number;
  @Shows.integer(0, { description: 'Assigned Work Items that are done.' }) readonly workItemsCompleted!: number;
  @Shows.integer(0, { description: 'Comments of the user that are not deleted.' }) readonly comments!: number;
}

@ApiSchema({ description: 'A user as those see them who share an Organization with them.' })
export class UserProfile implements UserProfileView {
  @Shows.publicId() readonly publicId!: PublicUserId;
  @Shows.text({ description: 'The name of the user.' }) readonly name!: string;
  @Shows.uri({
    nullable: true,
    description: 'The address of the avatar, which needs a token too; `null`: there is none.',
  })
  readonly avatarUrl!: string | null;
  @Shows.instant({ description: 'The instant at which the account was created.' }) readonly joinedAt!: string;
  @Shows.flag({ description: '`true`: this is the caller.' }) readonly isCurrentUser!: boolean;
  @Shows.many(SharedOrganization, { description: 'The Organizations that both belong to, by name.' })
  readonly sharedOrganizations!: readonly SharedOrganization[];
  @Shows.one(UserStats, { description: "Counts of the user's work." }) readonly stats!: UserStats;
}

/** The members of every entry that names its Organization and its Project. */
export class ProfileActivityEntry extends ProjectActivityEntry {
  @Shows.one(OrganizationSummary) readonly organization!: OrganizationSummary;
  @Shows.one(ProjectSummary) readonly project!: ProjectSummary;
}

@ApiSchema({ description: 'An entry of what a user did: `action` says which kind.' })
@EntriesOf('ProfileActivity', ProfileActivityEntry)
export class ProfileActivity {}

@ApiSchema({ description: 'A page of what a user did, newest first.' })
export class ProfileActivityList {
  @Shows.many(ProfileActivity) readonly items!: readonly ProfileActivityView[];
  @Shows.one(Page) readonly page!: Page;
}
