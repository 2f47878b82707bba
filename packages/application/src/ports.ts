import { Authenticator } from './access/authenticator.js';
import type { OrganizationDeletion } from './deletion/organization-deletion.js';
import { PathResources } from './access/path-resources.js';
import { People } from './access/people.js';
import { RateLimiter } from './access/rate-limiter.js';
import { ActivityViews } from './activity/activity.views.js';
import { AttachmentUsage } from './attachment/attachment-usage.js';
import { AttachmentViews } from './attachment/attachment.views.js';
import type { BlobReferences } from './attachment/blob-references.js';
import { Blobs } from './attachment/blobs.js';
import { StoreOwnership, type StoreTies } from './attachment/store-ownership.js';
import { CommentViews } from './comment/comment.views.js';
import { DeletedWorkItemViews, type WorkItemErasure } from './deleted-work-item/deleted-work-items.js';
import type { Leases } from './housekeeping/leases.js';
import { ReleaseFiles } from './housekeeping/release-files.js';
import { AvatarImages } from './identity/avatars.js';
import { EmailChangeViews } from './identity/email-change.views.js';
import { OwnTokenViews } from './identity/own-token.views.js';
import { KnownBrowsers } from './session/known-browsers.js';
import { InvitationViews } from './invitation/invitation.views.js';
import { LabelViews } from './label/label.views.js';
import { LinkViews } from './link/link.views.js';
import type { MailQueue } from './mail/mail-queue.js';
import { MailStates } from './mail/mail-states.js';
import { Mutations } from './mutations.js';
import { MemberViews } from './organization/member.views.js';
import { OrganizationUserViews } from './organization/organization-user.views.js';
import { OrganizationViews } from './organization/organization.views.js';
import { Cursors } from './paging/cursors.js';
import { FeedHub } from './feed/feed-hub.js';
import { FeedViews } from './feed/feed.views.js';
import { PositionViews } from './position/positions.js';
import { ProfileViews } from './profile/profile.views.js';
import { ProjectViews } from './project/project.views.js';
import { Readiness } from './shared/readiness.js';
import { ProjectReportFeeds } from './reports/project-report-feeds.js';
import { Rasterizer } from './reports/rasterizer.js';
import { SprintReportFeed } from './reports/sprint-report-feed.js';
import { IdentityProviders } from './session/identity-providers.js';
import { TimeZones } from './shared/time-zones.js';
import { CommonPasswords, PasswordAccounts, PasswordHasher } from './session/passwords.js';
import { PendingSignIns } from './session/pending-sign-ins.js';
import { SignInThrottle } from './session/sign-in-throttle.js';
import { SessionViews } from './session/session.views.js';
import { SavedSprintReportViews } from './saved-sprint-report/saved-sprint-report.views.js';
import { SavedViewViews } from './saved-view/saved-view.views.js';
import { SprintViews } from './sprint/sprint.views.js';
import { WebhookReceivers } from './webhook/webhook-receivers.js';
import type { WebhookQueue } from './webhook/webhook-queue.js';
import { WebhookViews } from './webhook/webhook.views.js';
import { UnitOfWork, type AdministrationUnitOfWork } from './unit-of-work.js';
import { WatcherViews } from './watch/ports.js';
import { CardViews } from './work-item/cards.views.js';
import { FilterReferences } from './work-item/collection/filter-references.js';
import { WorkItemViews } from './work-item/work-item.views.js';

export * from './access/authenticator.js';
export * from './access/path-resources.js';
export * from './access/people.js';
export * from './access/rate-limiter.js';
export * from './activity/activity.views.js';
export * from './attachment/attachment-usage.js';
export * from './attachment/attachment.views.js';
export * from './attachment/blob-references.js';
export * from './attachment/blobs.js';
export * from './attachment/store-ownership.js';
export * from './comment/comment.views.js';
export * from './deleted-work-item/deleted-work-items.js';
export * from './housekeeping/leases.js';
export * from './housekeeping/release-files.js';
export * from './identity/email-change.views.js';
export * from './identity/own-token.views.js';
export * from './invitation/invitation.views.js';
export * from './label/label.views.js';
export * from './link/link.views.js';
export * from './mail/mail-queue.js';
export * from './mail/mail-states.js';
export * from './mutations.js';
export * from './organization/member.views.js';
export * from './organization/organization-user.views.js';
export * from './organization/organization.views.js';
export * from './paging/cursors.js';
export * from './position/positions.js';
export * from './profile/profile.views.js';
export * from './project/project.views.js';
export * from './shared/readiness.js';
export * from './reports/project-report-feeds.js';
export * from './reports/rasterizer.js';
export * from './reports/sprint-report-feed.js';
export * from './shared/time-zones.js';
export * from './session/identity-providers.js';
export * from './session/known-browsers.js';
export * from './session/passwords.js';
export * from './session/pending-sign-ins.js';
export * from './session/session.views.js';
export * from './session/sign-in-throttle.js';
export * from './saved-sprint-report/saved-sprint-report.views.js';
export * from './saved-view/saved-view.views.js';
export * from './sprint/sprint.views.js';
export * from './unit-of-work.js';
export * from './watch/ports.js';
export * from './webhook/webhook-receivers.js';
export * from './webhook/webhook.views.js';
export * from './work-item/cards.views.js';
export * from './work-item/collection/filter-references.js';
export * from './work-item/work-item.views.js';

