import { useInfiniteQuery } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';
import { itemKey, itemPath, type ItemPlace } from './work-item.js';

export type Comment = Schemas['Comment'];
export type Activity = Schemas['Activity'];
export type Attachment = Schemas['Attachment'];
export type ItemLink = Schemas['WorkItemLink'];

interface PageOf<T> {
  readonly items: readonly T[];
  readonly page: { readonly nextCursor: string | null };
}

/** The most items of one response of the API. */
const MOST = 200;
const MOST_LINKS = 100;

const cursorOf = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });

/** A list of which further pages are read when somebody asks for them. */
function usePages<T>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<T>>,
) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page.nextCursor ?? undefined,
  });
  return {
    items: data?.pages.flatMap(({ items }) => items),
    error,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    more: () => void fetchNextPage(),
  };
}

export const useComments = (place: ItemPlace) =>
  usePages<Comment>([...itemKey(place), 'comments'], (cursor, signal) =>
    dataOf(
      api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/comments', {
        params: { path: itemPath(place), query: { limit: MOST, ...cursorOf(cursor) } },
        signal,
      }),
    ),
  );

export const useActivity = (place: ItemPlace) =>
  usePages<Activity>([...itemKey(place), 'activity'], (cursor, signal) =>
    dataOf(
      api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/activity', {
        params: { path: itemPath(place), query: { limit: MOST, ...cursorOf(cursor) } },
        signal,
      }),
    ),
  );

export const useAttachments = (place: ItemPlace) =>
  usePages<Attachment>([...itemKey(place), 'attachments'], (cursor, signal) =>
    dataOf(
      api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/attachments', {
        params: { path: itemPath(place), query: { limit: MOST, ...cursorOf(cursor) } },
        signal,
      }),
    ),
  );

export const useLinks = (place: ItemPlace) =>
  usePages<ItemLink>([...itemKey(place), 'links'], (cursor, signal) =>
    dataOf(
      api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/links', {
        params: { path: itemPath(place), query: { limit: MOST_LINKS, ...cursorOf(cursor) } },
        signal,
      }),
    ),
  );

export const useSubItems = (place: ItemPlace) => {
  const { organizationSlug, projectKey } = itemPath(place);
  return usePages([...itemKey(place), 'sub-items'], (cursor, signal) =>
    dataOf(
      api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
        params: {
          path: { organizationSlug, projectKey },
          query: { parent: place.key, sort: 'rank', limit: MOST, ...cursorOf(cursor) },
        },
        signal,
      }),
    ),
  );
};
