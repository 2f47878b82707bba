import { Core1763683200000 } from './0001-core.js';
import { Collections1795219200000 } from './0002-collections.js';
import { Comments1795219202000 } from './0003-comments.js';
import { Links1795219204000 } from './0005-links.js';
import { Sprints1795564800000 } from './0006-sprints.js';
import { Attachments1795564801000 } from './0007-attachments.js';
import { CollectionsAcross1795737600000 } from './0008-collections-across.js';
import { Avatars1795824000000 } from './0009-avatars.js';
import { SprintSummaries1795910400000 } from './0010-sprint-summaries.js';
import { Flow1795996800000 } from './0011-flow.js';
import { Squeakql1796083200000 } from './0012-squeakql.js';
import { SprintDepartures1796169600000 } from './0013-sprint-departures.js';
import { BlobStore1796256000000 } from './0014-blob-store.js';
import { BoundedKeys1796342400000 } from './0015-bounded-keys.js';
import { Statuses1796515200000 } from './0017-statuses.js';
import { Sessions1796601600000 } from './0018-sessions.js';
import { SavedSprintReports1796688000000 } from './0019-saved-sprint-reports.js';
import { ValidTokens1796774400000 } from './0020-valid-tokens.js';
import { ReportIndexes1796860800000 } from './0021-report-indexes.js';
import { SearchOrders1796947200000 } from './0022-search-orders.js';
import { EditedLabels1797033600000 } from './0023-edited-labels.js';
import { LiveEpics1797120000000 } from './0024-live-epics.js';
import { OrganizationKeys1797206400000 } from './0025-organization-keys.js';
import { LiveEpicsById1797292800000 } from './0026-live-epics-by-id.js';
import { StatusSince1797379200000 } from './0027-status-since.js';
import { Autovacuum1797465600000 } from './0028-autovacuum.js';
import { LastUses1797552000000 } from './0029-last-uses.js';
import { CursorKeys1797638400000 } from './0030-cursor-keys.js';
import { UrgentAndOld1797724800000 } from './0031-urgent-and-old.js';
import { OlderServers1797811200000 } from './0032-older-servers.js';
import { RowSecurity1797984000000 } from './0034-row-security.js';
import { AttachmentQuotas1798070400000 } from './0035-attachment-quotas.js';
import { ReplicaHeartbeat1798070401000 } from './0038-replica-heartbeat.js';
import { AuditByMonth1798070402000 } from './0039-audit-by-month.js';
import { FoldedLabelNames1798070403000 } from './0040-folded-label-names.js';

/** In the order they run. One that has been released is never edited; a number that is missing was never released. */
export const MIGRATIONS = [
  Core1763683200000,
  Collections1795219200000,
  Comments1795219202000,
  Links1795219204000,
  Sprints1795564800000,
  Attachments1795564801000,
  CollectionsAcross1795737600000,
  Avatars1795824000000,
  SprintSummaries1795910400000,
  Flow1795996800000,
  Squeakql1796083200000,
  SprintDepartures1796169600000,
  BlobStore1796256000000,
  BoundedKeys1796342400000,
  Statuses1796515200000,
  Sessions1796601600000,
  SavedSprintReports1796688000000,
  ValidTokens1796774400000,
  ReportIndexes1796860800000,
  SearchOrders1796947200000,
  EditedLabels1797033600000,
  LiveEpics1797120000000,
  OrganizationKeys1797206400000,
  LiveEpicsById1797292800000,
  StatusSince1797379200000,
  Autovacuum1797465600000,
  LastUses1797552000000,
  CursorKeys1797638400000,
  UrgentAndOld1797724800000,
  OlderServers1797811200000,
  RowSecurity1797984000000,
  AttachmentQuotas1798070400000,
  ReplicaHeartbeat1798070401000,
  AuditByMonth1798070402000,
  FoldedLabelNames1798070403000,
];

/** The name under which TypeORM remembers each. */
export const MIGRATION_NAMES: readonly string[] = MIGRATIONS.map((Migration) => new Migration().name);

/** The name of the newest migration. */
export const LAST_MIGRATION = MIGRATION_NAMES.at(-1) ?? '';

/** The migrations up to the one with this name [all]. */
export const migrationsUpTo = (last: string | undefined): typeof MIGRATIONS =>
  last === undefined ? MIGRATIONS : MIGRATIONS.slice(0, MIGRATION_NAMES.indexOf(last) + 1);