/** Lists the ports of the public API, each with its injection token: the class that the implementation extends, or a class of the application that needs none. */
export const PORTS = {
  activityViews: ActivityViews,
  attachmentUsage: AttachmentUsage,
  attachmentViews: AttachmentViews,
  authenticator: Authenticator,
  avatarImages: AvatarImages,
  blobs: Blobs,
  cardViews: CardViews,
  commentViews: CommentViews,
  commonPasswords: CommonPasswords,
  cursors: Cursors,
  deletedWorkItemViews: DeletedWorkItemViews,
  emailChangeViews: EmailChangeViews,
  feedHub: FeedHub,
  feedViews: FeedViews,
  filterReferences: FilterReferences,
  invitationViews: InvitationViews,
  identityProviders: IdentityProviders,
  knownBrowsers: KnownBrowsers,
  labelViews: LabelViews,
  linkViews: LinkViews,
  memberViews: MemberViews,
  mailStates: MailStates,
  mutations: Mutations,
  organizationUserViews: OrganizationUserViews,
  organizationViews: OrganizationViews,
  ownTokenViews: OwnTokenViews,
  pathResources: PathResources,
  passwordAccounts: PasswordAccounts,
  passwordHasher: PasswordHasher,
  pendingSignIns: PendingSignIns,
  people: People,
  positionViews: PositionViews,
  profileViews: ProfileViews,
  projectReportFeeds: ProjectReportFeeds,
  projectViews: ProjectViews,
  rasterizer: Rasterizer,
  rateLimiter: RateLimiter,
  readiness: Readiness,
  releaseFiles: ReleaseFiles,
  sessionViews: SessionViews,
  signInThrottle: SignInThrottle,
  savedSprintReportViews: SavedSprintReportViews,
  savedViewViews: SavedViewViews,
  sprintReportFeed: SprintReportFeed,
  sprintViews: SprintViews,
  storeOwnership: StoreOwnership,
  timeZones: TimeZones,
  unitOfWork: UnitOfWork,
  watcherViews: WatcherViews,
  webhookReceivers: WebhookReceivers,
  webhookViews: WebhookViews,
  workItemViews: WorkItemViews,
} as const;

/** The name of a port: a member of `PORTS`. */
export type PortName = keyof typeof PORTS;

/** Holds one implementation for each port of the public API. */
export type Ports = { readonly [Name in PortName]: (typeof PORTS)[Name]['prototype'] };

/** The ports that the database implements. The server itself provides the others. */
export type DatabasePorts = Omit<
  Ports,
  | 'avatarImages'
  | 'blobs'
  | 'commonPasswords'
  | 'identityProviders'
  | 'mutations'
  | 'passwordHasher'
  | 'rasterizer'
  | 'rateLimiter'
  | 'readiness'
  | 'signInThrottle'
  | 'storeOwnership'
  | 'webhookReceivers'
  | 'timeZones'
>;

/** Ports of administration and housekeeping. They have no injection token: no controller can ask for them. */
export interface MaintenancePorts {
  readonly administration: AdministrationUnitOfWork;
  readonly organizationDeletion: OrganizationDeletion;
  readonly workItemErasure: WorkItemErasure;
  readonly blobReferences: BlobReferences;
  readonly leases: Leases;
  readonly mailQueue: MailQueue;
  readonly webhookQueue: WebhookQueue;
  readonly storeTies: StoreTies;
  /** Reads the keys of cursors again: a task might have added or retired one. */
  readonly refreshCursorKeys: () => Promise<void>;
  /** Writes on which day tokens and when sessions were used, as far as requests of this process have noted it. */
  readonly writeUses: () => Promise<void>;
  /** Makes room for the entries of the audit trail of this month and the next three. */
  readonly makeAuditPartitions: () => Promise<void>;
  /** Deletes all completed mutations older than 24 hours. Returns their number. */
  readonly purgeIdempotencyRecords: () => Promise<number>;
  /** Deletes one batch of completed mutations older than 24 hours, unless another process is doing so. Returns their number. */
  readonly purgeOldIdempotencyRecords: () => Promise<number>;
  /** Deletes one batch of the sessions, links and mails that ended 30 days ago. Returns their number. */
  readonly purgeEndedSessions: () => Promise<number>;
  /** Deletes one batch of the events of feeds that are older than this number of days. Returns their number. */
  readonly purgeOldChanges: (days: number) => Promise<number>;
  /** Calls back after each transaction of this process that changed something that the feed tells. Returns how to stop. */
  readonly onChanges: (told: () => void) => () => void;
  /**
   * Gives one batch of committed changes their positions in the feeds of their Organizations, unless another process is doing so. Returns
   * the number of transactions, and whether nothing was left.
   */
  readonly numberChanges: () => Promise<{ readonly taken: number; readonly isLast: boolean }>;
}
