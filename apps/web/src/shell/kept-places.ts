import { elementOf, itemOf, type ItemRef } from './items-in-hand.js';

/** The place of the user on a screen. */
interface Place {
  /** Left and top of what is scrolled, by its name in `data-scroller`. */
  readonly scrolled: Map<string, readonly [left: number, top: number]>;
  /** The Work Item with the focus. */
  item?: ItemRef | undefined;
}

/** Entries of the history whose places are kept. */
const MOST_KEPT = 50;

/** Milliseconds in which a screen that is returned to must have become as long as it was. */
const LOADING = 4_000;

const places = new Map<string, Place>();
/** The place to return to, as soon as its screen is shown. */
let wanted: Place | undefined;
let lastEntry = 0;

/** Keeps the place of each entry of the history: Back and Forward bring back what was scrolled, and the Work Item that had the focus. */
export function keepPlaces(): void {
  history.scrollRestoration = 'manual';
  addEventListener('scroll', noteScrolled, { capture: true, passive: true });
  addEventListener('focusin', ({ target }) => {
    if (!wanted) placeOfEntry().item = target instanceof Element && target.closest('main') ? itemOf(target) : undefined;
  });
  addEventListener('popstate', ({ state }) => {
    const place = places.get(entryOf(state) ?? '');
    // A copy: the screen that goes can still scroll.
    wanted = place && { scrolled: new Map(place.scrolled), item: place.item };
  });
  // Whoever scrolls, types or points is where they want to be.
  for (const type of ['wheel', 'keydown', 'pointerdown', 'touchstart']) {
    addEventListener(type, () => (wanted = undefined), { capture: true, passive: true });
  }
}

/** Returns to the place of the entry, and begins at the top of a new one. Called by each screen after its heading has got the focus. */
export function returnToPlace(): void {
  const place = wanted;
  if (!place) document.getElementById('main')?.scrollTo({ left: 0, top: 0, behavior: 'instant' });
  const end = performance.now() + LOADING;
  const step = () => {
    if (!place || wanted !== place) return;
    if (isReached(place) || performance.now() > end) wanted = undefined;
    else requestAnimationFrame(step);
  };
  step();
}

function isReached({ scrolled, item }: Place): boolean {
  const main = document.querySelector('main');
  const link = item && main && elementOf(item, main)?.querySelector('a');
  if (link && document.activeElement !== link) link.focus({ preventScroll: true });
  const reached = [...scrolled].map(([name, [left, top]]) => {
    const scroller = document.querySelector(`[data-scroller="${name}"]`);
    scroller?.scrollTo({ left, top, behavior: 'instant' });
    return scroller && Math.abs(scroller.scrollTop - top) < 2 && Math.abs(scroller.scrollLeft - left) < 2;
  });
  return (!item || Boolean(link)) && reached.every(Boolean);
}

function noteScrolled({ target }: Event): void {
  if (wanted) return;
  const name = target instanceof HTMLElement ? target.dataset.scroller : undefined;
  if (target instanceof HTMLElement && name !== undefined) {
    placeOfEntry().scrolled.set(name, [target.scrollLeft, target.scrollTop]);
  }
}

function placeOfEntry(): Place {
  let entry = entryOf(history.state);
  if (entry === undefined) {
    lastEntry += 1;
    entry = `${Date.now()} ${lastEntry}`;
    history.replaceState({ ...(history.state as object | null), entry }, '');
  }
  const place = places.get(entry) ?? { scrolled: new Map() };
  places.delete(entry);
  places.set(entry, place);
  const [oldest] = places.keys();
  if (places.size > MOST_KEPT && oldest !== undefined) places.delete(oldest);
  return place;
}

function entryOf(state: unknown): string | undefined {
  const isEntry = typeof state === 'object' && state !== null && 'entry' in state;
  return isEntry && typeof state.entry === 'string' ? state.entry : undefined;
}
