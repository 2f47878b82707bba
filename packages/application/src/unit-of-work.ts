import type { OrganizationId } from '@worktrack/domain';
import type { Principals } from './access/authenticator.js';
import type { BulkTargets } from './bulk/bulk-targets.js';
import type { CommentRepository } from './comment/comment.repository.js';
import type { CommentViews } from './comment/comment.views.js';
import type { AttachmentRepository } from './attachment/attachment.repository.js';
import type { AttachmentViews } from './attachment/attachment.views.js';
import type { LinkRepository } from './link/link.repository.js';
import type { LinkViews } from './link/link.views.js';
import type { LabelRepository } from './label/label.repository.js';
import type { LabelViews } from './label/label.views.js';
import type { OwnTokenViews } from './identity/own-token.views.js';
import type { OwnTokens } from './identity/own-tokens.js';
import type { Refusal } from './refusals.js';
import type { AuditTrail, IdempotencyRecords } from './mutation/ports.js';
import type { Members } from './organization/members.js';
import type { OwnMemberships } from './organization/memberships.js';
import type { ProjectRepository } from './project/project.repository.js';
import type { ProjectViews } from './project/project.views.js';
import type { SessionViews } from './session/session.views.js';
import type { Passwords } from './session/passwords.js';
import type { Sessions } from './session/sessions.js';
import type { SignInLinks } from './session/sign-in-links.js';
import type { SavedSprintReportRepository } from './saved-sprint-report/saved-sprint-report.repository.js';
import type { SavedSprintReportViews } from './saved-sprint-report/saved-sprint-report.views.js';
import type { SprintRepository } from './sprint/sprint.repository.js';
import type { SprintSummaries } from './sprint/sprint-summaries.js';
import type { SprintViews } from './sprint/sprint.views.js';
import type { WorkItemTrees } from './work-item/work-item-trees.js';
import type { WorkItemRepository } from './work-item/work-item.repository.js';
import type { WorkItemViews } from './work-item/work-item.views.js';

/** The work in one savepoint, and the view of its result. */
export interface SavepointWork<Done, View> {
  readonly perform: (tx: Transaction) => Promise<Done>;
  /** Reads exactly one view, immediately: its query can share a round trip with those of the next works. */
  readonly show: (views: SavepointViews, done: Done) => Promise<View>;
}

/** The views that can be read after a work, before the next one begins. */
export interface SavepointViews {
  readonly workItemViews: Pick<WorkItemViews, 'publicOne'>;
}

/**
 * Called with each outcome once, in the order of the works; keeps no state of an earlier attempt. If it throws a refusal for a view, the
 * work of that view is undone and its outcome is the refusal.
 */
export type AdmitOutcome<View> = (outcome: SavepointOutcome<View>, index: number) => void;

/** The outcome of a work of its own savepoint: what it shows, or the refusal for which it was undone. */
export type SavepointOutcome<View> = { readonly refusal: Refusal } | { readonly view: View };

/** The ports of a use case, bound to one transaction. Returning commits, throwing rolls back. */
export interface Transaction {
  /**
   * Returns the instant of the request: the database's clock after the last lock, later than the history of all locked records. It is read
   * once per transaction.
   */
  instant(): Promise<Date>;
  /**
   * Performs each work in its own savepoint, in order: a refusal undoes only that work. The works share the instant of this transaction,
   * and must not take new locks. Savepoints must not be nested.
   */
  savepoints<Done, View>(
    works: readonly SavepointWork<Done, View>[],
    admit: AdmitOutcome<View>,
  ): Promise<SavepointOutcome<View>[]>;
  readonly principals: Principals;
  readonly bulkTargets: BulkTargets;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly signInLinks: SignInLinks;
  readonly labels: LabelRepository;
  readonly members: Members;
  readonly memberships: OwnMemberships;
  readonly ownTokens: OwnTokens;
  readonly projects: ProjectRepository;
  readonly sprints: SprintRepository;
  readonly sprintSummaries: SprintSummaries;
  readonly trees: WorkItemTrees;
  readonly workItems: WorkItemRepository;
  readonly comments: CommentRepository;
  readonly links: LinkRepository;
  readonly attachments: AttachmentRepository;
  readonly savedSprintReports: SavedSprintReportRepository;
  /** The views show what was saved before: reading one sends the writes first, unless its view was read with the lock (`findWithView`). */
  readonly sessionViews: SessionViews;
  readonly labelViews: LabelViews;
  readonly ownTokenViews: OwnTokenViews;
  readonly projectViews: ProjectViews;
  readonly sprintViews: SprintViews;
  readonly workItemViews: WorkItemViews;
  readonly commentViews: CommentViews;
  readonly linkViews: LinkViews;
  readonly attachmentViews: AttachmentViews;
  readonly savedSprintReportViews: SavedSprintReportViews;
  readonly idempotency: IdempotencyRecords;
  readonly audit: AuditTrail;
}

/** The limits of a transaction, in addition to the rules of its use cases. */
export interface TransactionLimits {
  /** [all] The only Organization whose rows the transaction reads and writes. */
  readonly organizationId?: OrganizationId | undefined;
  /** Called with the number of bytes of search text that are about to be written. Throws when the limit is exceeded. */
  readonly spendText: (bytes: number) => void;
}

/** The entry to transactions. Abstract class rather than interface: it is also the injection token. */
export abstract class UnitOfWork {
  /**
   * Runs `work` in one transaction. Retries all of it after a deadlock or a serialization failure, after a lock timeout, or when the
   * connection was lost before COMMIT. Throws `Overloaded` when the retries failed or no connection came free, and `UnknownOutcome` when
   * the connection broke during COMMIT. Rethrows the errors of `limits`.
   */
  abstract run<T>(work: (tx: Transaction) => Promise<T>, limits?: TransactionLimits): Promise<T>;
}
