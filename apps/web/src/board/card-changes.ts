import { placeByRank, type RankedCard } from '../work-item/rank.js';

/** A card with what says whether it has changed. */
export interface ListedCard extends RankedCard {
  readonly key: string;
  readonly revision: number;
}

/** A list of cards, or what changed in it since it was read. */
export interface ChangingList<Card> {
  /** The `updatedAfter` of the next read. */
  readonly asOf: string;
  readonly items: readonly Card[];
  /** The ids of those that are not in the list any more. */
  readonly gone: readonly string[];
  readonly truncated: boolean;
}

/**
 * The cards of a list with what changed since. A card of an older revision than the list has is ignored: it was read before a change of
 * one's own. Cards that `isKept` names stay as they are, and their changes come again with the next read.
 */
export function withChanges<Card extends ListedCard, List extends ChangingList<Card>>(
  list: List,
  news: ChangingList<Card>,
  isKept: (card: Card) => boolean,
  now: Date,
): List {
  const known = new Map(list.items.map((card) => [card.id, card]));
  const kept = new Set(list.items.filter(isKept).map(({ id }) => id));
  const gone = new Set(news.gone.filter((id) => !kept.has(id)));
  const changed = news.items.filter((card) => !kept.has(card.id) && isNews(known.get(card.id), card));
  const touched = new Set([...gone, ...changed.map(({ id }) => id)]);
  const isAllTaken = [...news.gone, ...news.items.map(({ id }) => id)].every((id) => !kept.has(id));
  const items = list.items.filter(({ id }) => !touched.has(id));
  for (const card of changed) {
    items.splice(placeByRank(items, card, now), 0, card);
  }
  return {
    ...list,
    asOf: isAllTaken ? news.asOf : list.asOf,
    items: touched.size === 0 ? list.items : items,
  };
}

const isNews = (known: ListedCard | undefined, card: ListedCard): boolean =>
  !known || (card.revision >= known.revision && JSON.stringify(card) !== JSON.stringify(known));
