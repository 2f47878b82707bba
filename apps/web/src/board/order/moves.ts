import { cache } from '../../api/cache.js';
import { newIdempotencyKey } from '../../api/change.js';
import { dataOf, extensions } from '../../api/client.js';
import { delivered } from '../../api/delivery.js';
import { projectPath, type ProjectPlace } from '../../api/project-place.js';
import { sentenceOf } from '../../api/refusal.js';
import { announce, warn } from '../../shell/notices.js';
import { Overlay } from '../../work-item/overlay.js';
import { rememberChange, type ChangeKind } from '../../work-item/undo.js';
import { cardsKey, type Card, type CardList } from '../cards.js';
import { arranged, inOrder, movesBack, placeBeside, positionsAt, type Move, type Place, type Placed } from './order.js';

/** The Work Items of one move of the server. */
const MOST_MOVED = 100;

/** The positions of moves that are under way, by the id of the Work Item. */
export const positionsUnderWay = new Overlay<number>();

/** The card at the place that its user has moved it to. */
export function inPlace<Placeable extends Placed>(card: Placeable): Placeable {
  const position = positionsUnderWay.of(card.id);
  return position === undefined ? card : { ...card, position };
}

/** A list that is shown, with its name for people. */
export interface OrderedList {
  readonly name: string;
  readonly cards: readonly Card[];
}

/** Moves a block to a place of a list, which can be another one than its own. It is seen there immediately. */
export function moveTo(project: ProjectPlace, { name, cards }: OrderedList, block: readonly Card[], to: Place): void {
  const place = placeBeside(cards, block, to);
  if (!place) return;
  const next = arranged(cards, block, place);
  if (next.length === cards.length && next.every((card, at) => card === cards[at])) return;
  const first = next.findIndex((card) => card === block[0]) + 1;
  const last = first + block.length - 1;
  const where = first === last ? String(first) : `${first} to ${last}`;
  announce(`${wordsOf(block)} ${block.length === 1 ? 'is' : 'are'} now ${where} of ${next.length} in ${name}.`);
  void make(project, [{ cards: block, place }], 'new');
}

const wordsOf = (cards: readonly Placed[]): string =>
  cards.length === 1 && cards[0] ? cards[0].key : `${cards.length} Work Items`;

interface Queued {
  readonly project: ProjectPlace;
  readonly back: readonly Move[];
  moves: readonly Move[];
  isSent: boolean;
}

let newest: Queued | undefined;
let queue: Promise<unknown> = Promise.resolve();

/** Shows the moves and sends them after those before. A move that waits is replaced by the next one of the same Work Items. */
function make(project: ProjectPlace, moves: readonly Move[], kind: ChangeKind): Promise<unknown> {
  const block = moves.flatMap(({ cards }) => cards);
  const back = movesBack(shownOf(project), block);
  show(project, moves);
  if (kind === 'new' && newest && !newest.isSent && newest.project === project && isSameBlock(newest.moves, block)) {
    newest.moves = moves;
    return queue;
  }
  const queued: Queued = { project, back, moves, isSent: false };
  if (kind === 'new') newest = queued;
  queue = queue.then(() => carryOut(queued, kind));
  return queue;
}

const isSameBlock = (moves: readonly Move[], block: readonly Placed[]): boolean => {
  const ids = moves.flatMap(({ cards }) => cards.map(({ id }) => id));
  return ids.length === block.length && block.every(({ id }, at) => id === ids[at]);
};

/** Never rejects: what is refused is taken back, and the reason is said. */
async function carryOut(queued: Queued, kind: ChangeKind): Promise<void> {
  queued.isSent = true;
  const { project, moves, back } = queued;
  const block = moves.flatMap(({ cards }) => cards);
  const before = new Map(block.map(({ id }) => [id, positionsUnderWay.of(id)]));
  const wished = shownOf(project).map(({ id }) => id);
  let hasFailed = false;
  try {
    for (const move of moves) await send(project, move);
    rememberChange({ name: `Order of ${wordsOf(block)}`, undo: (next) => takeBack(project, back, next) }, kind);
  } catch (error) {
    hasFailed = true;
    warn(`${wordsOf(block)} ${block.length === 1 ? 'was' : 'were'} not moved. ${sentenceOf(error)}`);
  }
  // The position of a later move stays.
  const ended = block.filter(({ id }) => positionsUnderWay.of(id) === before.get(id)).map(({ id }) => id);
  positionsUnderWay.put(ended, undefined);
  // Otherwise somebody else has moved something too, or others made room. A move that waits looks for itself.
  const isAsWished = newest?.isSent === false || shownOf(project).every(({ id }, at) => id === wished[at]);
  if (hasFailed || !isAsWished || cache.isFetching({ queryKey: cardsKey(project) }) > 0) {
    await cache.invalidateQueries({ queryKey: cardsKey(project) });
  }
}

async function takeBack(project: ProjectPlace, back: readonly Move[], kind: ChangeKind): Promise<undefined> {
  await make(project, back, kind);
  return undefined;
}

function show(project: ProjectPlace, moves: readonly Move[]): void {
  for (const move of moves) {
    for (const [id, position] of positionsAt(shownOf(project), move)) positionsUnderWay.put([id], position);
  }
}

/** All cards of the Project that the page shows, in their order. */
function shownOf(project: ProjectPlace): readonly Placed[] {
  const lists = cache.getQueriesData<CardList>({ queryKey: cardsKey(project), type: 'active' });
  const cards = new Map(lists.flatMap(([, list]) => (list?.items ?? []).map((card) => [card.id, card] as const)));
  return inOrder([...cards.values()].map(inPlace));
}

async function send(project: ProjectPlace, { cards, place: { side, anchor } }: Move): Promise<void> {
  let next = anchor;
  for (let at = 0; at < cards.length; at += MOST_MOVED) {
    const workItems = cards.slice(at, at + MOST_MOVED).map(({ key }) => key);
    const header = { 'Idempotency-Key': newIdempotencyKey() };
    const body = side === 'before' ? { workItems, before: next } : { workItems, after: next };
    const { positions } = await delivered(() =>
      dataOf(
        extensions.POST('/api/x/organizations/{organizationSlug}/projects/{projectKey}/positions', {
          params: { path: projectPath(project), header },
          body,
        }),
      ),
    );
    if (side === 'after') next = workItems.at(-1) ?? next;
    const known = new Map(positions.map(({ id, position }) => [id, position]));
    cache.setQueriesData<CardList>({ queryKey: cardsKey(project) }, (list) => list && withPositions(list, known));
  }
}

const withPositions = (list: CardList, positions: ReadonlyMap<string, number>): CardList => ({
  ...list,
  items: list.items.map((card) => {
    const position = positions.get(card.id);
    return position === undefined ? card : { ...card, position };
  }),
});
