import { useLayoutEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { Button, IconButton } from '../parts/button.js';
import { Skeleton } from '../parts/skeleton.js';
import { elementOf, itemMark } from '../shell/items-in-hand.js';
import { Refused } from '../shell/refused.js';
import { tipOf } from '../shell/tooltip.js';
import { neighboursOnScreen } from './came-from.js';
import { itemChanges } from './item-changes.js';
import { ItemMenu } from './item-menu.js';
import { ItemTitle } from './item-title.js';
import { ItemView } from './item-view.js';
import { usePeek } from './peek.js';
import { useWorkItem, type ItemPlace } from './work-item.js';
import styles from './item-panel.module.css';

/** A Work Item next to the board or the list, which stay in use. Escape closes it and gives the focus back. */
export function ItemPanel({ place }: { readonly place: ItemPlace }) {
  const { organization, key } = place;
  const { route } = useLocation();
  const panel = useRef<HTMLElement>(null);
  const { data, error, refetch } = useWorkItem(place);
  const item = data && itemChanges.over(data);
  const peek = usePeek();
  const close = () => {
    peek(undefined);
  };
  useLayoutEffect(() => {
    const own = panel.current;
    own?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      const isElsewhere = document.querySelector('dialog[open], [role=menu]') !== null;
      if (event.key !== 'Escape' || event.defaultPrevented || isElsewhere) return;
      event.preventDefault();
      close();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
      if (own?.contains(document.activeElement)) giveFocusBack(place);
    };
  }, []);
  return (
    <aside class={styles.panel} aria-label={key} tabIndex={-1} ref={panel} {...itemMark(place)}>
      <header class={styles.head}>
        <span>{key}</span>
        <Neighbours place={place} />
        <Button
          kind="plain"
          onClick={() => {
            route(`/o/${organization}/items/${key}`);
          }}
        >
          Open
        </Button>
        {item && <ItemMenu place={place} item={item} />}
        <IconButton icon="x" label="Close" onClick={close} />
      </header>
      {error && !item && <Refused error={error} onRetry={() => void refetch()} />}
      {!item && !error && <Skeleton label="Loading the Work Item" lines={8} />}
      {item && (
        <>
          <div class={styles.title}>
            <h2>{item.title}</h2>
            <ItemTitle key={item.id} place={place} item={item} isFixed={item.archivedAt !== null} />
          </div>
          <ItemView place={place} item={item} />
        </>
      )}
    </aside>
  );
}

/** To the row of the Work Item, or to the heading where no row has it. */
function giveFocusBack(place: ItemPlace): void {
  const main = document.getElementById('main');
  const link = main && elementOf(place, main)?.querySelector('a');
  (link ?? main?.querySelector('h1'))?.focus({ preventScroll: true });
}

/** Leads to the Work Items next to this one in the list on the screen. */
function Neighbours({ place }: { readonly place: ItemPlace }) {
  const peek = usePeek();
  const found = neighboursOnScreen(place);
  if (!found) return null;
  const { before, after, position, count } = found;
  const way = (to: ItemPlace | undefined, label: string, icon: 'arrowLeft' | 'arrowRight', tip: string) => (
    <IconButton
      icon={icon}
      label={label}
      tip={tip}
      disabled={!to}
      onClick={() => {
        peek(to);
      }}
    />
  );
  return (
    <>
      {way(before, 'Previous Work Item of the list', 'arrowLeft', tipOf('item before'))}
      <small>
        {position} of {count}
      </small>
      {way(after, 'Next Work Item of the list', 'arrowRight', tipOf('item next'))}
    </>
  );
}
