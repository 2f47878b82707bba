import { useQuery, type QueryClient } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';
import { projectOf } from './item-key.js';
import { areEqual, FIELDS, type FieldName, type Person, type Values } from './fields.js';
import { withStatuses, type RankedCard } from './rank.js';

export type WorkItem = Schemas['WorkItem'];

/** A Work Item by the names in its address. */
export interface ItemPlace {
  readonly organization: string;
  /** The key of the Work Item, in upper case. */
  readonly key: string;
}

/** The key of a Work Item in the cache; the keys of its comments, links and so on begin with it. */
export const itemKey = ({ organization, key }: ItemPlace) => ['item', organization, key] as const;

/** The parameters of the paths of the API. */
export const itemPath = ({ organization, key }: ItemPlace) => ({
  organizationSlug: organization,
  projectKey: projectOf(key),
  workItemKey: key,
});

export const readItem = (place: ItemPlace, signal?: AbortSignal) =>
  dataOf(
    api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}', {
      params: { path: itemPath(place) },
      ...(signal && { signal }),
    }),
  );

export const useWorkItem = (place: ItemPlace) =>
  useQuery({
    queryKey: itemKey(place),
    queryFn: ({ signal }) => readItem(place, signal),
    meta: { refresh: 'whole' },
  });

/** A Work Item as a list, a board or its page has it: with some of its values. */
export interface SeenItem extends Partial<Values> {
  readonly id: string;
  readonly key: string;
  readonly revision: number;
  readonly updatedAt?: string;
  readonly archivedAt?: string | null;
  /** All labels, where `labels` are the first ones, as on a card. */
  readonly labelCount?: number;
}

interface List {
  readonly items: readonly unknown[];
}

const isSeen = (item: unknown, id?: string): item is SeenItem =>
  typeof item === 'object' &&
  item !== null &&
  'revision' in item &&
  'id' in item &&
  (id === undefined || item.id === id);

/** The lists of an entry of the cache: one response, or the pages of several. */
function listsIn(data: unknown): readonly List[] {
  const { items, pages } = (typeof data === 'object' ? (data ?? {}) : {}) as { items?: unknown; pages?: unknown };
  if (Array.isArray(pages)) return pages.flatMap(listsIn);
  return Array.isArray(items) ? [data as List] : [];
}

const isOpened = (queryKey: readonly unknown[]): boolean => queryKey[0] === 'item' && queryKey.length === 3;

/** Every record of a Work Item in the cache: of its page and of all lists. */
function recordsOf(cache: QueryClient, id: string): readonly SeenItem[] {
  return cache
    .getQueryCache()
    .getAll()
    .flatMap(({ queryKey, state: { data } }): readonly unknown[] =>
      isOpened(queryKey) ? [data] : listsIn(data).flatMap(({ items }) => items),
    )
    .filter((record): record is SeenItem => isSeen(record, id));
}

const hasValue = (record: SeenItem, field: FieldName): boolean =>
  field in record && (field !== 'labels' || (record.labelCount ?? 0) <= (record.labels?.length ?? 0));

/** The newest record of a Work Item, by its address: that of its page, or that of a list of its Organization. */
export function cachedItem(cache: QueryClient, place: ItemPlace): SeenItem | undefined {
  const own = cache.getQueryData<SeenItem>(itemKey(place));
  if (own) return own;
  return cache
    .getQueryCache()
    .getAll()
    .filter(({ queryKey }) => queryKey.includes(place.organization))
    .flatMap(({ state: { data } }) => listsIn(data).flatMap(({ items }) => items))
    .find((one): one is SeenItem => isSeen(one) && one.key === place.key && 'status' in one && 'assignee' in one);
}

/** The newest record in the cache that has all these values. */
export function knownItem(cache: QueryClient, id: string, fields: readonly FieldName[]): SeenItem | undefined {
  return recordsOf(cache, id)
    .filter((record) => fields.every((field) => hasValue(record, field)))
    .reduce<SeenItem | undefined>((best, one) => (best && best.revision >= one.revision ? best : one), undefined);
}

