import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ProjectPlace } from '../../api/project-place.js';
import { useCommands } from '../../shell/commands.js';
import { activeItem, elementOf, hasItemsInHand, itemOf, itemsInHand, type ItemRef } from '../../shell/items-in-hand.js';
import { announce } from '../../shell/notices.js';
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

/** The keys that move the Work Items in hand within the lists on the screen. What has the focus keeps it at its new place. */
export function useOrderKeys(project: ProjectPlace, lists: () => readonly OrderedList[]): void {
  const latest = useRef(lists);
  latest.current = lists;
  const focused = useRef<ItemRef>(undefined);
  useCommands(
    ORDER_STEPS.map((step) => ({
      id: `order ${step}` as const,
      holds: hasItemsInHand,
      run: () => {
        focused.current = itemOf(document.activeElement) && activeItem();
        moveByStep(project, latest.current(), new Set(itemsInHand().map(({ key }) => key)), step);
      },
    })),
    [project],
  );
  const { all } = positionsUnderWay;
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!focused.current || (activeElement && activeElement !== document.body)) return;
    const element = elementOf(focused.current);
    element?.querySelector('a')?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  }, [all]);
}
