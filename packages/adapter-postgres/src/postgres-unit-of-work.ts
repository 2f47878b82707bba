import { setTimeout as delay } from 'node:timers/promises';
import {
  AdministrationUnitOfWork,
  Overloaded,
  UnitOfWork,
  UnknownOutcome,
  isRefusal,
  type AdministrationTransaction,
  type Cursors,
  type FeedCursors,
  type Outbox,
  type Transaction,
  type TransactionLimits,
  type WebhookSecrets,
} from '@worktrack/application';
import { PostgresPrincipals } from './access/principals.js';
import { PostgresAttachmentPurge } from './attachment/attachment-purge.js';
import { PostgresAttachmentRepository } from './attachment/attachment.repository.js';
import { PostgresAttachmentViews } from './attachment/attachment.views.js';
import { PostgresBulkTargets } from './bulk/bulk-targets.js';
import { PostgresCommentRepository } from './comment/comment.repository.js';
import { PostgresCommentViews } from './comment/comment.views.js';
import { PostgresDeletedWorkItems } from './deleted-work-item/deleted-work-items.js';
import type { Connections } from './engine/connections.js';
import type { SentStatement } from './engine/statement.js';
import type { TransactionOutcome } from './engine/monitor.js';
import { finalError, lacksPartition, retriesAfter } from './engine/failures.js';
import { restrictionTo } from './engine/row-security.js';
import { BatchRefused, type Undo, performApart, performTogether } from './engine/savepoints.js';
import { type SqlTransaction, inTransaction } from './engine/transaction.js';
import { PostgresAccessTokens } from './identity/access-tokens.js';
import { PostgresAvatars } from './identity/avatars.js';
import { PostgresExternalIdentities } from './identity/external-identities.js';
import { PostgresEmailChanges } from './identity/email-changes.js';
import { PostgresOwnTokens } from './identity/own-tokens.js';
import { PostgresOwnTokenViews } from './identity/own-token.views.js';
import { PostgresUsers } from './identity/users.js';
import { FeedWriter } from './recording/feed-writer.js';
import { PostgresInvitations } from './invitation/invitations.js';
import { PostgresLabelRepository } from './label/label.repository.js';
import { PostgresLabelViews } from './label/label.views.js';
import { PostgresLinkRepository } from './link/link.repository.js';
import { PostgresLinkViews } from './link/link.views.js';
import { PostgresOutbox } from './mail/outbox.js';
import { makeAuditPartitions } from './mutation/audit-partitions.js';
import { AUDIT_TABLE, PostgresAuditTrail } from './mutation/audit-trail.js';
import { PostgresIdempotencyRecords } from './mutation/idempotency-records.js';
import { PostgresMembers } from './organization/members.js';
import { PostgresMemberships } from './organization/memberships.js';
import { PostgresOrganizations } from './organization/organizations.js';
import { PostgresPositions } from './position/positions.js';
import { PostgresProjectKeys } from './project/project-keys.js';
import { PostgresProjectRepository } from './project/project.repository.js';
import { PostgresProjectViews } from './project/project.views.js';
import { HistoryWriter } from './recording/history.js';
import { Locks, SavepointLocks } from './recording/locks.js';
import { PostgresPrecomputedFlow } from './reports/precomputed-flow.js';
import { PostgresSprintSummaries } from './reports/sprint-summaries.js';
import { PostgresSessionViews } from './session/session.views.js';
import { PostgresPasswords } from './session/passwords.js';
import { PostgresSessions } from './session/sessions.js';
import { PostgresSetupLinks } from './session/setup-links.js';
import { PostgresSignInLinks } from './session/sign-in-links.js';
import { PostgresSpentProofs } from './session/spent-proofs.js';
import { PostgresSavedSprintReportRepository } from './saved-sprint-report/saved-sprint-report.repository.js';
import { PostgresSavedSprintReportViews } from './saved-sprint-report/saved-sprint-report.views.js';
import { PostgresSavedViewRepository } from './saved-view/saved-view.repository.js';
import { PostgresSavedViewViews } from './saved-view/saved-view.views.js';
import { PostgresSprintRepository } from './sprint/sprint.repository.js';
import { PostgresSprintViews } from './sprint/sprint.views.js';
import { PostgresWebhookRepository } from './webhook/webhook.repository.js';
import { PostgresWebhookViews } from './webhook/webhook.views.js';
import { PostgresAssignments } from './work-item/assignments.js';
import { ItemCache } from './work-item/item-cache.js';
import { CollectedItems, SingleItemWrites, type ItemWrites } from './work-item/item-writes.js';
import { LockedViews } from './work-item/locked-views.js';
import { PostgresWorkItemImports } from './work-item/work-item-imports.js';
import { takeNumbers, type NumberSource, type OfProject, type TakenNumbers } from './work-item/number-source.js';
import { WorkItemNumbers } from './work-item/work-item-numbers.js';
import { PostgresWorkItemTrees } from './work-item/work-item-trees.js';
import { PostgresWorkItemRepository } from './work-item/work-item.repository.js';
import { PostgresWatcherViews } from './watch/watcher.views.js';
import { PostgresWatches } from './watch/watches.js';
import { PostgresWorkItemViews } from './work-item/work-item.views.js';

