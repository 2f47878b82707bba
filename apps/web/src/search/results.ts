import { useInfiniteQuery } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';

/** A Work Item that a query finds. */
export type FoundItem = Schemas['WorkItemContext'];

/** Work Items of one page of the results. */
const PAGE = 50;

/** The results of a query, page by page. */
export const useResults = (organization: string, query: string | undefined) =>
  useInfiniteQuery({
    queryKey: ['search', organization, query],
    queryFn: ({ signal, pageParam }) =>
      dataOf(
        api.POST('/api/v1/organizations/{organizationSlug}/work-items/search', {
          params: { path: { organizationSlug: organization } },
          body: { query: query ?? '', limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    enabled: query !== undefined,
  });
