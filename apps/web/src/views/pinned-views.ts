import { useQuery } from '@tanstack/preact-query';
import { dataOf, extensions } from '../api/client.js';

export const ALL = '/api/x/organizations/{organizationSlug}/saved-views';

/** The key of the views of an Organization in the cache. */
export const keyOf = (organization: string) => ['saved-views', organization];

/** The page of a view. */
export const pageOf = (organization: string, id: string): string => `/o/${organization}/views/${id}`;

/** The views that the user has pinned, by name. */
export const usePinnedViews = (organization: string) =>
  useQuery({
    queryKey: [...keyOf(organization), 'pinned'],
    queryFn: ({ signal }) =>
      dataOf(
        extensions.GET(ALL, {
          params: { path: { organizationSlug: organization }, query: { pinned: true } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });
