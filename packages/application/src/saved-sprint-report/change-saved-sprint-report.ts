import type {
  ExpectedRevision,
  SavedSprintReport,
  SavedSprintReportChanges,
  SavedSprintReportId,
} from '@worktrack/domain';
import { Access, type ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import type { MemberPorts } from '../organization/ports.js';
import { refuse } from '../shared/refusals.js';
import { lockForMember } from './lock-for-member.js';
import type { SavedSprintReportPorts } from './ports.js';
import type { SavedSprintReportView } from './saved-sprint-report.views.js';

type Ports = Pick<MemberPorts, 'members'> & Pick<SavedSprintReportPorts, 'savedSprintReports'>;

/** The saved report to change, and its expected revision. */
export interface NamedSavedSprintReport {
  readonly id: SavedSprintReportId;
  readonly expected: ExpectedRevision;
}

/** The command to change a saved report. */
export interface ChangeSavedSprintReport extends NamedSavedSprintReport {
  readonly changes: SavedSprintReportChanges;
}

/**
 * Changes a saved report of the actor; equal values change nothing. When the owner stops sharing it, the pins of everybody else end. Throws
 * `FORBIDDEN` unless the actor is the owner: a name must be free among the owner's reports, private ones included, so nobody else can
 * choose it. Throws `REVISION_CONFLICT`, `VALIDATION_ERROR` on `sprint`, and `CONFLICT` when the name is taken or the bound is reached.
 */
export async function changeSavedSprintReport(
  tx: Ports & RequestClock & Pick<SavedSprintReportPorts, 'savedSprintReportViews'>,
  scope: ProjectScope,
  { changes, ...named }: ChangeSavedSprintReport,
): Promise<SavedSprintReportView> {
  const report = await visibleReport(tx, scope, named.id);
  Access.requireAuthor(scope, report.record.ownerId);
  report.expect(named.expected);
  const before = report.record;
  const facts = await tx.savedSprintReports.factsFor(scope, changes.sprint ?? before.sprint);
  report.change(changes, facts, await tx.instant());
  tx.savedSprintReports.save(report);
  if (before.shared && changes.shared === false) tx.savedSprintReports.unpinForOthers(report);
  return tx.savedSprintReportViews.one(scope, named.id);
}

/**
 * Deletes a saved report with all its pins. Throws `FORBIDDEN` unless the actor is the owner or an administrator, who can read shared
 * reports only, and `REVISION_CONFLICT`.
 */
export async function deleteSavedSprintReport(
  tx: Ports,
  scope: ProjectScope,
  { id, expected }: NamedSavedSprintReport,
): Promise<void> {
  const report = await visibleReport(tx, scope, id);
  Access.requireUploader(scope, report.record.ownerId);
  report.expect(expected);
  tx.savedSprintReports.delete(report);
}

/** Locks the saved reports of the Project and finds one that the actor can read. Throws `NOT_FOUND`. */
export async function visibleReport(
  tx: Ports,
  scope: ProjectScope,
  id: SavedSprintReportId,
): Promise<SavedSprintReport> {
  await lockForMember(tx, scope);
  const report = await tx.savedSprintReports.find(scope, id);
  return report?.isVisibleTo(scope.actorId) ? report : refuse('NOT_FOUND');
}
