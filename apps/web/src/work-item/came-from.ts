import { signal } from '@preact/signals';
import type { ItemRef } from '../shell/items-in-hand.js';

/** The list from which a Work Item was opened. */
interface Listing {
  /** The addresses of its Work Items, in its order. */
  readonly items: readonly string[];
}

const listing = signal<Listing>({ items: [] });

const ITEM_LINK = 'a[href*="/items/"]';

const pathOf = (link: Element): string => link.getAttribute('href') ?? '';

/** Notes the Work Items of the screen when one of them is opened. Returns how to stop. */
export function followOpening(): () => void {
  const onClick = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest(`main [data-item] ${ITEM_LINK}`) : null;
    if (!link) return;
    const all = document.querySelectorAll(`main [data-item] ${ITEM_LINK}`);
    listing.value = { items: [...new Set([...all].map(pathOf))] };
  };
  // Before the router, which leaves the screen.
  addEventListener('click', onClick, true);
  return () => {
    removeEventListener('click', onClick, true);
  };
}

/** The addresses before and after this one in the list that it was opened from; `undefined` when it is in none. */
export function neighboursOf(path: string) {
  const { items } = listing.value;
  const at = items.indexOf(path);
  if (at === -1) return undefined;
  return { before: items[at - 1], after: items[at + 1], position: at + 1, count: items.length };
}

/** The Work Items before and after this one in the list on the screen; `undefined` when it is in none. */
export function neighboursOnScreen({ organization, key }: ItemRef) {
  const rows = document.querySelectorAll<HTMLElement>('main [data-item]:has(a)');
  const keys = [...new Set([...rows].map((row) => row.dataset.item ?? ''))];
  const at = keys.indexOf(key);
  if (at === -1) return undefined;
  const of = (one: string | undefined) => (one === undefined ? undefined : { organization, key: one });
  return { before: of(keys[at - 1]), after: of(keys[at + 1]), position: at + 1, count: keys.length };
}
