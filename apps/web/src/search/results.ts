import { useQuery } from '@tanstack/preact-query';
import { application, dataOf, api, type Schemas } from '../api/client.js';
import { usePages, type After } from '../api/pages.js';
import { queryOfKey } from '../work-item/search-words.js';
import type { Reading } from './reading.js';

/** A Work Item that a query finds. */
export type FoundItem = Schemas['WorkItemContext'];

/** Work Items of one page of the results. */
const PAGE = 50;

/** The results of a search, page by page; the Work Item that a key names comes first. */
export function useResults(organization: string, reading: Reading | undefined) {
  const { query = '', key } = reading ?? {};
  const ask = (body: { readonly query: string; readonly limit: number } & After, signal: AbortSignal) =>
    dataOf(
      api.POST('/api/v1/organizations/{organizationSlug}/work-items/search', {
        params: { path: { organizationSlug: organization } },
        body,
        signal,
      }),
    );
  const named = useQuery({
    queryKey: ['search', organization, 'key', key],
    queryFn: ({ signal }) => ask({ query: queryOfKey(key ?? ''), limit: 1 }, signal),
    enabled: key !== undefined,
  });
  const pages = usePages(
    ['search', organization, query],
    (after, signal) => ask({ query, limit: PAGE, ...after }, signal),
    { enabled: reading !== undefined },
  );
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
  if (key === undefined) return { ...pages, counted };
  return {
    ...pages,
    counted: counted && named.data && { ...counted, count: counted.count + named.data.items.length },
    items: named.data && pages.items && [...named.data.items, ...pages.items],
    error: pages.error ?? named.error,
    refetch: () => {
      void named.refetch();
      pages.refetch();
    },
  };
}
