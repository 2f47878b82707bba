import {
  endedSprint,
  sprintFigures,
  sprintSummary,
  type EndedSprint,
  type SprintFigures,
  type SprintRecord,
} from '@worktrack/domain';
import type { SprintPorts } from './ports.js';

/** Computes the summary of a completed Sprint from its recorded outcome, and stores it. */
export async function summariseSprint(tx: Pick<SprintPorts, 'sprintSummaries'>, ended: EndedSprint): Promise<void> {
  const parts: SprintFigures[] = [];
  for await (const facts of tx.sprintSummaries.facts(ended)) parts.push(sprintFigures(facts));
  tx.sprintSummaries.add(sprintSummary(ended, parts));
}

/**
 * Summarises those of the imported Sprints that are done, as their completion would have done. Call it when every item that was ever in one of
 * them is stored.
 */
export async function summariseImportedSprints(
  tx: Pick<SprintPorts, 'sprintSummaries'>,
  sprints: readonly SprintRecord[],
): Promise<void> {
  for (const sprint of sprints) {
    const ended = endedSprint(sprint);
    if (ended) await summariseSprint(tx, ended);
  }
}
