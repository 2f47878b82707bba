import { dataOf, api, type Schemas } from '../api/client.js';
import { usePages } from '../api/pages.js';

/** A Work Item that a query finds. */
export type FoundItem = Schemas['WorkItemContext'];

/** Work Items of one page of the results. */
const PAGE = 50;

/** The results of a query, page by page. */
export const useResults = (organization: string, query: string | undefined) =>
  usePages(
    ['search', organization, query],
    (after, signal) =>
      dataOf(
        api.POST('/api/v1/organizations/{organizationSlug}/work-items/search', {
          params: { path: { organizationSlug: organization } },
          body: { query: query ?? '', limit: PAGE, ...after },
          signal,
        }),
      ),
    { enabled: query !== undefined },
  );
