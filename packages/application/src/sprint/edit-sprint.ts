import type { ExpectedRevision, Sprint, SprintId, SprintPlanChanges } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { SprintPorts } from './ports.js';
import type { SprintView } from './sprint.views.js';

/** The Sprint to change or delete, and its expected revision. */
export interface NamedSprint {
  readonly id: SprintId;
  readonly expected: ExpectedRevision;
}

/** The command to change the plan of a Sprint. */
export interface ChangeSprint extends NamedSprint {
  readonly changes: SprintPlanChanges;
}

/**
 * Changes the plan of a Sprint that is not done; equal values change nothing. Needs the administrator's role; the Project can be archived.
 * Throws `NOT_FOUND`, `REVISION_CONFLICT`, `CONFLICT` when the Sprint is done, and `VALIDATION_ERROR`.
 */
export async function changeSprint(
  tx: RequestClock & Pick<SprintPorts, 'sprintViews' | 'sprints'>,
  scope: ProjectScope,
  { changes, ...named }: ChangeSprint,
): Promise<SprintView> {
  const sprint = await lockedSprint(tx, scope, named);
  sprint.replan(changes, await tx.instant());
  if (sprint.hasChanged) tx.sprints.replan(sprint);
  return tx.sprintViews.one(scope, named.id);
}

/**
 * Deletes a future Sprint. Needs the administrator's role. Throws `NOT_FOUND`, `REVISION_CONFLICT`, and `CONFLICT` when the Sprint has
 * started, when a Work Item is or was in it, or when a saved Sprint report shows it.
 */
export async function deleteSprint(
  tx: Pick<SprintPorts, 'sprints'>,
  scope: ProjectScope,
  named: NamedSprint,
): Promise<void> {
  const sprint = await lockedSprint(tx, scope, named);
  sprint.assertCanBeDeleted(await tx.sprints.useOf(sprint));
  tx.sprints.delete(sprint);
}

async function lockedSprint(
  tx: Pick<SprintPorts, 'sprints'>,
  scope: ProjectScope,
  { id, expected }: NamedSprint,
): Promise<Sprint> {
  scope.require('admin');
  const sprint = (await tx.sprints.find(scope, [id])).get(id) ?? refuse('NOT_FOUND');
  sprint.expect(expected);
  return sprint;
}