/**
 * Writes what the server said of a Work Item into its page and into every list that has it. `chosen` are values with members that the
 * response lacks, such as the public id of an assignee.
 */
export function patchItem(
  cache: QueryClient,
  organization: string,
  item: SeenItem,
  chosen: Partial<Values> = {},
): void {
  const queryKey = itemKey({ organization, key: item.key });
  cache.setQueryData<SeenItem>(queryKey, (known) =>
    known && known.revision > item.revision ? known : 'description' in item ? item : known && { ...known, ...item },
  );
  const affected = cache
    .getQueryCache()
    .findAll()
    .filter((query) => !isOpened(query.queryKey) && hasItem(query, item.id));
  for (const query of affected) {
    cache.setQueryData(query.queryKey, (data: unknown) => patched(data, item, chosen));
    // A response that is on its way is older than this change: its request is sent again.
    const isOnItsWay = query.state.fetchStatus === 'fetching';
    void cache.invalidateQueries({
      queryKey: query.queryKey,
      exact: true,
      refetchType: isOnItsWay ? 'active' : 'none',
    });
  }
}

/** Reads every list again that has the Work Item: it is another one than the lists say. */
export function rereadListsOf(cache: QueryClient, id: string): void {
  void cache.invalidateQueries({ predicate: (query) => !isOpened(query.queryKey) && hasItem(query, id) });
}

const hasItem = ({ state: { data } }: { readonly state: { readonly data: unknown } }, id: string): boolean =>
  listsIn(data).some(({ items }) => items.some((one) => isSeen(one, id)));

function patched(data: unknown, item: SeenItem, chosen: Partial<Values>): unknown {
  const { items, pages } = data as { items?: readonly unknown[]; pages?: readonly unknown[] };
  if (pages) return { ...(data as object), pages: pages.map((page) => patched(page, item, chosen)) };
  return {
    ...(data as object),
    items:
      items &&
      placed(items, item).map((one) =>
        isSeen(one, item.id) && one.revision <= item.revision ? withValues(one, item, chosen) : one,
      ),
  };
}

const isRanked = (item: unknown): item is RankedCard & SeenItem =>
  isSeen(item) && 'status' in item && 'updatedAt' in item && 'labelCount' in item;

/** A list of cards is in the order `rank`: a card with another status gets its place in it. Other lists stay as they are. */
function placed(items: readonly unknown[], { id, revision, status }: SeenItem): readonly unknown[] {
  if (status === undefined || !items.every(isRanked)) return items;
  const isOlder = items.some((one) => one.id === id && one.revision <= revision);
  return isOlder ? withStatuses(items, new Map([[id, status]])) : items;
}

/** The record with the values of another one, as far as it has them. */
function withValues(record: SeenItem, item: SeenItem, chosen: Partial<Values>): SeenItem {
  const values = FIELDS.filter((field) => field in record && item[field] !== undefined).map(
    (field): [string, unknown] => [
      field,
      field === 'assignee' ? assigneeOf(record.assignee, item.assignee, chosen.assignee) : item[field],
    ],
  );
  return { ...record, ...Object.fromEntries(values), ...labelsOf(record, item), revision: item.revision };
}

/** The most labels that a card shows. */
const LABELS_OF_A_CARD = 3;

function labelsOf(record: SeenItem, { labels }: SeenItem) {
  if (record.labelCount === undefined || labels === undefined) return {};
  return { labels: labels.slice(0, LABELS_OF_A_CARD), labelCount: labels.length };
}

/** The assignee with the members that lists need: those of the list, or of the choice, where it is the same person. */
function assigneeOf(...known: readonly (Person | null | undefined)[]): Person | null {
  const [before, now, chosen] = known;
  const found = [before, chosen].find((one) => one != null && areEqual('assignee', one, now ?? null));
  return found ?? now ?? null;
}
