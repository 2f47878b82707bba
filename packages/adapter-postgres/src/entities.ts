import { AttachmentTable } from './attachment/attachment.table.js';
import { CommentTable } from './comment/comment.table.js';
import { AccessTokenTable, TokenGrantTable, TokenProjectGrantTable } from './identity/access-token.table.js';
import { AvatarTable } from './identity/avatar.table.js';
import { ExternalIdentityTable } from './identity/external-identity.table.js';
import { EmailChangeTable } from './identity/email-change.table.js';
import { UserTable } from './identity/user.table.js';
import { InvitationTable, JoinLinkTable } from './invitation/invitation.table.js';
import { LabelTable } from './label/label.table.js';
import { LinkTable } from './link/link.table.js';
import { IdempotencyRecordTable } from './mutation/idempotency-record.table.js';
import { FormerSlugTable } from './organization/former-slug.table.js';
import { HandoverTable } from './work-item/handover.table.js';
import { MembershipTable } from './organization/membership.table.js';
import { OrganizationTable } from './organization/organization.table.js';
import { ProjectTable } from './project/project.table.js';
import { ItemFlowTable, StatusSpanTable } from './recording/flow.table.js';
import { HistoryTable } from './recording/history.table.js';
import {
  SprintCommitmentTable,
  SprintDepartureTable,
  SprintEntryTable,
  SprintExitTable,
  SprintOutcomeTable,
} from './recording/sprint-ledger.table.js';
import { PasswordTable } from './session/password.table.js';
import { SignInLinkTable } from './session/sign-in-link.table.js';
import { SessionTable } from './session/session.table.js';
import { SpentProofTable } from './session/spent-proof.table.js';
import { SprintSummaryTable } from './reports/sprint-summary.table.js';
import { SavedSprintReportPinTable, SavedSprintReportTable } from './saved-sprint-report/saved-sprint-report.table.js';
import { SavedViewPinTable, SavedViewTable } from './saved-view/saved-view.table.js';
import { SprintTable } from './sprint/sprint.table.js';
import { WatchTable } from './watch/watch.table.js';
import { WebhookTable } from './webhook/webhook.table.js';
import { WorkItemTable } from './work-item/work-item.table.js';

/** The mappings of all records to their tables. */
export const ENTITIES = [
  AccessTokenTable,
  AttachmentTable,
  AvatarTable,
  CommentTable,
  EmailChangeTable,
  FormerSlugTable,
  HandoverTable,
  ExternalIdentityTable,
  HistoryTable,
  IdempotencyRecordTable,
  InvitationTable,
  ItemFlowTable,
  JoinLinkTable,
  LabelTable,
  LinkTable,
  MembershipTable,
  OrganizationTable,
  ProjectTable,
  PasswordTable,
  SessionTable,
  SignInLinkTable,
  SavedSprintReportPinTable,
  SavedSprintReportTable,
  SavedViewPinTable,
  SavedViewTable,
  SprintCommitmentTable,
  SprintDepartureTable,
  SprintEntryTable,
  SprintExitTable,
  SprintOutcomeTable,
  SprintSummaryTable,
  SpentProofTable,
  SprintTable,
  StatusSpanTable,
  TokenGrantTable,
  TokenProjectGrantTable,
  UserTable,
  WatchTable,
  WebhookTable,
  WorkItemTable,
].map(({ schema }) => schema);
