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
import type { Refusal } from './refusals.js';
import type { AuditTrail, IdempotencyRecords } from './mutation/ports.js';
import type { Members } from './organization/members.js';
import type { ProjectRepository } from './project/project.repository.js';
import type { ProjectViews } from './project/project.views.js';
import type { SprintRepository } from './sprint/sprint.repository.js';
import type { SprintViews } from './sprint/sprint.views.js';
import type { WorkItemTrees } from './work-item/work-item-trees.js';
import type { WorkItemRepository } from './work-item/work-item.repository.js';
import type { WorkItemViews } from './work-item/work-item.views.js';

/** The work of one savepoint, and the view of its result. */
export interface SavepointWork<Done, View> {
  readonly perform: (tx: Transaction) => Promise<Done>;
  /** Asks the views once, right away: the answer may come together with those of the works that follow. */
  readonly show: (views: SavepointViews, done: Done) => Promise<View>;
}

export type SavepointViews = Pick<Transaction, 'workItemViews'>;

/**
 * Sees each outcome once, in the order of the works, and remembers nothing of an earlier attempt. A refusal that it throws undoes the
 * work of a view, and takes the place of the view.
 */
export type AdmitOutcome<View> = (outcome: SavepointOutcome<View>, index: number) => void;

export type SavepointOutcome<View> = { readonly refusal: Refusal } | { readonly view: View };

/** Everything a use case may touch, bound to one transaction. Returning commits, throwing rolls back. */
export interface Transaction {
  /** The database's clock after the last lock, later than the history of all that is locked. Read once: one request, one instant. */
  instant(): Promise<Date>;
  /**
   * Performs each work in a savepoint of its own, in their order: a refusal undoes what that one did and nothing else. They have
   * the instant of this transaction, and must lock nothing that is not locked already. Not to be nested.
   */
  savepoints<Done, View>(
    works: readonly SavepointWork<Done, View>[],
    admit: AdmitOutcome<View>,
  ): Promise<SavepointOutcome<View>[]>;
  readonly principals: Principals;
  readonly bulkTargets: BulkTargets;
  readonly labels: LabelRepository;
  readonly members: Members;
  readonly projects: ProjectRepository;
  readonly sprints: SprintRepository;
  readonly trees: WorkItemTrees;
  readonly workItems: WorkItemRepository;
  readonly comments: CommentRepository;
  readonly links: LinkRepository;
  readonly attachments: AttachmentRepository;
  /** Reading a view flushes first: a reply always shows what was saved. */
  readonly labelViews: LabelViews;
  readonly projectViews: ProjectViews;
  readonly sprintViews: SprintViews;
  readonly workItemViews: WorkItemViews;
  readonly commentViews: CommentViews;
  readonly linkViews: LinkViews;
  readonly attachmentViews: AttachmentViews;
  readonly idempotency: IdempotencyRecords;
  readonly audit: AuditTrail;
}

/** Bounds of a transaction beside the rules of its use cases. */
export interface TransactionLimits {
  /** Told how many bytes of search text are about to be written. Throws when they may not be. */
  readonly spendText: (bytes: number) => void;
}

/** Abstract class rather than interface: it is also the injection token. */
export abstract class UnitOfWork {
  /**
   * Runs `work` in one transaction; the whole of it again when the database found it in a deadlock or out of order, when a lock
   * did not come free in time, or when the connection was lost before COMMIT. Throws `Overloaded` when that did not help, or when
   * no connection came free, and `UnknownOutcome` when the connection broke while COMMIT was under way. Throws what `limits` throw.
   */
  abstract run<T>(work: (tx: Transaction) => Promise<T>, limits?: TransactionLimits): Promise<T>;
}
