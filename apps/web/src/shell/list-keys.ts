import { useLocation } from 'preact-iso';
import { useCommands } from './commands.js';
import {
  activeItem,
  deselectAll,
  elementOf,
  isPageOfItem,
  itemOf,
  select,
  selectAll,
  selection,
  selectUpTo,
  type ItemRef,
} from './items-in-hand.js';
import { isEditable } from './keys.js';

const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-item]:has(a)')];

/** The Work Items of the list on the screen, in its order. */
export const itemsOfList = (): readonly ItemRef[] => rows().flatMap((row) => itemOf(row) ?? []);

const hasRows = (): boolean => document.querySelector('main [data-item] a') !== null;

/** On the page of one Work Item the arrows scroll, until one of its rows has the focus. */
const isInList = (): boolean => hasRows() && (!isPageOfItem() || itemOf(document.activeElement) !== undefined);

type Step = 'next' | 'before' | 'first' | 'last';

/** Gives the focus to a row next to the active one; to the first where none is active. */
function go(step: Step): void {
  const all = rows();
  const active = activeItem();
  const from = active ? all.findIndex((row) => row === elementOf(active)) : -1;
  const at = { next: from + 1, before: Math.max(0, from - 1), first: 0, last: all.length - 1 }[step];
  const row = all[Math.min(at, all.length - 1)];
  const cell = document.activeElement?.closest<HTMLElement>('[data-cell]')?.dataset.cell;
  const control =
    row?.querySelector<HTMLElement>(`[data-cell="${cell ?? ''}"]`) ?? row?.querySelector<HTMLElement>('a');
  control?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

const goTo = (step: Step) => ({
  id: `list ${step}` as const,
  holds: isInList,
  run: () => {
    go(step);
  },
});

/** The keys of lists of Work Items, on all screens: from row to row, and into the Work Item. */
export function useListKeys(): void {
  const { route } = useLocation();
  useCommands(
    [
      goTo('next'),
      goTo('before'),
      goTo('first'),
      goTo('last'),
      {
        id: 'item open',
        holds: () => activeItem() !== undefined && hasRows(),
        run: () => {
          const item = activeItem();
          // A click, as the screen can show the Work Item in a way of its own.
          const link = item && elementOf(item)?.querySelector('a');
          if (link) link.click();
          else if (item) route(`/o/${item.organization}/items/${item.key}`);
        },
      },
    ],
    [route],
  );
}

/** The keys that select in a list. A list that can be selected from calls this. */
export function useSelectionKeys(): void {
  const extend = (step: Step) => () => {
    const active = activeItem();
    if (active) select(active, true);
    go(step);
    const next = activeItem();
    if (next) select(next, true);
  };
  const hasActive = () => activeItem() !== undefined;
  useCommands([
    {
      id: 'list select',
      holds: hasActive,
      run: () => {
        const active = activeItem();
        if (active) select(active);
      },
    },
    {
      id: 'list select to',
      holds: hasActive,
      run: () => {
        const active = activeItem();
        if (active) selectUpTo(active, itemsOfList());
      },
    },
    {
      id: 'list select all',
      // In a text, the keys are the browser's.
      holds: () => hasRows() && !isEditable(document.activeElement) && !document.querySelector('dialog[open]'),
      run: () => {
        selectAll(itemsOfList());
      },
    },
    { id: 'list extend down', holds: hasActive, run: extend('next') },
    { id: 'list extend up', holds: hasActive, run: extend('before') },
    { id: 'list deselect', holds: () => selection.peek().length > 0, run: deselectAll },
  ]);
}
