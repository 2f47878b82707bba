import type { Schemas } from '../api/client.js';
import type { Card } from '../board/cards.js';
import { inOrder } from '../board/order/order.js';

export type Sprint = Schemas['Sprint'];

/** The id of the section of all that is in no Sprint. */
export const BACKLOG = 'backlog';

export interface Sums {
  readonly count: number;
  readonly points: number;
  readonly donePoints: number;
  /** Work Items without story points. */
  readonly unestimated: number;
}

export function sumsOf(cards: readonly Card[]): Sums {
  const pointsOf = (some: readonly Card[]) => some.reduce((sum, { storyPoints }) => sum + (storyPoints ?? 0), 0);
  return {
    count: cards.length,
    points: pointsOf(cards),
    donePoints: pointsOf(cards.filter(({ status }) => status === 'done')),
    unestimated: cards.filter(({ storyPoints }) => storyPoints === null).length,
  };
}

/**
 * The cards of each section by its id, each card once and where its own Sprint says, whatever list it came in: a card that was moved is in
 * the list of its former Sprint until that is read again. Each section has the manual order of the Project. What is done and in no Sprint needs no plan.
 */
export function sectionsOf(lists: readonly (readonly Card[])[]): ReadonlyMap<string, readonly Card[]> {
  const newest = new Map<string, Card>();
  for (const card of lists.flat()) {
    const known = newest.get(card.id);
    if (!known || known.revision < card.revision) newest.set(card.id, card);
  }
  const sections = new Map<string, Card[]>();
  for (const card of newest.values()) {
    if (card.sprint === null && card.status === 'done') continue;
    const id = card.sprint?.id ?? BACKLOG;
    const cards = sections.get(id) ?? [];
    cards.push(card);
    sections.set(id, cards);
  }
  return new Map([...sections].map(([id, cards]) => [id, inOrder(cards)]));
}

/** The Sprints that can be planned: the active one, then those to come. */
export const plannable = (sprints: readonly Sprint[]): readonly Sprint[] => [
  ...sprints.filter(({ state }) => state === 'active'),
  ...sprints.filter(({ state }) => state === 'future'),
];
