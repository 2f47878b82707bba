import { elementOf, itemOf, type ItemRef } from '../shell/items-in-hand.js';
import type { PickedField } from './fields.js';

/** Attribute of an element that opens the list of a field. */
export const opens = (field: PickedField) => ({ 'data-opens': field });

/**
 * The element of the page at which a key opens the list of a field: the field itself, or the title of the row or the card. `undefined` where
 * the page shows neither.
 */
export function placeOfField(item: ItemRef, field: PickedField): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('[data-item]');
  const isFocused = itemOf(focused ?? null)?.key === item.key;
  const element = (isFocused ? focused : elementOf(item)) ?? document.getElementById('main');
  const shown = element?.querySelector<HTMLElement>(`[data-cell="${field}"], [data-opens="${field}"]`);
  const title = element?.id === 'main' ? undefined : element?.querySelector<HTMLElement>('a');
  return shown ?? title ?? undefined;
}

/** The button of a field next to the selection, where several Work Items are selected. */
export const placeInBar = (field: PickedField): HTMLElement | undefined =>
  document.querySelector<HTMLElement>(`[role=toolbar] [data-opens="${field}"]`) ?? undefined;
