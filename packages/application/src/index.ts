export {
  Access,
  type OrganizationScope,
  type ProfileScope,
  type ProjectScope,
  type SharedOrganization,
} from './access/access.js';
export { People, type FoundPerson } from './access/people.js';
export { Authenticator, type Principals } from './access/authenticator.js';
export {
  PathResources,
  type FoundChild,
  type FoundInPath,
  type LookUpScope,
  type NamedChild,
  type NamedInPath,
} from './access/path-resources.js';
export type { Grant, Principal, VisibleOrganization } from './access/principal.js';
export { RateLimiter, type Quota } from './access/rate-limiter.js';
export {
  ActivityViews,
  type ActivityDetail,
  type ActivitySprintView,
  type ActivityView,
  type ActivityWorkItemView,
  type ListActivity,
  type ProjectActivityView,
} from './activity/activity.views.js';
export { deleteComment, editComment, type EditComment, type NamedComment } from './comment/change-comment.js';
export type { CommentRepository } from './comment/comment.repository.js';
export { CommentViews, type CommentView, type PublicCommentView } from './comment/comment.views.js';
export { createComment, type CreateComment } from './comment/create-comment.js';
export type { AttachmentRepository } from './attachment/attachment.repository.js';
export { AttachmentViews, type AttachmentContentView, type AttachmentView } from './attachment/attachment.views.js';
export { AttachmentUsage } from './attachment/attachment-usage.js';
export { BlobReferences } from './attachment/blob-references.js';
export { BlobStore, type DatedBlob, type StoreId } from './attachment/blob-store.js';
export { Blobs, type CountBytes, type KeptBlob } from './attachment/blobs.js';
export { createAttachment, type CreateAttachment } from './attachment/create-attachment.js';
export { deleteAttachment, type DeleteAttachment } from './attachment/delete-attachment.js';
export {
  StoreOwnership,
  StoreTies,
  adoptStore,
  judgeStore,
  type Adoption,
  type StoreAndDatabase,
  type StoreJudgement,
  type StoreTie,
} from './attachment/store-ownership.js';
export {
  sweepBlobs,
  type SweepCounts,
  type SweepOptions,
  type SweepOutcome,
  type SweepPorts,
} from './attachment/sweep-blobs.js';
export { Leases, type Lease } from './housekeeping/leases.js';
export { Abandoned, Overloaded, QuotaExhausted, UnknownOutcome } from './faults.js';
export { hashOfToken, isWellFormedToken, newAccessToken } from './identity/access-token.js';
export { createLink, type CreateLink } from './link/create-link.js';
export { deleteLink, type DeleteLink } from './link/delete-link.js';
export type { LinkRepository } from './link/link.repository.js';
export { LinkViews, type LinkView, type LinkedWorkItemView, type ProjectSummaryView } from './link/link.views.js';
export { attachLabel, detachLabel, type AttachLabel, type DetachLabel } from './label/change-labels.js';
export { createLabel, type CreateLabel } from './label/create-label.js';
export type { LabelReference, LabelRepository } from './label/label.repository.js';
export { LabelViews, type ProjectLabelView } from './label/label.views.js';
export { fingerprintOf } from './mutation/fingerprint.js';
export { Mutations, type Answer, type MutationRequest, type Right } from './mutation/mutations.js';
export type {
  AuditEntry,
  AuditTrail,
  Claim,
  Fingerprint,
  IdempotencyKey,
  IdempotencyRecords,
  StoredReply,
} from './mutation/ports.js';
export type { Reply, Touched } from './mutation/reply.js';
export type { FoundUser, Members, UserReference } from './organization/members.js';
export {
  OrganizationUserViews,
  type ListOrganizationUsers,
  type OrganizationUserView,
} from './organization/organization-user.views.js';
export {
  OrganizationViews,
  type OrganizationMinimalView,
  type OrganizationSummaryView,
  type OrganizationView,
} from './organization/organization.views.js';
export { Cursors } from './paging/cursors.js';
export type { Page, PageInfo, PageRequest, UpperBound } from './paging/page.js';
export { archiveProject, unarchiveProject, updateProject, type UpdateProject } from './project/change-project.js';
export { createProject, type CreateProject } from './project/create-project.js';
export type { ProjectRepository } from './project/project.repository.js';
export { ProjectViews, type ListProjects, type ProjectContextView, type ProjectView } from './project/project.views.js';
export { getProfile } from './profile/get-profile.js';
export { listProfileWork, type ProfileQuery } from './profile/list-profile-work.js';
export {
  ProfileViews,
  type ProfileActivityView,
  type SharedOrganizationView,
  type UserProfileView,
  type UserStatsView,
} from './profile/profile.views.js';
export {
  getSprintReport,
  type CarryoverView,
  type DestinationView,
  type FeedEntryView,
  type ReportedSprintView,
  type ScopeChangeView,
  type SprintReportRowView,
  type SprintReportView,
} from './reports/get-sprint-report.js';
export { SprintReportFeed, type ReportedSprint } from './reports/sprint-report-feed.js';
export { invariant } from './invariant.js';
export { Readiness } from './readiness.js';
export { RequestWork } from './request-work.js';
export {
  PROTOCOL_ERRORS,
  isRefusal,
  refusal,
  refuse,
  type ErrorCode,
  type ProtocolErrorCode,
  type Refusal,
} from './refusals.js';
export type { PrecomputedFlow, RebuiltFlow } from './reports/precomputed-flow.js';
export { rebuildReports, type RebuiltProject } from './reports/rebuild-reports.js';
export { getProjectReport, type ProjectReportPorts } from './reports/get-project-report.js';
export {
  ProjectReportFeeds,
  type AgeingWipRequest,
  type ControlChartRequest,
  type DistributionRequest,
  type EpicProgressRequest,
  type SpanRequest,
  type VelocityRequest,
} from './reports/project-report-feeds.js';
export type {
  AgeingWipQuery,
  AskedReport,
  ControlChartQuery,
  CreatedVsResolvedQuery,
  CumulativeFlowQuery,
  DistributionQuery,
  EpicProgressQuery,
  FilteredQuery,
  LabelFilter,
  ReportQueries,
  ReportType,
  SpanQuery,
  VelocityQuery,
} from './reports/project-report-query.js';
export type {
  AgeingWipDefinition,
  AgeingWipReportView,
  ControlChartDefinition,
  ControlChartReportView,
  CreatedVsResolvedDefinition,
  CreatedVsResolvedReportView,
  CumulativeFlowDefinition,
  CumulativeFlowReportView,
  DistributionDefinition,
  DistributionReportView,
  EpicProgressDefinition,
  EpicProgressReportView,
  ProjectReportView,
  ReportEnvelope,
  ReportParameters,
  VelocityDefinition,
  VelocityReportView,
} from './reports/project-report.view.js';
export type { ReportFilter, ReportPopulation } from './reports/report-population.js';
export { createSprint, type CreateSprint } from './sprint/create-sprint.js';
export {
  sprintTransitionsOf,
  type SprintStanding,
  type SprintTransitionsView,
} from './sprint/list-sprint-transitions.js';
export type { SprintRepository } from './sprint/sprint.repository.js';
export { SprintViews, type SprintView } from './sprint/sprint.views.js';
export { transitionSprint, type NamedCompletion, type TransitionSprint } from './sprint/transition-sprint.js';
export {
  WORK_ITEM_CATALOGUE,
  type SqueakQLCall,
  type SqueakQLComparator,
  type SqueakQLCondition,
  type SqueakQLField,
  type SqueakQLFunction,
  type SqueakQLQuery,
  type SqueakQLValue,
} from './squeakql/catalogue.js';
export { dependsOnNow, momentOf, type Moment } from './squeakql/moment.js';
export {
  namedLabel,
  namedProject,
  namedSprints,
  namedUser,
  namedWorkItem,
  textOf,
  type NamedSprints,
  type NamedUser,
} from './squeakql/operands.js';
export {
  SQUEAKQL_BOUNDS,
  SQUEAKQL_DIAGNOSTIC_CODES,
  readSqueakQL,
  validateSqueakQL,
  type SqueakQLDiagnosticView,
  type SqueakQLMember,
  type SqueakQLValidationView,
} from './squeakql/read-query.js';
export { searchWorkItems, type SearchWorkItems } from './squeakql/search-work-items.js';
export {
  UnitOfWork,
  type AdmitOutcome,
  type TransactionLimits,
  type SavepointOutcome,
  type SavepointViews,
  type SavepointWork,
  type Transaction,
} from './unit-of-work.js';
export { archiveWorkItem, unarchiveWorkItem, type ArchiveWorkItem } from './work-item/archive-work-item.js';
export { createWorkItem, type CreateWorkItem } from './work-item/create-work-item.js';
export { deleteWorkItem, type DeleteWorkItem, type DeletedWorkItem } from './work-item/delete-work-item.js';
export { transitionsOf, type WorkItemTransitionsView } from './work-item/list-transitions.js';
export type { NamedReferences } from './work-item/references.js';
export { transitionWorkItem, type TransitionWorkItem } from './work-item/transition-work-item.js';
export { updateWorkItem, type UpdateWorkItem } from './work-item/update-work-item.js';
export type { FoundParent, WorkItemTrees } from './work-item/work-item-trees.js';
export type { WorkItemReference, WorkItemRepository } from './work-item/work-item.repository.js';
export {
  INVOLVEMENTS,
  WorkItemViews,
  type ContextPageRequest,
  type SearchPageRequest,
  type Involved,
  type Involvement,
  type LabelView,
  type ParentView,
  type ProfileWorkItemView,
  type PublicWorkItemView,
  type PublicUserSummaryView,
  type SprintSummaryView,
  type UserSummaryView,
  type WorkItemContextView,
  type WorkItemPageRequest,
  type WorkItemSummaryView,
  type WorkItemView,
} from './work-item/work-item.views.js';
export { administer, type Administered } from './administration/administer.js';
export {
  provision,
  type Provision,
  type Provisioned,
  type ProvisionedMember,
  type ProvisionedOrganization,
  type ProvisionedProject,
} from './administration/provision.js';
export type { AccessTokenListing, AccessTokenRecord, AccessTokens, TokenGrant } from './identity/access-tokens.js';
export { TOKEN_DAYS, createToken, type CreateToken, type NewToken } from './identity/create-token.js';
export { AVATAR_TYPE, type Avatars } from './identity/avatars.js';
export { createUser, newPublicId, type CreateUser } from './identity/create-user.js';
export { findUser } from './identity/find-user.js';
export { removeUser, type RemovedUser } from './identity/remove-user.js';
export { revokeToken } from './identity/revoke-token.js';
export type { UserListing, UserRecord, Users } from './identity/users.js';
export {
  addMember,
  changeMember,
  removeMember,
  type AddMember,
  type ChangeMember,
} from './organization/change-membership.js';
export { createOrganization, type CreateOrganization } from './organization/create-organization.js';
export type { Memberships } from './organization/memberships.js';
export type { OrganizationListing, OrganizationRecord, Organizations } from './organization/organizations.js';
export { resumeOrganization, suspendOrganization } from './organization/suspend-organization.js';
export type { Assignments } from './work-item/assignments.js';
export type { WorkItemImports } from './work-item/work-item-imports.js';
export type { ProjectKeys } from './project/project-keys.js';
export {
  FilterReferences,
  type FoundAcross,
  type FoundInFilter,
  type FoundProject,
  type NamedAcross,
  type NamedInFilter,
} from './work-item/collection/filter-references.js';
export { listMyWork, listOrganizationWorkItems } from './work-item/collection/list-work-items-across.js';
export { listWorkItems } from './work-item/collection/list-work-items.js';
export type { WorkItemFilter } from './work-item/collection/work-item-filter.js';
export {
  CONTEXT_FIELDS,
  SUMMARY_FIELDS,
  WORK_ITEM_SCOPES,
  WORK_ITEM_SORTS,
  type AssigneeFilter,
  type ContextField,
  type ContextQuery,
  type OrganizationQuery,
  type SummaryField,
  type WorkItemQuery,
  type WorkItemScope,
  type WorkItemSort,
} from './work-item/collection/work-item-query.js';
export {
  bulkCreation,
  bulkTransition,
  bulkUpdate,
  type BulkOperation,
  type BulkTarget,
  type JudgedOperation,
} from './bulk/bulk-operation.js';
export type { BulkTargets, FoundTarget, NamedTarget } from './bulk/bulk-targets.js';
export { MOST_BULK_BYTES, type BulkOutcome, type TellOutcome, type ToldOutcome } from './bulk/bulk-answer.js';
export { runBulk } from './bulk/run-bulk.js';
