import { RESTORABLE_DAYS } from '@worktrack/domain';
import { cache } from '../api/cache.js';
import { newIdempotencyKey } from '../api/change.js';
import { dataOf, api, extensions } from '../api/client.js';
import { delivered } from '../api/delivery.js';
import { ONE_DAY, shortDay } from '../shell/days.js';
import { announce, notify, warn } from '../shell/notices.js';
import { conditionOf } from './change-requests.js';
import { reasonOf } from './changes.js';
import { itemChanges } from './item-changes.js';
import { offerUndo, rememberChange, type ChangeKind, type LastChange } from './undo.js';
import { itemKey, itemPath, patchItem, type ItemPlace, type SeenItem } from './work-item.js';

const ONE = '/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}';

/** The address of the deleted Work Items of a Project. */
export const DELETED_ITEMS = '/api/x/organizations/{organizationSlug}/projects/{projectKey}/deleted-work-items';

type Revised = Pick<SeenItem, 'id' | 'revision'>;

/** Reads again whatever lists Work Items. */
export const rereadLists = () => cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'item' });

/** Says that a change was made, and offers to take it back. */
function made(text: string, change: LastChange, kind: ChangeKind): void {
  rememberChange(change, kind);
  announce(text);
  if (kind !== 'undone') offerUndo(text, change);
}

/** Sends the change of the archive, after the changes of the Work Item that are under way. */
export function sendArchived(place: ItemPlace, item: Revised, archived: boolean) {
  const options = { params: { path: itemPath(place), header: conditionOf(item, newIdempotencyKey()) }, body: {} };
  return itemChanges.serially(item.id, () =>
    delivered(() => dataOf(archived ? api.POST(`${ONE}/archive`, options) : api.POST(`${ONE}/unarchive`, options))),
  );
}

/** Archives a Work Item, or takes it out of the archive. */
export async function setArchived(
  place: ItemPlace,
  item: Revised,
  archived: boolean,
  kind: ChangeKind = 'new',
): Promise<void> {
  const { organization, key } = place;
  try {
    const saved = await sendArchived(place, item, archived);
    patchItem(cache, organization, saved);
    const undo = async (next: ChangeKind) => {
      await setArchived(place, saved, !archived, next);
      return undefined;
    };
    const text = archived ? `${key} is archived. Its sub-items stay where they are.` : `${key} is out of the archive.`;
    made(text, { name: `Archive of ${key}`, undo }, kind);
  } catch (reason) {
    warn(`${key} was not ${archived ? 'archived' : 'taken out of the archive'}. ${reasonOf(reason)}`);
  }
  await Promise.all([cache.invalidateQueries({ queryKey: itemKey(place) }), rereadLists()]);
}

/** Deletes a Work Item. Resolves to true when it is deleted. */
export async function deleteItem(place: ItemPlace, item: Revised, cascade: boolean): Promise<boolean> {
  const { key } = place;
  const options = {
    params: { path: itemPath(place), header: conditionOf(item, newIdempotencyKey()) },
    body: { cascade },
  };
  try {
    await itemChanges.serially(item.id, () => delivered(() => dataOf(api.DELETE(ONE, options))));
  } catch (reason) {
    warn(`${key} was not deleted. ${reasonOf(reason)}`);
    await cache.invalidateQueries({ queryKey: itemKey(place) });
    return false;
  }
  const undo = async () => {
    await restoreItem(place);
    return undefined;
  };
  made(`${key} is deleted. It can be restored until ${lastDayFromNow()}.`, { name: `Deletion of ${key}`, undo }, 'new');
  return true;
}

/** The day until which a Work Item that is deleted now can be restored. */
export const lastDayFromNow = (): string => shortDay(new Date(Date.now() + RESTORABLE_DAYS * ONE_DAY).toISOString());

const LOST_NAMES = { parent: 'parent', sprint: 'Sprint', assignee: 'assignee' } as const;

/** Restores a deleted Work Item, and says what it has lost. */
export async function restoreItem(place: ItemPlace): Promise<void> {
  const { key } = place;
  const { organizationSlug, projectKey } = itemPath(place);
  const options = {
    params: {
      path: { organizationSlug, projectKey, deletedItem: key },
      header: { 'Idempotency-Key': newIdempotencyKey() },
    },
    body: {},
  };
  try {
    const { restored, isComplete, lost } = await delivered(() =>
      dataOf(extensions.POST(`${DELETED_ITEMS}/{deletedItem}/restorations`, options)),
    );
    const below = restored > 1 ? ` with ${restored - 1} below it` : '';
    const names = new Intl.ListFormat('en').format(lost.map((reference) => LOST_NAMES[reference]));
    const without = lost.length > 0 ? ` Not there any more: ${names}.` : '';
    const rest = isComplete ? '' : ' The others are still in the list of what is deleted.';
    notify(`${key} is restored${below}.${without}${rest}`);
  } catch (reason) {
    warn(`${key} was not restored. ${reasonOf(reason)}`);
  }
  await Promise.all([cache.invalidateQueries({ queryKey: itemKey(place) }), rereadLists()]);
}
