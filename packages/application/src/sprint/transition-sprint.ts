import type { Completion, ExpectedRevision, Sprint, SprintId, SprintState } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { SprintPorts } from './ports.js';
import type { SprintView } from './sprint.views.js';
import { summariseSprint } from './summarise-sprint.js';

/** The destination of unfinished work in a request. */
export type NamedCompletion =
  | { readonly mode: 'backlog' }
  | { readonly mode: 'sprint'; readonly targetSprintId: SprintId };

/** The command to start or complete a Sprint. */
export interface TransitionSprint {
  readonly sprintId: SprintId;
  readonly expected: ExpectedRevision;
  readonly targetState: SprintState;
  readonly completion: NamedCompletion | undefined;
}

/**
 * Starts or completes a Sprint; a completion moves all unfinished work in one step. Throws `REVISION_CONFLICT`,
 * `INVALID_SPRINT_TRANSITION`, `ACTIVE_SPRINT_EXISTS`, `SPRINT_HAS_UNFINISHED_WORK_ITEMS`, `INVALID_COMPLETION_TARGET`.
 */
export async function transitionSprint(
  tx: RequestClock & SprintPorts,
  scope: ProjectScope,
  { sprintId, expected, targetState, completion }: TransitionSprint,
): Promise<SprintView> {
  const targets = completion?.mode === 'sprint' ? [completion.targetSprintId] : [];
  const sprints = await tx.sprints.find(scope, [sprintId, ...targets]);
  const sprint = sprints.get(sprintId) ?? refuse('NOT_FOUND');
  sprint.expect(expected);
  sprint.assertCanBecome(targetState);

  const unfinished = await tx.sprints.lockItems(scope, sprintId);
  const now = await tx.instant();
  if (targetState === 'active') {
    const commitment = sprint.start(await tx.sprints.findActive(scope), now);
    tx.sprints.save(sprint);
    tx.sprints.recordCommitment(commitment);
  } else {
    const outcome = sprint.complete(unfinished, withTarget(completion, sprints), scope.actorId, now);
    tx.sprints.save(sprint);
    tx.sprints.recordOutcome(outcome);
    await summariseSprint(tx, outcome);
    if (outcome.carryover) tx.sprints.carryOver(outcome.carryover);
  }
  return tx.sprintViews.one(scope, sprintId);
}

function withTarget(
  completion: NamedCompletion | undefined,
  sprints: ReadonlyMap<SprintId, Sprint>,
): Completion | undefined {
  if (completion?.mode !== 'sprint') return completion;
  return { mode: 'sprint', target: sprints.get(completion.targetSprintId) };
}
