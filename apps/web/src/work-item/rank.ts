import { WORK_ITEM_PRIORITIES, type WorkItemPriority, type WorkItemStatus } from '@worktrack/domain';

/** The values that give a Work Item its place in the order `rank`. */
export interface Ranked {
  readonly id: string;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
  readonly dueDate: string | null;
}

/** The group of the order `rank` within one status: overdue cards by due date, then the others by priority and due date. */
function rankOf({ status, priority, dueDate }: Ranked, now: string): readonly (number | string)[] {
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
 * The cards with other statuses, by id, where the server will list them: a card that changed comes first among its equals. All other cards
 * keep their place.
 */
export function withStatuses<Card extends Ranked>(
  cards: readonly Card[],
  statuses: ReadonlyMap<string, WorkItemStatus>,
  now = new Date().toISOString(),
): readonly Card[] {
  if (statuses.size === 0) return cards;
  const arranged = cards.filter(({ id, status }) => (statuses.get(id) ?? status) === status);
  for (const card of cards) {
    const status = statuses.get(card.id) ?? card.status;
    if (status !== card.status) insert(arranged, { ...card, status }, now);
  }
  return arranged;
}

function insert<Card extends Ranked>(cards: Card[], card: Card, now: string): void {
  const rank = rankOf(card, now);
  const at = cards.findIndex((other) => other.status === card.status && comesBefore(rank, rankOf(other, now)));
  cards.splice(at === -1 ? cards.length : at, 0, card);
}
