import type { EndedSprint } from '../sprint/outcome.js';
import type { MetricCount } from './metric-count.js';
import type { SprintFigures } from './sprint-figures.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The figures of a completed Sprint at its boundary, as they are stored at its completion. They never change afterwards. */
export interface SprintSummary extends EndedSprint, Omit<SprintFigures, 'finalScope'> {}

/**
 * Builds the summary of a completed Sprint from the figures of its parts. A part is some of its items; together the parts are all items that a
 * report reads, each in one part. The commitment is unavailable only when no part has one.
 */
export function sprintSummary(ended: EndedSprint, parts: readonly SprintFigures[]): SprintSummary {
  assertKinds('sprintSummary', ended, { sprintId: 'text', startedAt: 'instant', completedAt: 'instant' });
  assertKinds('sprintSummary', { parts }, { parts: 'list' });
  const { organizationId, projectId, sprintId, startedAt, completedAt } = ended;
  const sum = (figure: 'committed' | 'completed' | 'carriedOver' | 'added' | 'removed') =>
    sumOf(parts.map((part) => part[figure]));
  const committed = sum('committed');
  return {
    organizationId,
    projectId,
    sprintId,
    startedAt,
    completedAt,
    committed,
    completed: sum('completed'),
    carriedOver: sum('carriedOver'),
    added: sum('added'),
    removed: sum('removed'),
    rowsCapped: parts.some(({ rowsCapped }) => rowsCapped),
    historyIncomplete: parts.some(({ historyIncomplete }) => historyIncomplete),
    commitmentUnavailable: committed.itemCount === 0 && parts.some((part) => part.commitmentUnavailable),
  };
}

function sumOf(counts: readonly MetricCount[]): MetricCount {
  return {
    itemCount: counts.reduce((sum, { itemCount }) => sum + itemCount, 0),
    points: counts.reduce((sum, { points }) => sum + points, 0),
  };
}
