import { Overlay } from '../work-item/overlay.js';
import type { SeenItem } from '../work-item/work-item.js';
import type { ManyChange } from './many.js';

/** The change that is under way, by the id of the Work Item. */
export const manyUnderWay = new Overlay<ManyChange>();

/** The Work Item with the change of many that is under way. */
export function overMany<Item extends SeenItem>(item: Item): Item {
  const change = manyUnderWay.of(item.id);
  return change ? itemAfter(item, change) : item;
}

/** The Work Item as it is after the change. A card knows its first labels only; some lists show none. */
export function itemAfter<Item extends SeenItem>(item: Item, change: ManyChange): Item {
  if (change.kind === 'values') return { ...item, ...change.values };
  if (change.kind === 'archive') return item;
  const { label, isAttached } = change;
  const { labels: before, labelCount } = item;
  if (!before) return item;
  const isKnown = before.some(({ id }) => id === label.id);
  const isHidden = labelCount !== undefined && labelCount > before.length;
  if (isAttached === isKnown || (isAttached && isHidden)) return item;
  const labels = isAttached ? [...before, label] : before.filter(({ id }) => id !== label.id);
  return { ...item, labels, ...(labelCount !== undefined && { labelCount: labelCount + (isAttached ? 1 : -1) }) };
}
