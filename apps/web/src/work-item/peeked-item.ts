import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { isPhone } from '../parts/sheet.js';
import { itemOf, type ItemRef } from '../shell/items-in-hand.js';
import { usePlace } from '../shell/place.js';
import { peeked } from './picking.js';

/** `WEB-12`, or `acme/WEB-12` for a Work Item of another Organization than that of the screen. */
const NAMED = /^(?:([\w-]+)\/)?([a-z]\w*-\d+)$/i;

/** Shows next to the screen what the address and the pointer ask for: a press with Alt, or a button for it, on a row or a card. */
export function usePeekedItem(peek: (item: ItemRef) => void): void {
  const { query, route } = useLocation();
  const here = usePlace().organization?.slug;
  const [, organization = here, key] = NAMED.exec(query.peek ?? '') ?? [];
  useLayoutEffect(() => {
    const item = organization === undefined || key === undefined ? undefined : { organization, key: key.toUpperCase() };
    if (item && isPhone()) route(`/o/${item.organization}/items/${item.key}`, true);
    else peeked.value = item;
  }, [organization, key]);
  const latest = useRef(peek);
  latest.current = peek;
  useLayoutEffect(() => {
    const onClick = (event: MouseEvent) => {
      const { target, altKey } = event;
      if (!(target instanceof Element) || !target.closest('main [data-item]:has(a)')) return;
      const isButton = target.closest('[data-peek]') !== null;
      const item = isButton || (altKey && !target.closest('button, label')) ? itemOf(target) : undefined;
      if (!item) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current(item);
    };
    // Before the link, which would be saved as a file.
    addEventListener('click', onClick, true);
    return () => {
      removeEventListener('click', onClick, true);
    };
  }, []);
}
