import type { ProjectScope } from '@worktrack/application';
import type { WorkItemStatus } from '@worktrack/domain';
import type { TestDatabase } from '../test-database.js';

/** The current values of an item that decide whether it belongs to a report's population. */
export interface PresentItem {
  readonly id: string;
  readonly number: number;
  readonly type: string;
  readonly status: WorkItemStatus;
  readonly sprint: string | null;
  readonly away: boolean;
}

/** Status and points from an instant on, as one change of the raw history set them. */
interface Standing {
  readonly at: number;
  readonly status: WorkItemStatus;
  readonly points: number;
}

/** An item with the history of its status and points, in the order of recording. */
export interface ReplayedItem extends PresentItem {
  readonly standings: readonly Standing[];
}

interface HistoryRow {
  readonly item: string;
  readonly at: Date;
  readonly action: string;
  readonly detail: {
    readonly to?: unknown;
    readonly initial?: { readonly status: WorkItemStatus; readonly storyPoints: number | null };
  };
}

/** Reads the items and the raw history of a Project, but no data derived from the history. */
export async function replay(database: TestDatabase, { projectId }: ProjectScope): Promise<ReplayedItem[]> {
  const items = await database.sql<PresentItem>(
    `select id, number::integer, type, status, sprint_id as sprint, archived_at is not null or deleted_at is not null as away
     from work_items where project_id = $1`,
    [projectId],
  );
  const history = await database.sql<HistoryRow>(
    `select work_item_id as item, at, action, detail from work_item_history
     where project_id = $1 and detail is not null order by sequence`,
    [projectId],
  );
  return items.map((item) => {
    const standings: Standing[] = [];
    for (const { at: instant, action, detail } of history.filter((row) => row.item === item.id)) {
      const at = instant.getTime();
      const last = standings.at(-1);
      if (detail.initial && action === 'created') {
        standings.push({ at, status: detail.initial.status, points: detail.initial.storyPoints ?? 0 });
      }
      if (last && action === 'status_changed') standings.push({ ...last, at, status: detail.to as WorkItemStatus });
      if (last && action === 'story_points_changed') {
        standings.push({ ...last, at, points: (detail.to as number | null) ?? 0 });
      }
    }
    return { ...item, standings };
  });
}

/** A change of an item's status; `from` is `null` at its creation. */
export interface Move {
  readonly at: number;
  readonly from: WorkItemStatus | null;
  readonly to: WorkItemStatus;
}

/** Lists the status changes of an item up to `asOf`. */
export function movesOf({ standings }: ReplayedItem, asOf: number): Move[] {
  const moves: Move[] = [];
  let from: WorkItemStatus | null = null;
  for (const { at, status: to } of standings) {
    if (at <= asOf && to !== from) moves.push({ at, from, to });
    from = to;
  }
  return moves;
}

/** Returns the state of the item right before an instant; `undefined` before its creation. */
export function standingBefore({ standings }: ReplayedItem, instant: number): Standing | undefined {
  return standings.findLast(({ at }) => at < instant);
}

/** Returns the last change to done up to `asOf`, and the change out of done after it. */
export function resolutionOf(item: ReplayedItem, asOf: number): { resolved?: number; reopened?: number } {
  const moves = movesOf(item, asOf);
  const last = moves.findLastIndex(({ to }) => to === 'done');
  const resolved = moves[last]?.at;
  const reopened = last === -1 ? undefined : moves[last + 1]?.at;
  return { ...(resolved !== undefined && { resolved }), ...(reopened !== undefined && { reopened }) };
}
