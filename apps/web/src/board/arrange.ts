import { WORK_ITEM_PRIORITIES, WORK_ITEM_STATUSES, type WorkItemStatus } from '@worktrack/domain';
import type { Lanes } from './board-filter.js';
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

/** The group of the order `rank` within one status: overdue cards by due date, then the others by priority and due date. */
function rankOf({ status, priority, dueDate }: Card, now: string): readonly (number | string)[] {
  const isOverdue = status !== 'done' && dueDate !== null && dueDate < now;
  const importance = -WORK_ITEM_PRIORITIES.indexOf(priority);
  // Later than every instant.
  const due = dueDate ?? '~';
  return isOverdue ? [0, due, importance] : [1, importance, due];
}

function comesBefore(one: readonly (number | string)[], other: readonly (number | string)[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at === -1 || (one[at] ?? 0) < (other[at] ?? 0);
}

/**
 * The cards with other statuses, where the server will list them: a card that changed comes first among its equals. All other cards
 * keep their place.
 */
export function withStatuses(
  cards: readonly Card[],
  statuses: ReadonlyMap<string, WorkItemStatus>,
  now = new Date().toISOString(),
): readonly Card[] {
  if (statuses.size === 0) return cards;
  const arranged = cards.filter(({ key, status }) => (statuses.get(key) ?? status) === status);
  for (const card of cards) {
    const status = statuses.get(card.key) ?? card.status;
    if (status !== card.status) insert(arranged, { ...card, status }, now);
  }
  return arranged;
}

function insert(cards: Card[], card: Card, now: string): void {
  const rank = rankOf(card, now);
  const at = cards.findIndex((other) => other.status === card.status && comesBefore(rank, rankOf(other, now)));
  cards.splice(at === -1 ? cards.length : at, 0, card);
}
