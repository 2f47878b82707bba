import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ProjectPlace } from '../../api/project-place.js';
import { commandOf } from '../../shell/commands.js';
import { activeItem, elementOf, hasItemsInHand, itemOf, itemsInHand, type ItemRef } from '../../shell/items-in-hand.js';
import { announce } from '../../shell/notices.js';
import { registry } from '../../shell/registry.js';
import { moveTo, positionsUnderWay, type OrderedList } from './moves.js';
import { ORDER_STEPS, placeAfterStep, type OrderStep } from './order.js';

/** Moves the Work Items of these keys within their lists by a step. */
export function moveByStep(
  project: ProjectPlace,
  lists: readonly OrderedList[],
  keys: ReadonlySet<string>,
  step: OrderStep,
): void {
  for (const list of lists) {
    const block = list.cards.filter(({ key }) => keys.has(key));
    if (block.length === 0) continue;
    const place = placeAfterStep(list.cards, block, step);
    if (place) moveTo(project, list, block, place);
    else announce(`${block.map(({ key }) => key).join(', ')} can go no further in ${list.name}.`);
  }
}

/** A screen with lists that have a manual order. */
interface OrderedScreen {
  readonly project: ProjectPlace;
  readonly lists: () => readonly OrderedList[];
}

/** The screens on the page. While one comes, the one before is still there: the last one has the keys. */
const screens: OrderedScreen[] = [];
let removeCommands: (() => void) | undefined;
let focused: ItemRef | undefined;

const COMMANDS = ORDER_STEPS.map((step) =>
  commandOf({
    id: `order ${step}` as const,
    holds: hasItemsInHand,
    run: () => {
      const screen = screens.at(-1);
      if (!screen) return;
      focused = itemOf(document.activeElement) && activeItem();
      moveByStep(screen.project, screen.lists(), new Set(itemsInHand().map(({ key }) => key)), step);
    },
  }),
);

function add(screen: OrderedScreen): () => void {
  screens.push(screen);
  removeCommands ??= registry.add(COMMANDS);
  return () => {
    screens.splice(screens.indexOf(screen), 1);
    if (screens.length > 0) return;
    removeCommands?.();
    removeCommands = undefined;
  };
}

/** The keys that move the Work Items in hand within the lists on the screen. What has the focus keeps it at its new place. */
export function useOrderKeys(project: ProjectPlace, lists: () => readonly OrderedList[]): void {
  const latest = useRef(lists);
  latest.current = lists;
  useLayoutEffect(() => add({ project, lists: () => latest.current() }), [project]);
  const { all } = positionsUnderWay;
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!focused || (activeElement && activeElement !== document.body)) return;
    const element = elementOf(focused);
    element?.querySelector('a')?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  }, [all]);
}
