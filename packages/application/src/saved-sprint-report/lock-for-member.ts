import type { ProjectScope } from '../access/access.js';
import type { MemberPorts } from '../organization/ports.js';
import { refuse } from '../shared/refusals.js';
import type { SavedSprintReportPorts } from './ports.js';

/**
 * Locks the saved reports of the Project. Before that it holds the membership of the actor: the account cannot be removed meanwhile, which
 * would leave a private report that nobody can read. Throws `NOT_FOUND` when the membership has ended.
 */
export async function lockForMember(
  tx: Pick<MemberPorts, 'members'> & Pick<SavedSprintReportPorts, 'savedSprintReports'>,
  scope: ProjectScope,
): Promise<void> {
  const member = await tx.members.find(scope.organizationId, { kind: 'id', id: scope.actorId });
  if (!member?.active) refuse('NOT_FOUND');
  tx.savedSprintReports.lock(scope);
}
