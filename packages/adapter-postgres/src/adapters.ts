import {
  Cursors,
  FeedCursors,
  FeedHub,
  KnownBrowsers,
  PendingSignIns,
  WebhookSecrets,
  type DatabasePorts,
  type MaintenancePorts,
} from '@worktrack/application';
import { CursorSeal } from '@worktrack/keyset';
import { PostgresAuthenticator } from './access/authenticator.js';
import { NotedUses } from './access/noted-uses.js';
import { PostgresPathResources } from './access/path-resources.js';
import { PostgresPeople } from './access/people.js';
import { PostgresActivityViews } from './activity/activity.views.js';
import { PostgresAttachmentUsage } from './attachment/attachment-usage.js';
import { PostgresAttachmentViews } from './attachment/attachment.views.js';
import { PostgresBlobReferences } from './attachment/blob-references.js';
import { PostgresStoreTies } from './attachment/store-ties.js';
import { PostgresCommentViews } from './comment/comment.views.js';
import { makeAuditPartitions } from './mutation/audit-partitions.js';
import type { Database } from './database.js';
import { purgeOldChanges } from './feed/purge-changes.js';
import { readFeedHeads } from './feed/feed-heads.js';
import { PostgresFeedViews } from './feed/feed.views.js';
import { numberChanges } from './feed/sequencer.js';
import { PostgresDeletedWorkItemViews } from './deleted-work-item/deleted-work-item.views.js';
import { PostgresWorkItemErasure } from './deleted-work-item/work-item-erasure.js';
import { PostgresOrganizationDeletion } from './deletion/organization-deletion.js';
import { readCursorKeys } from './keys/cursor-keys.js';
import { readFeedEpoch } from './keys/feed-epoch.js';
import { PostgresLeases } from './housekeeping/leases.js';
import { PostgresReleaseFiles } from './housekeeping/release-files.js';
import { PostgresEmailChangeViews } from './identity/email-change.views.js';
import { PostgresOwnTokenViews } from './identity/own-token.views.js';
import { PostgresInvitationViews } from './invitation/invitation.views.js';
import { PostgresLabelViews } from './label/label.views.js';
import { PostgresLinkViews } from './link/link.views.js';
import { PostgresMailQueue } from './mail/mail-queue.js';
import { PostgresMailStates } from './mail/mail-states.js';
import { purgeIdempotencyRecords, purgeOfOldIdempotencyRecords } from './mutation/idempotency-records.js';
import { PostgresMemberViews } from './organization/member.views.js';
import { PostgresOrganizationUserViews } from './organization/organization-user.views.js';
import { PostgresOrganizationViews } from './organization/organization.views.js';
import { PostgresAdministrationUnitOfWork, PostgresUnitOfWork } from './postgres-unit-of-work.js';
import { PostgresPositionViews } from './position/position.views.js';
import { PostgresProfileViews } from './profile/profile.views.js';
import { PostgresProjectViews } from './project/project.views.js';
import { PostgresProjectReportFeeds } from './reports/project-report-feeds.js';
import { PostgresSprintReportFeed } from './reports/sprint-report-feed.js';
import { PostgresPasswordAccounts } from './session/passwords.js';
import { purgeEndedSessions } from './session/purge-ended.js';
import { PostgresSessionViews } from './session/session.views.js';
import { PostgresSavedSprintReportViews } from './saved-sprint-report/saved-sprint-report.views.js';
import { PostgresSavedViewViews } from './saved-view/saved-view.views.js';
import { PostgresSprintViews } from './sprint/sprint.views.js';
import { PostgresWatcherViews } from './watch/watcher.views.js';
import { PostgresWebhookQueue } from './webhook/webhook-queue.js';
import { PostgresWebhookViews } from './webhook/webhook.views.js';
import { PostgresCardViews } from './work-item/cards.views.js';
import { PostgresFilterReferences } from './work-item/collection/filter-references.js';
import { NumberSource } from './work-item/number-source.js';
import { PostgresWorkItemViews } from './work-item/work-item.views.js';

/**
 * Creates the PostgreSQL implementations of the application's ports for one database.
 * @param sendsMail false where no server for mail is configured: then nothing is put into the outbox
 */
