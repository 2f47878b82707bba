import { WORK_ITEM_PRIORITIES, type WorkItemStatus } from '@worktrack/domain';
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
    const at = items.findIndex((other) => compareByRank(card, other, now) < 0);
    items.splice(at === -1 ? items.length : at, 0, card);
  }
  return {
    ...list,
    asOf: isAllTaken ? news.asOf : list.asOf,
    items: touched.size === 0 ? list.items : items,
  };
}

const isNews = (known: Card | undefined, card: Card): boolean =>
  !known || (card.revision >= known.revision && JSON.stringify(card) !== JSON.stringify(known));

const PROGRESS: Readonly<Record<WorkItemStatus, number>> = {
  in_progress: 0,
  in_review: 0,
  backlog: 1,
  todo: 1,
  done: 2,
};

/** The order `rank` of the API (contract §3.3): negative when `one` comes first. */
function compareByRank(one: Card, other: Card, now: Date): number {
  const ranks = [one, other].map((card) => {
    const due = card.dueDate === null ? Infinity : Date.parse(card.dueDate);
    const isOverdue = card.status !== 'done' && due < now.getTime();
    return [
      isOverdue ? 0 : 1,
      isOverdue ? due : 0,
      PROGRESS[card.status],
      -WORK_ITEM_PRIORITIES.indexOf(card.priority),
      due,
      -Date.parse(card.updatedAt),
    ];
  });
  const [first = [], second = []] = ranks;
  for (const [at, rank] of first.entries()) {
    const against = second[at] ?? 0;
    if (rank !== against) return rank < against ? -1 : 1;
  }
  return 0;
}
