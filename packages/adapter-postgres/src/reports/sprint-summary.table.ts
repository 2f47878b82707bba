import type { SprintSummary } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A `SprintSummary` in flat members. */
export interface SprintSummaryRow extends Pick<
  SprintSummary,
  | 'organizationId'
  | 'sprintId'
  | 'projectId'
  | 'startedAt'
  | 'completedAt'
  | 'rowsCapped'
  | 'historyIncomplete'
  | 'commitmentUnavailable'
> {
  readonly committedItems: number;
  readonly committedPoints: number;
  readonly completedItems: number;
  readonly completedPoints: number;
  readonly carriedOverItems: number;
  readonly carriedOverPoints: number;
  readonly addedItems: number;
  readonly addedPoints: number;
  readonly removedItems: number;
  readonly removedPoints: number;
}

/** A row is a `SprintSummaryRow`. */
export const SprintSummaryTable = tableOf<SprintSummaryRow>('SprintSummary', 'sprint_summaries', {
  organizationId: { type: 'uuid', primary: true },
  sprintId: { type: 'uuid', primary: true },
  projectId: { type: 'uuid' },
  startedAt: { type: 'timestamptz', precision: 3 },
  completedAt: { type: 'timestamptz', precision: 3 },
  committedItems: { type: 'bigint' },
  committedPoints: { type: 'bigint' },
  completedItems: { type: 'bigint' },
  completedPoints: { type: 'bigint' },
  carriedOverItems: { type: 'bigint' },
  carriedOverPoints: { type: 'bigint' },
  addedItems: { type: 'bigint' },
  addedPoints: { type: 'bigint' },
  removedItems: { type: 'bigint' },
  removedPoints: { type: 'bigint' },
  rowsCapped: { type: 'boolean' },
  historyIncomplete: { type: 'boolean' },
  commitmentUnavailable: { type: 'boolean' },
});

/** Returns the row of a summary. */
export function rowOf({ committed, completed, carriedOver, added, removed, ...rest }: SprintSummary): SprintSummaryRow {
  return {
    ...rest,
    committedItems: committed.itemCount,
    committedPoints: committed.points,
    completedItems: completed.itemCount,
    completedPoints: completed.points,
    carriedOverItems: carriedOver.itemCount,
    carriedOverPoints: carriedOver.points,
    addedItems: added.itemCount,
    addedPoints: added.points,
    removedItems: removed.itemCount,
    removedPoints: removed.points,
  };
}
