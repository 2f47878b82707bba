import { randomUUID } from 'node:crypto';
import { SavedSprintReport, type SavedSprintReportContent, type SavedSprintReportId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import type { MemberPorts } from '../organization/ports.js';
import { lockForMember } from './lock-for-member.js';
import type { SavedSprintReportPorts } from './ports.js';
import type { SavedSprintReportView } from './saved-sprint-report.views.js';

/** The command to save a Sprint report under a name, with defaults filled in. */
export type SaveSprintReport = SavedSprintReportContent;

/**
 * Saves a Sprint report for the actor, who needs no role; the Project can be archived. Throws `VALIDATION_ERROR` on `sprint` when the
 * Project has no such Sprint, and `CONFLICT` when the name is taken by another report of the actor or the bounds are reached.
 */
export async function saveSprintReport(
  tx: RequestClock & Pick<MemberPorts, 'members'> & SavedSprintReportPorts,
  scope: ProjectScope,
  content: SaveSprintReport,
): Promise<SavedSprintReportView> {
  await lockForMember(tx, scope);
  const { organizationId, projectId, actorId: ownerId } = scope;
  const facts = await tx.savedSprintReports.factsFor(scope, content.sprint);
  const id = randomUUID() as SavedSprintReportId;
  const report = { ...content, id, organizationId, projectId, ownerId };
  tx.savedSprintReports.add(SavedSprintReport.create(report, facts, await tx.instant()));
  return tx.savedSprintReportViews.one(scope, id);
}
