import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { loaded } from '../api/loaded.js';
import { useCommands } from '../shell/commands.js';
import { activeItem, elementOf, hasItemsInHand, selection, type ItemRef } from '../shell/items-in-hand.js';
import { notifyRefusal } from '../shell/notices.js';
import { usePlace } from '../shell/place.js';
import { followOpening, neighboursOf, neighboursOnScreen } from './came-from.js';
import { usePeekedItem } from './peeked-item.js';
import { peeked, picking } from './picking.js';

/** The commands about one Work Item; those about several belong to their list. */
const IDS = [
  'item peek',
  'item status',
  'item on',
  'item back',
  'item priority',
  'item assignee',
  'item assign to me',
  'item labels',
  'item estimate',
  'item due date',
  'item sprint',
  'item title',
  'item reply',
  'item copy key',
  'item copy link',
] as const;

/** Returns true in a list: on the page of a Work Item, the panel would show that item a second time. */
function isInList(): boolean {
  const item = activeItem();
  const main = document.getElementById('main');
  return item !== undefined && main !== null && elementOf(item, main) !== null;
}

/** The Work Item next to the one in the panel, else next to the one of the page: as a panel or as an address. */
function neighbour(side: 'before' | 'after'): ItemRef | string | undefined {
  const open = peeked.peek();
  return (open ? neighboursOnScreen(open) : neighboursOf(location.pathname))?.[side];
}

/** The dialogs of the commands; they are loaded with the first of them. */
const Shown = signal<ComponentType | undefined>(undefined);

/** Shows what `picking` and `peeked` ask for. */
async function showItemDialogs() {
  const actions = await loaded(() => import('./item-actions.js'));
  Shown.value = actions.ItemDialogs;
  return actions;
}

async function runOnItem(
  id: (typeof IDS)[number],
  item: ItemRef,
  peek: (item: ItemRef | undefined) => void,
): Promise<void> {
  const { act } = await showItemDialogs();
  await act(id, item, peek);
}

/** Limits a command to the time in which the focus is in the panel. */
const inPanel = ({ holds, run }: { readonly holds: () => boolean; readonly run: () => void }) => ({
  holds: () => document.activeElement?.closest('aside[data-item]') != null && holds(),
  run,
});

/** The commands about the Work Item in hand, on all screens. */
export function ItemCommands() {
  const { route } = useLocation();
  useLayoutEffect(followOpening, []);
  const here = usePlace().organization?.slug;
  const peek = (item: ItemRef | undefined) => {
    showItemDialogs()
      .then(({ peekAt }) => {
        peekAt(item, { route, here });
      })
      .catch(notifyRefusal);
  };
  usePeekedItem(peek);
  const goTo = (side: 'before' | 'after') => ({
    holds: () => neighbour(side) !== undefined,
    run: () => {
      const to = neighbour(side);
      if (typeof to === 'string') route(to);
      else if (to) {
        // Before the address has it: the next press goes on from there.
        peeked.value = to;
        peek(to);
      }
    },
  });
  useCommands(
    [
      { id: 'item next', ...goTo('after') },
      { id: 'item before', ...goTo('before') },
      { id: 'panel next', ...inPanel(goTo('after')) },
      { id: 'panel before', ...inPanel(goTo('before')) },
      ...IDS.map((id) => ({
        id,
        holds: () => hasItemsInHand() && selection.peek().length < 2 && (id !== 'item peek' || isInList()),
        run: () => {
          const item = activeItem() ?? selection.peek()[0];
          if (item) runOnItem(id, item, peek).catch(notifyRefusal);
        },
      })),
    ],
    [here],
  );
  const isWanted = picking.value !== undefined || peeked.value !== undefined;
  useEffect(() => {
    if (isWanted) showItemDialogs().catch(notifyRefusal);
  }, [isWanted]);
  const Dialogs = Shown.value;
  return Dialogs ? <Dialogs /> : null;
}
