import type { OrganizationId, UserId } from '@worktrack/domain';
import type { PrincipalPorts } from './access/ports.js';
import type { AttachmentPorts, PurgePorts } from './attachment/ports.js';
import type { BulkPorts } from './bulk/ports.js';
import type { RequestClock } from './shared/clock.js';
import type { CommentPorts } from './comment/ports.js';
import type { DeletedWorkItemPorts } from './deleted-work-item/deleted-work-items.js';
import type { AccountPorts, OwnTokenPorts } from './identity/ports.js';
import type { InvitationPorts } from './invitation/ports.js';
import type { LabelPorts } from './label/ports.js';
import type { LinkPorts } from './link/ports.js';
import type { MailPorts } from './mail/ports.js';
import type { AuditPorts } from './mutation/ports.js';
import type { MemberPorts, OrganizationPorts } from './organization/ports.js';
import type { PositionPorts } from './position/positions.js';
import type { ProjectKeyPorts, ProjectPorts } from './project/ports.js';
import type { FlowPorts } from './reports/ports.js';
import type { SavedSprintReportPorts } from './saved-sprint-report/ports.js';
import type { SavedViewPorts } from './saved-view/ports.js';
import type { SessionPorts } from './session/ports.js';
import type { SprintPorts } from './sprint/ports.js';
import type { WatchPorts } from './watch/ports.js';
import type { WebhookPorts } from './webhook/ports.js';
import type { WorkItemImportPorts, WorkItemPorts } from './work-item/ports.js';

/**
 * All ports, bound to one transaction. Returning commits, throwing rolls back. A use case names the few that it needs. The views show what was
 * saved before: reading one sends the writes first, unless its view was read with the lock (`findWithView`).
 */
export interface Transaction
  extends
    RequestClock,
    PrincipalPorts,
    BulkPorts,
    SessionPorts,
    LabelPorts,
    InvitationPorts,
    MemberPorts,
    OrganizationPorts,
    AccountPorts,
    OwnTokenPorts,
    ProjectPorts,
    SprintPorts,
    WorkItemPorts,
    PositionPorts,
    DeletedWorkItemPorts,
    CommentPorts,
    WatchPorts,
    LinkPorts,
    AttachmentPorts,
    MailPorts,
    SavedSprintReportPorts,
    SavedViewPorts,
    WebhookPorts,
    AuditPorts {}

/** The limits of a transaction, in addition to the rules of its use cases. */
export interface TransactionLimits {
  /** [all] The only Organization whose rows the transaction reads and writes. */
  readonly organizationId?: OrganizationId | undefined;
  /** The request and its user, for the feed of changes [a request of nobody]. */
  readonly by?: { readonly requestId: string; readonly actorId: UserId } | undefined;
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

/** A transaction with the ports that only tasks of administration, imports and rebuilds use. */
export interface AdministrationTransaction
  extends Transaction, ProjectKeyPorts, WorkItemImportPorts, FlowPorts, PurgePorts {}

/** Runs transactions of administration. The public API cannot inject it: it has no entry in `PORTS`. */
export abstract class AdministrationUnitOfWork {
  /** Runs and retries `work` as `UnitOfWork.run` does. */
  abstract run<T>(work: (tx: AdministrationTransaction) => Promise<T>): Promise<T>;
}
