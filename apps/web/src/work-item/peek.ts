import { useLocation } from 'preact-iso';
import { isPhone } from '../parts/sheet.js';
import type { ItemRef } from '../shell/items-in-hand.js';
import { usePlace } from '../shell/place.js';

/** The state of an entry of the history that was added for the panel: Back from there is the screen without it. */
const ADDED = { isPeek: true };

const isAdded = (): boolean => (history.state as Partial<typeof ADDED> | null)?.isPeek === true;

interface Ways {
  readonly route: (url: string, replace?: boolean) => void;
  /** The Organization of the screen. */
  readonly here: string | undefined;
}

/**
 * Shows a Work Item next to the screen, at an address of its own: Back closes it, and it can be sent. `undefined` closes it. On a phone the page
 * of the Work Item is opened.
 */
export function peekAt(item: ItemRef | undefined, { route, here }: Ways): void {
  if (item && isPhone()) route(`/o/${item.organization}/items/${item.key}`);
  else if (!item && isAdded()) history.back();
  else {
    const { pathname, search } = location;
    const parameters = new URLSearchParams(search);
    const isOpen = parameters.has('peek');
    if (!item) parameters.delete('peek');
    else parameters.set('peek', item.organization === here ? item.key : `${item.organization}/${item.key}`);
    const isAddedNow = item && (!isOpen || isAdded());
    // A slash needs no escape in the query of an address.
    const asked = parameters.toString().replaceAll('%2F', '/');
    route(asked === '' ? pathname : `${pathname}?${asked}`, isOpen);
    if (isAddedNow) history.replaceState(ADDED, '');
  }
}

/** Returns `peekAt` for the screen. */
export function usePeek(): (item: ItemRef | undefined) => void {
  const { route } = useLocation();
  const here = usePlace().organization?.slug;
  return (item) => {
    peekAt(item, { route, here });
  };
}