/** The seals of cursors, and of the secrets of webhooks. */
export interface Seals {
  readonly cursors: Cursors;
  readonly feedCursors: FeedCursors;
  readonly webhookSecrets: WebhookSecrets;
}

/** Base of the random pause before a retry, in milliseconds. The maximum pause doubles with each retry. */
const PAUSE_BASE = 25;

/**
 * Runs transactions at READ COMMITTED: rows that must not change are locked. With row-level security, the database shows a transaction of
 * one Organization no row of another one.
 */
export class PostgresUnitOfWork extends UnitOfWork {
  constructor(
    private readonly connections: Connections,
    private readonly seals: Seals,
    private readonly numbers: NumberSource,
    private readonly hasRowSecurity: boolean,
    private readonly sendsMail: boolean,
    /** Called after each transaction that changed something that the feed tells. */
    private readonly onTold: () => void = () => undefined,
  ) {
    super();
  }

  async run<T>(work: (tx: Transaction) => Promise<T>, limits: TransactionLimits = UNLIMITED): Promise<T> {
    const take: TakeNumbers = (_transaction, scope, count) => this.numbers.take(scope, count);
    const { organizationId } = limits;
    const restriction = this.hasRowSecurity && organizationId ? restrictionTo(organizationId) : undefined;
    const attempt: Attempt<{ readonly result: T; readonly hasTold: boolean }> = async (transaction, apart) => {
      const shared = sharedOn(transaction, take, limits, this.sendsMail);
      const result = await work(transactionOn(transaction, this.seals, apart, shared));
      return { result, hasTold: shared.feed.write() };
    };
    const { result, hasTold } = await runRetried(this.connections, attempt, restriction);
    if (hasTold) this.onTold();
    return result;
  }
}

/** Runs the transactions of administration, which have more ports than those of `PostgresUnitOfWork`. */
export class PostgresAdministrationUnitOfWork extends AdministrationUnitOfWork {
  constructor(
    private readonly connections: Connections,
    private readonly seals: Seals,
    private readonly sendsMail: boolean,
  ) {
    super();
  }

  run<T>(work: (tx: AdministrationTransaction) => Promise<T>): Promise<T> {
    return runRetried(this.connections, async (transaction, apart) => {
      // A task might have created the Project in the same transaction.
      const shared = sharedOn(transaction, takeNumbers, UNLIMITED, this.sendsMail);
      const result = await work(administrationOn(transaction, this.seals, apart, shared));
      shared.feed.write();
      return result;
    });
  }
}

/** `apart` is true when the works of savepoints are performed one by one. */
type Attempt<T> = (transaction: SqlTransaction, apart: boolean) => Promise<T>;

