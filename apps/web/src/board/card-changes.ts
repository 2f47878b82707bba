import { placeByRank } from '../work-item/rank.js';
import type { Card, CardList } from './cards.js';

/**
 * The cards of a list with what changed since. A card of an older revision than the list has is ignored: it was read before a change of
 * one's own. Cards that `isKept` names stay as they are, and their changes come again with the next read.
 */
export function withChanges(list: CardList, news: CardList, isKept: (card: Card) => boolean, now: Date): CardList {
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

const isNews = (known: Card | undefined, card: Card): boolean =>
  !known || (card.revision >= known.revision && JSON.stringify(card) !== JSON.stringify(known));
