import { useQuery } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';
import { usePages } from '../api/pages.js';
import { sortOfWork } from '../table/person-work.js';
import type { TableItem } from '../table/table-item.js';

export type Profile = Schemas['UserProfile'];

const PAGE = 50;

/** The members of an Organization by name; `text` finds them by a part of the name or of the username. */
export const usePeoplePages = (organization: string, text: string) =>
  usePages(
    ['people', organization, 'pages', text],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/users', {
          params: {
            path: { organizationSlug: organization },
            query: { limit: PAGE, ...(text !== '' && { q: text }), ...after },
          },
          signal,
        }),
      ),
    { keepsFormer: true },
  );

export const useProfile = (publicId: string) =>
  useQuery({
    queryKey: ['profile', publicId],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/users/{publicId}', { params: { path: { publicId } }, signal })),
  });

/** The relation of a person to a Work Item. */
export type Involvement = 'assigned' | 'created' | 'commented';

/** The Work Items that somebody has to do with in an Organization: the open ones, or all. */
export const useWorkOf = (organization: string, publicId: string, involvement: Involvement, all: boolean) => {
  const sort = sortOfWork();
  return usePages<TableItem>(
    ['work', organization, publicId, involvement, { all, sort }],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/users/{publicId}/work', {
          params: {
            path: { publicId },
            query: {
              organization: [organization],
              involvement: [involvement],
              scope: all ? 'all' : 'open',
              sort,
              limit: PAGE,
              ...after,
            },
          },
          signal,
        }),
      ),
    { keepsFormer: true },
  );
};

/** The activity of somebody, newest first, in all Organizations that the viewer shares. */
export const useActivityOf = (publicId: string) =>
  usePages(['activity of', publicId], (after, signal) =>
    dataOf(
      api.GET('/api/v1/users/{publicId}/activity', {
        params: { path: { publicId }, query: { limit: PAGE, ...after } },
        signal,
      }),
    ),
  );

/** The picture of a profile under `/app`, where the session counts. */
export function pictureOf({ avatarUrl }: Pick<Profile, 'avatarUrl'>): string | null {
  if (avatarUrl === null) return null;
  const { pathname, search } = new URL(avatarUrl);
  return `${pathname.startsWith('/app/') ? '' : '/app'}${pathname}${search}`;
}
