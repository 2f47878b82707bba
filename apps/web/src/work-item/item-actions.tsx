import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { cache } from '../api/cache.js';
import { session } from '../api/session.js';
import type { ItemRef } from '../shell/items-in-hand.js';
import { announce, notifyRefusal } from '../shell/notices.js';
import type { ShortcutId } from '../shell/shortcuts.js';
import { copy } from './copy.js';
import { FieldPicker } from './field-picker.js';
import type { PickedField } from './fields.js';
import { placeOfField } from './field-place.js';
import { itemChanges } from './item-changes.js';
import { ItemPanel } from './item-panel.js';
import { nextStatus } from './status-moves.js';
import { peeked, picking, wanted } from './picking.js';
import { cachedItem, itemKey, readItem, type SeenItem } from './work-item.js';
import { STATUS_NAMES } from './words.js';

const PICKED: Partial<Record<ShortcutId, PickedField>> = {
  'item status': 'status',
  'item priority': 'priority',
  'item assignee': 'assignee',
  'item labels': 'labels',
  'item estimate': 'storyPoints',
  'item due date': 'dueDate',
  'item sprint': 'sprint',
};

const PARTS: Partial<Record<ShortcutId, 'title' | 'comment'>> = { 'item title': 'title', 'item reply': 'comment' };

export { peekAt } from './peek.js';

type Peek = (item: ItemRef | undefined) => void;

/** Does with a Work Item what a key asks for. */
export async function act(id: ShortcutId, place: ItemRef, peek: Peek): Promise<void> {
  const { organization, key } = place;
  const link = `${location.origin}/o/${organization}/items/${key}`;
  const part = PARTS[id];
  const field = PICKED[id];
  if (id === 'item copy key') return copy(key, `${key} is copied.`);
  if (id === 'item copy link') return copy(link, `The link of ${key} is copied.`);
  if (id === 'item peek') {
    peek(peeked.peek()?.key === place.key ? undefined : place);
    return;
  }
  if (part) {
    // The part is on the page of the Work Item, or in the panel, which opens for it.
    if (!isOpen(place)) peek(place);
    wanted.value = { ...place, part };
    return;
  }
  const item = await recordOf(place);
  if (!item) return;
  if (field) picking.value = { field, item: itemChanges.over(item), organization, at: placeOfField(place, field) };
  else if (id === 'item assign to me') assignToMe(organization, item);
  else if (id === 'item on' || id === 'item back') shift(organization, item, id === 'item on' ? 1 : -1);
}

async function recordOf(place: ItemRef): Promise<SeenItem | undefined> {
  const known = cachedItem(cache, place);
  if (known) return known;
  try {
    const item = await readItem(place);
    cache.setQueryData(itemKey(place), item);
    return item;
  } catch (error) {
    notifyRefusal(error);
    return undefined;
  }
}

const isOpen = ({ key }: ItemRef): boolean =>
  peeked.peek()?.key === key || location.pathname.toUpperCase().endsWith(`/ITEMS/${key}`);

function assignToMe(organization: string, item: SeenItem): void {
  const user = session.peek()?.user;
  if (!user) return;
  const { publicId, name, avatarUrl } = user;
  void itemChanges.set(organization, item, { assignee: { publicId, name, avatarUrl } });
}

function shift(organization: string, item: SeenItem, direction: 1 | -1): void {
  const { status, key } = itemChanges.over(item);
  const to = status && nextStatus(status, direction);
  if (to) void itemChanges.set(organization, item, { status: to });
  else if (status) announce(`${key} is ${STATUS_NAMES[status]} and can go no further.`);
}

/** The dialogs of the commands: the picker of a field, and the panel next to the screen. */
export function ItemDialogs() {
  const { path } = useLocation();
  useEffect(
    () => () => {
      picking.value = undefined;
    },
    [path],
  );
  return (
    <>
      {peeked.value && <ItemPanel key={peeked.value.key} place={peeked.value} />}
      {picking.value && (
        <FieldPicker
          {...picking.value}
          onClose={() => {
            picking.value = undefined;
          }}
        />
      )}
    </>
  );
}
