import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useLayoutEffect } from 'preact/hooks';

/** A Work Item by the names in its address. */
export interface ItemRef {
  readonly organization: string;
  readonly key: string;
}

const ITEM = '[data-item]';

/** Attributes of the element of a Work Item: a row, a card, a panel. Keys are about it while it has the focus or the pointer. */
export const itemMark = ({ organization, key }: ItemRef) => ({ 'data-item': key, 'data-organization': organization });

/** The Work Item that the element is of, or is in. */
export function itemOf(target: EventTarget | null): ItemRef | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>(ITEM) : null;
  const { item: key, organization } = element?.dataset ?? {};
  return key === undefined || organization === undefined ? undefined : { organization, key };
}

/** The element of a Work Item in a part of the page; `null` when there is none. */
export const elementOf = ({ organization, key }: ItemRef, within: ParentNode = document): HTMLElement | null =>
  within.querySelector(`[data-item="${CSS.escape(key)}"][data-organization="${CSS.escape(organization)}"]`);

const isSame = (one: ItemRef, other: ItemRef): boolean =>
  one.key === other.key && one.organization === other.organization;

/** The Work Item that had the focus or the pointer last. */
let pointed: ItemRef | undefined;
/** The Work Item of the page that is shown. */
let ofPage: ItemRef | undefined;

const selected = signal<readonly ItemRef[]>([]);

/** The Work Items that are selected in the list on the screen, in the order of the selecting. */
export const selection: ReadonlySignal<readonly ItemRef[]> = selected;

const nameOf = ({ organization, key }: ItemRef): string => `${organization} ${key}`;

const selectedNames = computed(() => new Set(selected.value.map(nameOf)));

export const isSelected = (item: ItemRef): boolean => selectedNames.value.has(nameOf(item));

/** The Work Item that was selected or deselected last: a range begins there. */
let anchor: ItemRef | undefined;

/** Selects a Work Item, or deselects it. */
export function select(item: ItemRef, isOn = !isSelected(item)): void {
  const others = selected.peek().filter((one) => !isSame(one, item));
  selected.value = isOn ? [...others, item] : others;
  anchor = item;
}

/** Selects all of these, too. */
export function selectAll(items: readonly ItemRef[]): void {
  const added = items.filter((item) => !isSelected(item));
  if (added.length > 0) selected.value = [...selected.peek(), ...added];
}

/** Selects from the Work Item that was selected last up to this one, in the order of the list. */
export function selectUpTo(item: ItemRef, list: readonly ItemRef[]): void {
  const placeOf = (wanted: ItemRef | undefined) => list.findIndex((one) => wanted && isSame(one, wanted));
  const [from, to] = [placeOf(anchor), placeOf(item)];
  if (from === -1 || to === -1) select(item, true);
  else selectAll(list.slice(Math.min(from, to), Math.max(from, to) + 1));
}

export function deselectAll(): void {
  if (selected.peek().length > 0) selected.value = [];
}

/** Deselects what a list does not show any more, and everything when the list goes. */
export function useSelectionOf(shown: readonly ItemRef[]): void {
  useEffect(() => {
    const names = new Set(shown.map(nameOf));
    const left = selected.peek().filter((item) => names.has(nameOf(item)));
    if (left.length < selected.peek().length) selected.value = left;
  }, [shown]);
  useEffect(() => deselectAll, []);
}

/** The one Work Item that keys are about: the last one with the focus or the pointer, otherwise that of the page. */
export const activeItem = (): ItemRef | undefined => (pointed && elementOf(pointed) ? pointed : ofPage);

/** The Work Items that keys are about: those that are selected, otherwise the active one. */
export function itemsInHand(): readonly ItemRef[] {
  if (selected.peek().length > 0) return selected.peek();
  const active = activeItem();
  return active ? [active] : [];
}

export const hasItemsInHand = (): boolean => itemsInHand().length > 0;

/** Says that the page is of one Work Item: keys are about it unless another one on the page has the focus or the pointer. */
export function usePageItem(organization: string, key: string): void {
  useLayoutEffect(() => {
    const item = { organization, key };
    ofPage = item;
    return () => {
      if (ofPage === item) ofPage = undefined;
    };
  }, [organization, key]);
}

export const isPageOfItem = (): boolean => ofPage !== undefined;

/** Follows the focus and the pointer over the Work Items of all screens. Returns how to stop. */
export function followItems(): () => void {
  const point = ({ target }: Event) => {
    // A dialog over the page gives the focus back.
    if (target instanceof Element && target.closest('dialog')) return;
    const item = itemOf(target);
    // Outside the rows of a page of one Work Item, the page itself is meant.
    if (item || ofPage) pointed = item;
  };
  addEventListener('focusin', point);
  // Not `pointerover`: scrolling a list under a resting pointer is not a choice of the user.
  addEventListener('pointermove', point);
  return () => {
    removeEventListener('focusin', point);
    removeEventListener('pointermove', point);
  };
}
