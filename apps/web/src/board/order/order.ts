/** A Work Item with its position in the manual order of its Project. A smaller one comes first. */
export interface Placed {
  readonly id: string;
  readonly key: string;
  readonly position: number;
}

/** A place next to the Work Item of this key. */
export interface Place {
  readonly side: 'before' | 'after';
  readonly anchor: string;
}

/** Work Items that go to a place together, in this order. */
export interface Move {
  readonly cards: readonly Placed[];
  readonly place: Place;
}

export const ORDER_STEPS = ['up', 'down', 'top', 'bottom'] as const;

export type OrderStep = (typeof ORDER_STEPS)[number];

/** The distance from a first or last Work Item. */
const STEP = 2 ** 19;

export const inOrder = <Card extends Placed>(cards: readonly Card[]): readonly Card[] =>
  [...cards].sort((a, b) => a.position - b.position);

const without = <Card extends Placed>(cards: readonly Card[], block: readonly Placed[]): readonly Card[] => {
  const ids = new Set(block.map(({ id }) => id));
  return cards.filter(({ id }) => !ids.has(id));
};

/** The cards of a list with the block at its place. */
export function arranged<Card extends Placed>(
  cards: readonly Card[],
  block: readonly Card[],
  { side, anchor }: Place,
): readonly Card[] {
  const rest = without(cards, block);
  const at = rest.findIndex(({ key }) => key === anchor);
  if (at === -1) return cards;
  const from = side === 'before' ? at : at + 1;
  return [...rest.slice(0, from), ...block, ...rest.slice(from)];
}

/** The positions that the block is shown at until the server says its own, by id. None where the anchor is not known. */
export function positionsAt(cards: readonly Placed[], { cards: block, place }: Move): ReadonlyMap<string, number> {
  const rest = without(cards, block);
  const at = rest.findIndex(({ key }) => key === place.anchor);
  const anchor = rest[at];
  if (!anchor) return new Map();
  const [low, high] =
    place.side === 'before'
      ? [rest[at - 1]?.position ?? anchor.position - STEP, anchor.position]
      : [anchor.position, rest[at + 1]?.position ?? anchor.position + STEP];
  return new Map(block.map(({ id }, index) => [id, low + ((high - low) * (index + 1)) / (block.length + 1)]));
}

/** The place that a step leads a block of the list to; `undefined` where it is there already. */
export function placeAfterStep(cards: readonly Placed[], block: readonly Placed[], step: OrderStep): Place | undefined {
  const [first, last] = [block[0], block.at(-1)];
  const rest = without(cards, block);
  const [top, bottom] = [rest[0], rest.at(-1)];
  if (!first || !last || !top || !bottom) return undefined;
  const before = step === 'up' ? cards[cards.indexOf(first) - 1] : undefined;
  const after = step === 'down' ? cards[cards.indexOf(last) + 1] : undefined;
  const isUpward = step === 'up' || step === 'top';
  const place: Place = isUpward
    ? { side: 'before', anchor: (before ?? top).key }
    : { side: 'after', anchor: (after ?? bottom).key };
  const next = arranged(cards, block, place);
  return next.every((card, at) => card === cards[at]) ? undefined : place;
}

/** The place without an anchor in the block itself: a block that is dropped on one of its own stays next to the others there. */
export function placeBeside(cards: readonly Placed[], block: readonly Placed[], place: Place): Place | undefined {
  if (!block.some(({ key }) => key === place.anchor)) return place;
  const at = cards.findIndex(({ key }) => key === place.anchor);
  const next = without(cards.slice(at + 1), block)[0];
  if (next) return { side: 'before', anchor: next.key };
  const before = without(cards.slice(0, Math.max(0, at)), block).at(-1);
  return before && { side: 'after', anchor: before.key };
}

/** The moves that bring a block back to where it is in the list now: each run of neighbors goes next to the one that it stands at. */
export function movesBack(cards: readonly Placed[], block: readonly Placed[]): readonly Move[] {
  const ids = new Set(block.map(({ id }) => id));
  const moves: Move[] = [];
  let run: Placed[] = [];
  let before: Placed | undefined;
  for (const card of cards) {
    if (ids.has(card.id)) run.push(card);
    else {
      if (run.length > 0) moves.push({ cards: run, place: { side: 'before', anchor: card.key } });
      run = [];
      before = card;
    }
  }
  if (run.length > 0 && before) moves.push({ cards: run, place: { side: 'after', anchor: before.key } });
  return moves;
}
