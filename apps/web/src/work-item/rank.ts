import { LAST_INSTANT, compareByRank, type WorkItemPriority, type WorkItemStatus } from '@worktrack/domain';

/** The values that give a Work Item its place in the order `rank`. */
export interface RankedCard {
  readonly id: string;
  readonly status: WorkItemStatus;
  readonly priority: WorkItemPriority;
  readonly dueDate: string | null;
  readonly updatedAt: string;
}

const rankedOf = ({ status, priority, dueDate, updatedAt }: RankedCard) => ({
  ...{ status, priority, dueDate: dueDate === null ? null : new Date(dueDate) },
  updatedAt: new Date(updatedAt),
});

/** The place of a card in a list in the order `rank`: before the first one that comes after it, of those that `isAmong` names. */
export function placeByRank<Card extends RankedCard>(
  cards: readonly Card[],
  card: RankedCard,
  now: Date,
  isAmong: (other: Card) => boolean = () => true,
): number {
  const ranked = rankedOf(card);
  const at = cards.findIndex((other) => isAmong(other) && compareByRank(ranked, rankedOf(other), now) < 0);
  return at === -1 ? cards.length : at;
}

/**
 * The cards with other statuses, by id, where the server will list them: a card that changed comes first among its equals. All other cards
 * keep their place.
 */
export function withStatuses<Card extends RankedCard>(
  cards: readonly Card[],
  statuses: ReadonlyMap<string, WorkItemStatus>,
  now = new Date(),
): readonly Card[] {
  if (statuses.size === 0) return cards;
  const arranged = cards.filter(({ id, status }) => (statuses.get(id) ?? status) === status);
  for (const card of cards) {
    const status = statuses.get(card.id) ?? card.status;
    if (status === card.status) continue;
    const newest = { ...card, status, updatedAt: new Date(LAST_INSTANT).toISOString() };
    const at = placeByRank(arranged, newest, now, (other) => other.status === status);
    arranged.splice(at, 0, { ...card, status });
  }
  return arranged;
}
