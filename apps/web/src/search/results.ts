import { useQuery } from '@tanstack/preact-query';
import type { ViewGrouping } from '@worktrack/domain';
import { useMemo } from 'preact/hooks';
import { application, dataOf } from '../api/client.js';
import { readRows, useTableRows, type TableRow } from '../table/table-rows.js';
import { queryOfKey } from '../work-item/search-words.js';
import type { Reading } from './reading.js';

/** A Work Item that a query finds. */
export type FoundItem = TableRow;

/** The results of a search, page by page; the Work Item that a key names comes first. */
export function useResults(organization: string, reading: Reading | undefined, groupBy: ViewGrouping | null) {
  const { query = '', key } = reading ?? {};
  const named = useQuery({
    queryKey: ['search', organization, 'key', key],
    queryFn: ({ signal }) => readRows(organization, { query: queryOfKey(key ?? ''), groupBy: null, limit: 1 }, signal),
    enabled: key !== undefined,
  });
  const pages = useTableRows(organization, reading && query, groupBy);
  const { data: counted } = useQuery({
    queryKey: ['search', organization, query, 'count'],
    queryFn: ({ signal }) =>
      dataOf(
        application.POST('/api/organizations/{organizationSlug}/work-items/count', {
          params: { path: { organizationSlug: organization } },
          body: { query },
          signal,
        }),
      ),
    // A search with one page has counted itself.
    enabled: pages.hasMore,
  });
  const items = useMemo(
    () => named.data && pages.items && [...named.data.items, ...pages.items],
    [named.data, pages.items],
  );
  if (key === undefined) return { ...pages, counted };
  return {
    ...pages,
    counted: counted && named.data && { ...counted, count: counted.count + named.data.items.length },
    items,
    error: pages.error ?? named.error,
    refetch: () => {
      void named.refetch();
      pages.refetch();
    },
  };
}