async function runRetried<T>(connections: Connections, attempt: Attempt<T>, restriction?: SentStatement): Promise<T> {
  let apart = false;
  let hasMadePartitions = false;
  for (let failed = 0; ;) {
    try {
      const result = await inTransaction(connections, (transaction) => attempt(transaction, apart), restriction);
      connections.transactionEnded('committed');
      return result;
    } catch (error) {
      if (error instanceof BatchRefused) {
        connections.transactionEnded('retried');
        apart = true;
        continue;
      }
      if (lacksPartition(error, AUDIT_TABLE)) {
        connections.transactionEnded(hasMadePartitions ? 'failed' : 'retried');
        if (hasMadePartitions) throw new Overloaded('statement', NO_PARTITION, { cause: error });
        // This process slept for months, or the clock of the database was set.
        await makeAuditPartitions(connections).catch((cause: unknown) => Promise.reject(finalError(cause) as Error));
        hasMadePartitions = true;
        continue;
      }
      failed += 1;
      const isLast = failed > retriesAfter(error);
      connections.transactionEnded(isLast ? outcomeOf(error) : 'retried');
      if (isLast) throw finalError(error);
      await delay(Math.random() * PAUSE_BASE * 2 ** failed);
    }
  }
}

const NO_PARTITION = 'The audit trail has no partition for this instant, and none could be made.';

function outcomeOf(error: unknown): TransactionOutcome {
  if (error instanceof UnknownOutcome) return 'unknown';
  return isRefusal(error) ? 'refused' : 'failed';
}

const UNLIMITED: TransactionLimits = { spendText: () => undefined };

/** The state that a transaction shares with its savepoints. */
interface Shared {
  readonly locks: Locks;
  readonly feed: FeedWriter;
  readonly history: HistoryWriter;
  readonly numbers: WorkItemNumbers;
  readonly items: ItemCache;
  readonly views: LockedViews;
  readonly limits: TransactionLimits;
  readonly outbox: Outbox;
}

/** A function that takes numbers for a transaction, in it or next to it. */
type TakeNumbers = (transaction: SqlTransaction, scope: OfProject, count: number) => Promise<TakenNumbers>;

function sharedOn(
  transaction: SqlTransaction,
  take: TakeNumbers,
  limits: TransactionLimits,
  sendsMail: boolean,
): Shared {
  const locks = new Locks(transaction);
  const numbers = new WorkItemNumbers(async (scope, count) => {
    const { first } = await locks.follow(take(transaction, scope, count));
    return first;
  });
  const feed = new FeedWriter(transaction, limits.by);
  return {
    locks,
    feed,
    history: new HistoryWriter(transaction, feed),
    numbers,
    items: new ItemCache(),
    views: new LockedViews(),
    limits,
    outbox: new PostgresOutbox(transaction, sendsMail),
  };
}

function transactionOn(transaction: SqlTransaction, seals: Seals, apart: boolean, shared: Shared): Transaction {
  const { history, items, limits } = shared;
  const single = new SingleItemWrites(transaction, history, limits.spendText);
  return {
    ...portsOn(transaction, seals, shared.locks, shared, single, false),
    savepoints: (works, admit) => {
      const locks = new SavepointLocks(transaction, shared.locks);
      const txWith = (writes: ItemWrites): Transaction => ({
        ...portsOn(transaction, seals, locks, shared, writes, true),
        savepoints: () => Promise.reject(new Error('Savepoints are not nested.')),
      });
      return history.stepByStep(() => {
        if (apart) return performApart(transaction, { tx: txWith(single), mark: () => markOf(shared) }, works, admit);
        const later = new PostgresWorkItemViews(transaction.later, seals.cursors);
        const collected = new CollectedItems(transaction, history, items, later, limits.spendText);
        const mark = () => markOf(shared, collected);
        const within = { tx: txWith(collected), later: { workItemViews: collected }, mark };
        return performTogether(transaction, within, works, admit);
      });
    },
  };
}

/** Marks the state of the transaction. The returned function restores it. */
function markOf({ items, history, numbers }: Shared, collected?: CollectedItems): Undo {
  const undos = [items.mark(), history.mark(), numbers.mark(), ...(collected ? [collected.mark()] : [])];
  return () => {
    for (const undo of undos) undo();
  };
}

