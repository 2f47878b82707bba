import { useMemo } from 'preact/hooks';
import { keepPreviousData, useInfiniteQuery, type QueryMeta } from '@tanstack/preact-query';

/** The most items of one response of the API. */
export const LARGEST_PAGE = 100;
/** The most Work Items of one response, and the most comments, attachments and events of one of them. */
export const LARGEST_ITEM_PAGE = 200;

interface PageOf<T> {
  readonly items: readonly T[];
  readonly page: { readonly nextCursor: string | null };
}

/** The parameter that asks for the page after another one; the first page has none. */
export interface After {
  readonly cursor?: string;
}

const after = (cursor: string | null): After => (cursor === null ? {} : { cursor });

/** Reads page after page to the end of a list, or until there are `most` items. */
export async function allPages<T>(read: (after: After) => Promise<PageOf<T>>, most: number): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const { items: more, page }: PageOf<T> = await read(after(cursor));
    items.push(...more);
    cursor = page.nextCursor;
  } while (cursor !== null && items.length < most);
  return items;
}

interface PagesOptions {
  readonly enabled?: boolean;
  /** True for a list whose key changes with what is asked for: the former items stay until the new ones are there. */
  readonly keepsFormer?: boolean;
  readonly meta?: QueryMeta;
}

/** The pages of a list that are read again when its screen is opened once more. To read a longer list again takes seconds. */
const MOST_READ_AGAIN = 3;

const isShort = ({ state: { data } }: { readonly state: { readonly data?: unknown } }): boolean =>
  ((data as { readonly pages?: readonly unknown[] } | undefined)?.pages?.length ?? 0) <= MOST_READ_AGAIN;

/** A list of which further pages are read when somebody asks for them. */
export function usePages<T>(
  queryKey: readonly unknown[],
  read: (after: After, signal: AbortSignal) => Promise<PageOf<T>>,
  { enabled = true, keepsFormer = false, meta = {} }: PagesOptions = {},
) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(after(pageParam), signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ page }) => page.nextCursor,
    enabled,
    meta,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    ...(keepsFormer && { placeholderData: keepPreviousData }),
  });
  const items = useMemo(() => data?.pages.flatMap((page) => page.items), [data]);
  return {
    /** `undefined` until the first page is there. */
    items,
    error,
    refetch: () => void refetch(),
    hasMore: hasNextPage,
    isReadingMore: isFetchingNextPage,
    more: () => void fetchNextPage(),
    /** True while the items are those of what was asked for before. */
    isFormer: isPlaceholderData,
  };
}
