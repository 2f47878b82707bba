import { WORK_ITEM_STATUSES, type WorkItemStatus } from '@worktrack/domain';
import type { Lanes } from './filter/board-filter.js';
import type { Card } from './cards.js';

export type Cells = Readonly<Record<WorkItemStatus, readonly Card[]>>;

/** A row of the board: the cards of one parent or of one assignee, by status. */
export interface Lane {
  readonly id: string;
  /** `undefined` where the board has no lanes. */
  readonly name?: string;
  readonly avatarUrl?: string | null;
  /** The key of the Work Item that the lane is of. */
  readonly parent?: string;
  readonly cells: Cells;
  readonly count: number;
}

export interface ColumnSums {
  readonly count: number;
  readonly points: number;
}

function cellsOf(cards: readonly Card[]): Cells {
  const cells = Object.fromEntries(WORK_ITEM_STATUSES.map((status) => [status, [] as Card[]]));
  for (const card of cards) cells[card.status]?.push(card);
  return cells as Record<WorkItemStatus, Card[]>;
}

/** The rows of the board. Those of a parent or a person come in the order of their first card; the cards without one come last. */
export function lanesFrom(cards: readonly Card[], by: Lanes): readonly Lane[] {
  if (by === 'none') return [{ id: 'all', cells: cellsOf(cards), count: cards.length }];
  // Not `Map.groupBy`: the tests run on Node 20.
  const groups = new Map<string | undefined, Card[]>();
  for (const card of cards) {
    const id = by === 'parent' ? card.parent?.key : card.assignee?.publicId;
    const group = groups.get(id);
    if (group) group.push(card);
    else groups.set(id, [card]);
  }
  const lanes = [...groups].map(([id, group]): Lane => {
    const rest = { id: id ?? 'none', cells: cellsOf(group), count: group.length };
    const [{ parent, assignee } = { parent: null, assignee: null }] = group;
    if (by === 'parent')
      return parent && id !== undefined
        ? { ...rest, name: parent.title, parent: parent.key }
        : { ...rest, name: 'Without a parent' };
    return assignee && id !== undefined
      ? { ...rest, name: assignee.name, avatarUrl: assignee.avatarUrl }
      : { ...rest, name: 'Unassigned' };
  });
  return lanes.sort((a, b) => Number(a.id === 'none') - Number(b.id === 'none'));
}

/** Cards and story points of each column. */
export function sumsOf(cards: readonly Card[]): Readonly<Record<WorkItemStatus, ColumnSums>> {
  const sums = Object.fromEntries(WORK_ITEM_STATUSES.map((status) => [status, { count: 0, points: 0 }]));
  for (const { status, storyPoints } of cards) {
    const sum = sums[status];
    if (!sum) continue;
    sum.count += 1;
    sum.points += storyPoints ?? 0;
  }
  return sums as Record<WorkItemStatus, ColumnSums>;
}
