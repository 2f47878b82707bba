import { useRef } from 'preact/hooks';
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
  const element = active && elementOf(active);
  const from = all.findIndex((row) => row === element);
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

/** True where rows can be selected: they have boxes. */
const canSelect = (): boolean => document.querySelector('main [data-item] [type=checkbox]') !== null;

const hasActive = (): boolean => canSelect() && activeItem() !== undefined;

const withActive = (run: (active: ItemRef) => void) => () => {
  const active = activeItem();
  if (active) run(active);
};

/** Selects the active row and the one next to it. */
const extend = (step: Step) =>
  withActive((active) => {
    select(active, true);
    go(step);
    const next = activeItem();
    if (next) select(next, true);
  });

/** The link, or the field, next to the one with the focus in its row. */
function controlNextTo(step: 1 | -1): HTMLElement | undefined {
  const { activeElement } = document;
  const controls = [...(activeElement?.closest('tr')?.querySelectorAll<HTMLElement>('td a, [data-cell]') ?? [])];
  const at = controls.findIndex((one) => one === activeElement);
  return at === -1 ? undefined : controls[at + step];
}

/** The query of the search, which can be shown at two addresses: the next one begins before the former one ends. */
const searchField = () => document.querySelector<HTMLElement>('main [data-searches] textarea');

const cellInFocus = () => document.activeElement?.closest<HTMLElement>('[data-cell]');

/** The keys of lists of Work Items, on all screens: from row to row, into the Work Item, along its fields, and for the selection. */
export function useListKeys(): void {
  const { path, route } = useLocation();
  // Before the next screen is shown: what was selected is not on it.
  const shown = useRef(path);
  if (shown.current !== path) {
    shown.current = path;
    deselectAll();
  }
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
      { id: 'search field', holds: () => searchField() !== null, run: () => searchField()?.focus() },
      { id: 'list left', holds: () => controlNextTo(-1) !== undefined, run: () => controlNextTo(-1)?.focus() },
      { id: 'list right', holds: () => controlNextTo(1) !== undefined, run: () => controlNextTo(1)?.focus() },
      { id: 'list edit', holds: () => cellInFocus() != null, run: () => cellInFocus()?.click() },
      {
        id: 'list select',
        holds: hasActive,
        run: withActive((active) => {
          select(active);
        }),
      },
      {
        id: 'list select to',
        holds: hasActive,
        run: withActive((active) => {
          selectUpTo(active, itemsOfList());
        }),
      },
      {
        id: 'list select all',
        // In a text, the keys are the browser's.
        holds: () => canSelect() && !isEditable(document.activeElement) && !document.querySelector('dialog[open]'),
        run: () => {
          selectAll(itemsOfList());
        },
      },
      { id: 'list extend down', holds: hasActive, run: extend('next') },
      { id: 'list extend up', holds: hasActive, run: extend('before') },
      { id: 'list deselect', holds: () => selection.peek().length > 0, run: deselectAll },
    ],
    [route],
  );
}
