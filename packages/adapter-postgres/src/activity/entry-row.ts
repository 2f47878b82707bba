import type { ActivityView, PublicUserSummaryView } from '@worktrack/application';
import {
  WorkItemKey,
  type HistoryAction,
  type ProjectKey,
  type PublicUserId,
  type WorkItemId,
} from '@worktrack/domain';
import { detailOf } from './projection.js';
import type { References } from './references.js';

/** An instant before every other, for a request without `since`. */
export const BEFORE_ALL = '-infinity';

/** Columns of `history` that every entry shows; the actor is `null` for a removed account. */
export const ENTRY_COLUMNS = `history.id, history.action, history.detail as recorded, history.at as "createdAt",
  actor.public_id as "actorPublicId", actor.name as "actorName"`;

/** Joins that `ENTRY_COLUMNS` needs. */
export const ENTRY_FROM = `from work_item_history history
   left join users actor on actor.id = history.actor_id and actor.removed_at is null`;

/** Columns of `item` that an entry shows. */
export const ENTRY_ITEM_COLUMNS = `item.id as "itemId", item.project_key as "itemProjectKey", item.number as "itemNumber", item.title as "itemTitle"`;

/** A row of `ENTRY_COLUMNS`, with its instant as text. */
export interface EntryRow {
  readonly id: string;
  readonly action: HistoryAction;
  readonly recorded: object | null;
  readonly createdAt: string;
  readonly actorPublicId: PublicUserId | null;
  readonly actorName: string;
}

/** An entry row with its Work Item. */
export interface ItemEntryRow extends EntryRow {
  readonly itemId: WorkItemId;
  readonly itemProjectKey: ProjectKey;
  readonly itemNumber: number;
  readonly itemTitle: string;
}

/** Builds an entry by the table of contract §5.8. */
export function entryOf(row: EntryRow, references: References): ActivityView {
  const { id, action, recorded, createdAt } = row;
  return { id, action, actor: actorOf(row), detail: detailOf(action, recorded, references), createdAt };
}

/** Builds an entry with its Work Item. */
export function itemEntryOf(row: ItemEntryRow, references: References) {
  const { itemId: id, itemProjectKey, itemNumber, itemTitle: title } = row;
  return { ...entryOf(row, references), workItem: { id, key: WorkItemKey.of(itemProjectKey, itemNumber), title } };
}

function actorOf({ actorPublicId: publicId, actorName: name }: EntryRow): PublicUserSummaryView | null {
  return publicId === null ? null : { publicId, name };
}
