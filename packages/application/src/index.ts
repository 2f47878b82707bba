export * from './access/access.js';
export * from './access/principal.js';
export * from './administration/administer.js';
export * from './administration/create-token.js';
export * from './administration/provision.js';
export * from './administration/remove-user.js';
export * from './administration/set-up.js';
export * from './administration/sign-in-with-provider.js';
export * from './attachment/attachment.repository.js';
export * from './attachment/blob-store.js';
export * from './attachment/create-attachment.js';
export * from './attachment/delete-attachment.js';
export * from './attachment/attachment-purge.js';
export * from './attachment/purge-attachments.js';
export * from './attachment/refuse-past-quota.js';
export * from './attachment/sweep-blobs.js';
export * from './attachment/verify-blobs.js';
export { MOST_BULK_BYTES, type BulkOutcome, type RenderOutcome, type RenderedOutcome } from './bulk/bulk-response.js';
export * from './bulk/bulk-operation.js';
export * from './bulk/bulk-targets.js';
export type { AdmitOutcome, SavepointOutcome, SavepointViews, SavepointWork } from './bulk/ports.js';
export * from './bulk/run-bulk.js';
export * from './comment/change-comment.js';
export * from './comment/comment.repository.js';
export * from './comment/create-comment.js';
export * from './identity/access-token.js';
export * from './identity/access-tokens.js';
export * from './identity/avatars.js';
export * from './identity/change-avatar.js';
export * from './identity/change-email.js';
export * from './identity/confirm-by-mail.js';
export * from './identity/create-own-token.js';
export * from './identity/create-user.js';
export * from './identity/external-identities.js';
export * from './identity/email-changes.js';
export * from './identity/find-user.js';
export * from './identity/own-tokens.js';
export * from './identity/recover-password.js';
export * from './identity/revoke-own-token.js';
export * from './identity/revoke-token.js';
export * from './identity/rotate-token.js';
export * from './identity/update-me.js';
export * from './identity/users.js';
export * from './invitation/accept-invitation.js';
export * from './invitation/invitations.js';
export * from './invitation/invite-members.js';
export * from './invitation/join-link.js';
export * from './label/change-labels.js';
export * from './label/create-label.js';
export * from './label/edit-label.js';
export * from './label/label.repository.js';
export * from './limits/keyed-semaphore.js';
export * from './link/create-link.js';
export * from './link/delete-link.js';
export * from './link/link.repository.js';
export * from './mail/mail.js';
export * from './mail/mail-sender.js';
export type { Outbox } from './mail/ports.js';
export * from './mail/send-mails.js';
export * from './mutation/fingerprint.js';
export {
  KeyTaken,
  type AuditEntry,
  type AuditTrail,
  type CompletedMutation,
  type Fingerprint,
  type IdempotencyKey,
  type IdempotencyRecords,
  type KeptReplies,
  type StoredReply,
} from './mutation/ports.js';
export * from './mutation/reply.js';
export {
  addMember,
  changeMember,
  removeMember,
  type AddMember,
  type ChangeMember,
} from './membership/change-membership.js';
export * from './deleted-work-item/erase-work-items.js';
export * from './deleted-work-item/restore-work-item.js';
export * from './deletion/delete-organizations.js';
export { completeHandover, completeHandovers, REASSIGNED_AT_ONCE } from './membership/hand-over.js';
export * from './deletion/organization-deletion.js';
export * from './organization/change-own-username.js';
export * from './organization/change-organization.js';
export * from './organization/create-organization.js';
export { findMembership, findOrganization } from './organization/find-organization.js';
export * from './membership/manage-members.js';
export * from './organization/members.js';
export * from './organization/memberships.js';
export * from './organization/organization-settings.js';
export * from './organization/organizations.js';
export * from './organization/set-attachment-quota.js';
export * from './organization/suspend-organization.js';
export * from './paging/page.js';
export * from './profile/get-profile.js';
export * from './profile/list-profile-work.js';
export * from './project/change-project.js';
export * from './project/create-project.js';
export * from './project/project-keys.js';
export * from './project/project.repository.js';
export * from './reports/get-project-report.js';
export * from './reports/get-sprint-report.js';
export * from './reports/in-text.js';
export * from './reports/precomputed-flow.js';
export * from './reports/project-report.js';
export * from './reports/rebuild-reports.js';
export * from './reports/report-population.js';
export * from './reports/report-query.js';
export * from './reports/reports.js';
export * from './session/begin-session.js';
export * from './session/change-password.js';
export * from './session/create-link.js';
export * from './reports/whole-report.js';
export * from './session/end-session.js';
export * from './session/end-sessions-of-provider.js';
export * from './session/password-rules.js';
export * from './session/session-secret.js';
export * from './session/setup-links.js';
export * from './session/sessions.js';
export * from './session/sign-in-links.js';
export * from './session/spent-proofs.js';
export * from './saved-sprint-report/change-saved-sprint-report.js';
export * from './saved-sprint-report/pin-sprint-report.js';
export * from './saved-sprint-report/save-sprint-report.js';
export * from './saved-sprint-report/saved-sprint-report.repository.js';
export * from './saved-view/change-saved-view.js';
export * from './saved-view/pin-view.js';
export * from './saved-view/save-view.js';
export * from './saved-view/saved-view.repository.js';
export * from './sprint/create-sprint.js';
export * from './sprint/edit-sprint.js';
export * from './sprint/list-sprint-transitions.js';
export * from './sprint/sprint.repository.js';
export * from './sprint/sprint-summaries.js';
export * from './sprint/summarise-sprint.js';
export * from './sprint/transition-sprint.js';
export * from './watch/update-watcher.js';
export {
  SQUEAKQL_BOUNDS,
  WORK_ITEM_CATALOGUE,
  type SqueakQLCall,
  type SqueakQLComparator,
  type SqueakQLCondition,
  type SqueakQLField,
  type SqueakQLFunction,
  type SqueakQLQuery,
  type SqueakQLValue,
} from './squeakql/catalogue.js';
export * from './squeakql/moment.js';
export * from './squeakql/operands.js';
export * from './squeakql/read-query.js';
export * from './work-item/count-work-items.js';
export * from './position/move-work-items.js';
export { BEFORE_ALL_POSITIONS, POSITION_STEP } from './position/position.js';
export * from './webhook/change-webhook.js';
export * from './webhook/deliver-events.js';
export * from './webhook/webhook-queue.js';
export * from './webhook/webhook-secrets.js';
export * from './webhook/webhook.repository.js';
export * from './work-item/search-work-items.js';
export * from './work-item/archive-work-item.js';
export * from './work-item/assignments.js';
export { listMyWork, listOrganizationWorkItems } from './work-item/collection/list-work-items-across.js';
export * from './work-item/collection/list-work-items.js';
export * from './work-item/collection/work-item-filter.js';
export * from './work-item/collection/work-item-query.js';
export { createWorkItem, type CreateWorkItem } from './work-item/create-work-item.js';
export * from './work-item/delete-work-item.js';
export * from './work-item/field-views.js';
export * from './work-item/list-transitions.js';
export type { NamedReferences } from './work-item/references.js';
export { transitionWorkItem, type TransitionWorkItem } from './work-item/transition-work-item.js';
export { updateWorkItem, type UpdateWorkItem } from './work-item/update-work-item.js';
export * from './work-item/work-item-imports.js';
export * from './work-item/work-item-trees.js';
export * from './work-item/work-item.repository.js';
export * from './shared/faults.js';
export * from './shared/invariant.js';
export * from './ports.js';
export * from './shared/refusals.js';
export * from './shared/request-trace.js';
export * from './shared/request-work.js';
export { FeedCursors } from './feed/feed-cursors.js';
export { SharedFeed } from './feed/shared-feed.js';
export { FeedFollower, FeedHub, type FeedHead } from './feed/feed-hub.js';
export {
  FeedViews,
  coversType,
  type FedChange,
  type FedData,
  type FeedPart,
  type FedValue,
  type FeedEventView,
  type FeedPageView,
  type FeedReader,
  type ListEvents,
  type FollowFeed,
} from './feed/feed.views.js';
export { FEED_TYPES, entriesOf, type FeedEntry, type FeedType, type ToldEvent } from './feed/feed-entry.js';
