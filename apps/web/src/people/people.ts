import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';
import { LISTED_FIELDS } from '../work-item/item-list.js';

export type Profile = Schemas['UserProfile'];

const PAGE = 50;

/** The members of an Organization by name; `text` finds them by a part of the name or of the username. */
export function usePeople(organization: string, text: string) {
  return useInfiniteQuery({
    queryKey: ['people', organization, text],
    queryFn: ({ signal, pageParam }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/users', {
          params: {
            path: { organizationSlug: organization },
            query: { limit: PAGE, ...(text !== '' && { q: text }), ...(pageParam !== '' && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export const useProfile = (publicId: string) =>
  useQuery({
    queryKey: ['profile', publicId],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/users/{publicId}', { params: { path: { publicId } }, signal })),
  });

/** The relation of a person to a Work Item. */
export type Involvement = 'assigned' | 'created' | 'commented';

/** The Work Items that somebody has to do with in an Organization: the open ones, or all. */
export function useWorkOf(organization: string, publicId: string, involvement: Involvement, all: boolean) {
  return useInfiniteQuery({
    queryKey: ['work', organization, publicId, involvement, { all }],
    queryFn: ({ signal, pageParam }) =>
      dataOf(
        api.GET('/api/v1/users/{publicId}/work', {
          params: {
            path: { publicId },
            query: {
              organization: [organization],
              involvement: [involvement],
              scope: all ? 'all' : 'open',
              sort: 'dueDate',
              limit: PAGE,
              fields: LISTED_FIELDS,
              ...(pageParam !== '' && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

/** The activity of somebody, newest first, in all Organizations that the viewer shares. */
export function useActivityOf(publicId: string) {
  return useInfiniteQuery({
    queryKey: ['activity of', publicId],
    queryFn: ({ signal, pageParam }) =>
      dataOf(
        api.GET('/api/v1/users/{publicId}/activity', {
          params: { path: { publicId }, query: { limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  });
}

/** The picture of a profile under `/app`, where the session counts. */
export function pictureOf({ avatarUrl }: Pick<Profile, 'avatarUrl'>): string | null {
  if (avatarUrl === null) return null;
  const { pathname, search } = new URL(avatarUrl);
  return `${pathname.startsWith('/app/') ? '' : '/app'}${pathname}${search}`;
}
