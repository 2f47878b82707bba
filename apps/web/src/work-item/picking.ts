import { signal } from '@preact/signals';
import type { ItemRef } from '../shell/items-in-hand.js';
import type { PickedField } from './fields.js';
import type { SeenItem } from './work-item.js';

interface Picking {
  readonly field: PickedField;
  readonly item: SeenItem;
  readonly organization: string;
  /** The element at which the field is chosen; without one, at the top of the page. */
  readonly at?: HTMLElement | undefined;
}

/** The field that is being chosen now, of whatever Work Item on the screen. */
export const picking = signal<Picking | undefined>(undefined);

/** The Work Item that is shown next to the screen: the one that the address names. */
export const peeked = signal<ItemRef | undefined>(undefined);

/** A part of the Work Item that is open on its page or in the panel, which a key asks for. */
export const wanted = signal<(ItemRef & { readonly part: 'title' | 'description' | 'comment' }) | undefined>(undefined);