function portsOn(
  transaction: SqlTransaction,
  { cursors, feedCursors, webhookSecrets }: Seals,
  locks: Locks,
  { feed, history, numbers, items, views, outbox }: Shared,
  writes: ItemWrites,
  inSavepoint: boolean,
): Omit<Transaction, 'savepoints'> {
  return {
    instant: () => locks.instant(),
    principals: new PostgresPrincipals(transaction),
    bulkTargets: new PostgresBulkTargets(transaction),
    sessions: new PostgresSessions(transaction),
    passwords: new PostgresPasswords(transaction),
    signInLinks: new PostgresSignInLinks(transaction),
    setupLinks: new PostgresSetupLinks(transaction),
    spentProofs: new PostgresSpentProofs(transaction),
    labels: new PostgresLabelRepository(transaction, locks, feed),
    members: new PostgresMembers(locks),
    memberships: new PostgresMemberships(transaction, feed),
    ownTokens: new PostgresOwnTokens(transaction, locks),
    projects: new PostgresProjectRepository(transaction, locks, feed),
    sprints: new PostgresSprintRepository(transaction, locks, history, feed),
    sprintSummaries: new PostgresSprintSummaries(transaction),
    users: new PostgresUsers(transaction),
    avatars: new PostgresAvatars(transaction),
    externalIdentities: new PostgresExternalIdentities(transaction),
    emailChanges: new PostgresEmailChanges(transaction),
    organizations: new PostgresOrganizations(transaction),
    invitations: new PostgresInvitations(transaction),
    accessTokens: new PostgresAccessTokens(transaction),
    assignments: new PostgresAssignments(transaction, locks, history),
    comments: new PostgresCommentRepository(transaction),
    links: new PostgresLinkRepository(transaction),
    positions: new PostgresPositions(transaction, locks),
    deletedWorkItems: new PostgresDeletedWorkItems(transaction),
    trees: new PostgresWorkItemTrees(transaction, locks, history),
    watches: new PostgresWatches(transaction),
    workItems: new PostgresWorkItemRepository(transaction, locks, writes, numbers, items, views, inSavepoint),
    attachments: new PostgresAttachmentRepository(transaction),
    outbox,
    sessionViews: new PostgresSessionViews(transaction),
    savedSprintReports: new PostgresSavedSprintReportRepository(transaction, locks),
    savedViews: new PostgresSavedViewRepository(transaction, locks),
    webhooks: new PostgresWebhookRepository(transaction, locks, webhookSecrets),
    webhookViews: new PostgresWebhookViews(transaction, cursors, feedCursors),
    labelViews: new PostgresLabelViews(transaction, cursors),
    ownTokenViews: new PostgresOwnTokenViews(transaction),
    projectViews: new PostgresProjectViews(transaction, cursors),
    sprintViews: new PostgresSprintViews(transaction, cursors),
    watcherViews: new PostgresWatcherViews(transaction),
    workItemViews: new PostgresWorkItemViews(transaction, cursors, views),
    commentViews: new PostgresCommentViews(transaction, cursors),
    linkViews: new PostgresLinkViews(transaction, cursors),
    attachmentViews: new PostgresAttachmentViews(transaction, cursors),
    savedSprintReportViews: new PostgresSavedSprintReportViews(transaction),
    savedViewViews: new PostgresSavedViewViews(transaction, cursors),
    idempotency: new PostgresIdempotencyRecords(transaction),
    audit: new PostgresAuditTrail(transaction),
  };
}

function administrationOn(
  transaction: SqlTransaction,
  seals: Seals,
  apart: boolean,
  shared: Shared,
): AdministrationTransaction {
  return {
    ...transactionOn(transaction, seals, apart, shared),
    projectKeys: new PostgresProjectKeys(transaction),
    imports: new PostgresWorkItemImports(transaction),
    precomputedFlow: new PostgresPrecomputedFlow(transaction),
    attachmentPurge: new PostgresAttachmentPurge(transaction, shared.locks),
  };
}
