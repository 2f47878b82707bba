import { assertRoomForPin, type SavedSprintReportId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import type { MemberPorts } from '../organization/ports.js';
import { visibleReport } from './change-saved-sprint-report.js';
import type { SavedSprintReportPorts } from './ports.js';

type Ports = Pick<MemberPorts, 'members'> & Pick<SavedSprintReportPorts, 'savedSprintReports'>;

/** The saved report to pin or unpin. */
export interface PinSprintReport {
  readonly id: SavedSprintReportId;
}

/**
 * Pins a saved report for the actor; a repeat changes nothing and keeps the place of the pin. Throws `NOT_FOUND`, and `CONFLICT` when the
 * actor has pinned `MOST_SAVED_SPRINT_REPORTS.pins` reports of the Project.
 */
export async function pinSprintReport(
  tx: Ports & RequestClock,
  scope: ProjectScope,
  { id }: PinSprintReport,
): Promise<void> {
  await visibleReport(tx, scope, id);
  const { count, isPinned } = await tx.savedSprintReports.pins(scope, id);
  if (isPinned) return;
  assertRoomForPin(count);
  tx.savedSprintReports.pin(scope, id, await tx.instant());
}

/** Ends the actor's pin of a saved report; a repeat changes nothing. Throws `NOT_FOUND`. */
export async function unpinSprintReport(tx: Ports, scope: ProjectScope, { id }: PinSprintReport): Promise<void> {
  await visibleReport(tx, scope, id);
  tx.savedSprintReports.unpin(scope, id);
}