export function postgresAdapters(
  { connections, snapshots, counters, cursorKeys, feedEpoch, webhookKey, hasRowSecurity }: Database,
  { sendsMail = false } = {},
): DatabasePorts & MaintenancePorts {
  if (!cursorKeys || !feedEpoch || !webhookKey)
    throw new Error('The ports work as the role of the service, which has the keys of cursors.');
  const seal = new CursorSeal(...cursorKeys);
  const cursors = new Cursors(seal);
  const listeners = new Set<() => void>();
  const onTold = () => {
    for (const listener of listeners) listener();
  };
  const feedCursors = new FeedCursors(...cursorKeys);
  feedCursors.epoch = feedEpoch;
  const webhookSecrets = new WebhookSecrets(webhookKey);
  const seals = { cursors, feedCursors, webhookSecrets };
  const uses = new NotedUses();
  return {
    cursors,
    knownBrowsers: new KnownBrowsers(seal),
    pendingSignIns: new PendingSignIns(seal),
    unitOfWork: new PostgresUnitOfWork(
      connections,
      seals,
      new NumberSource(counters),
      hasRowSecurity,
      sendsMail,
      onTold,
    ),
    administration: new PostgresAdministrationUnitOfWork(connections, seals, sendsMail),
    authenticator: new PostgresAuthenticator(connections, uses),
    people: new PostgresPeople(connections),
    pathResources: new PostgresPathResources(connections),
    activityViews: new PostgresActivityViews(connections, cursors),
    deletedWorkItemViews: new PostgresDeletedWorkItemViews(connections, cursors),
    emailChangeViews: new PostgresEmailChangeViews(connections),
    feedHub: new FeedHub((organizations) => readFeedHeads(connections, organizations)),
    feedViews: new PostgresFeedViews(connections, feedCursors),
    invitationViews: new PostgresInvitationViews(connections, cursors),
    labelViews: new PostgresLabelViews(connections, cursors),
    memberViews: new PostgresMemberViews(connections, cursors),
    organizationUserViews: new PostgresOrganizationUserViews(connections, cursors),
    organizationViews: new PostgresOrganizationViews(connections, cursors),
    ownTokenViews: new PostgresOwnTokenViews(connections),
    positionViews: new PostgresPositionViews(connections, cursors),
    profileViews: new PostgresProfileViews(connections, cursors),
    projectViews: new PostgresProjectViews(connections, cursors),
    passwordAccounts: new PostgresPasswordAccounts(connections),
    sessionViews: new PostgresSessionViews(connections),
    sprintViews: new PostgresSprintViews(connections, cursors),
    releaseFiles: new PostgresReleaseFiles(connections),
    savedSprintReportViews: new PostgresSavedSprintReportViews(connections),
    savedViewViews: new PostgresSavedViewViews(connections, cursors),
    projectReportFeeds: new PostgresProjectReportFeeds(snapshots),
    sprintReportFeed: new PostgresSprintReportFeed(snapshots),
    filterReferences: new PostgresFilterReferences(connections),
    cardViews: new PostgresCardViews(connections),
    watcherViews: new PostgresWatcherViews(connections),
    workItemViews: new PostgresWorkItemViews(connections, cursors),
    commentViews: new PostgresCommentViews(connections, cursors),
    linkViews: new PostgresLinkViews(connections, cursors),
    mailStates: new PostgresMailStates(connections, sendsMail),
    attachmentViews: new PostgresAttachmentViews(connections, cursors),
    attachmentUsage: new PostgresAttachmentUsage(connections),
    blobReferences: new PostgresBlobReferences(connections),
    storeTies: new PostgresStoreTies(connections),
    leases: new PostgresLeases(connections),
    organizationDeletion: new PostgresOrganizationDeletion(connections),
    workItemErasure: new PostgresWorkItemErasure(connections),
    mailQueue: new PostgresMailQueue(connections),
    webhookQueue: new PostgresWebhookQueue(connections, webhookSecrets),
    webhookViews: new PostgresWebhookViews(connections, cursors, feedCursors),
    purgeIdempotencyRecords: () => purgeIdempotencyRecords(connections),
    refreshCursorKeys: async () => {
      const keys = await readCursorKeys(connections);
      seal.replaceKeys(...keys);
      feedCursors.replaceKeys(...keys);
      feedCursors.epoch = await readFeedEpoch(connections);
    },
    writeUses: () => uses.write(connections),
    makeAuditPartitions: () => makeAuditPartitions(connections),
    onChanges: (told) => {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    purgeOldChanges: (days) => purgeOldChanges(connections, days),
    numberChanges: () => numberChanges(connections),
    purgeEndedSessions: () => purgeEndedSessions(connections),
    purgeOldIdempotencyRecords: purgeOfOldIdempotencyRecords(connections),
  };
}
