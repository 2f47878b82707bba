import type { QueryClient } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';
import { LARGEST_ITEM_PAGE, LARGEST_PAGE, usePages } from '../api/pages.js';
import { itemKey, itemPath, type ItemPlace } from './work-item.js';

export type Comment = Schemas['Comment'];
export type Activity = Schemas['Activity'];
export type Attachment = Schemas['Attachment'];
export type ItemLink = Schemas['WorkItemLink'];

/** Others' changes of a part come with the next read of all of it. */
const FOLLOWED = { meta: { refresh: 'whole' } } as const;

export const useComments = (place: ItemPlace) =>
  usePages<Comment>(
    [...itemKey(place), 'comments'],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/comments', {
          params: { path: itemPath(place), query: { limit: LARGEST_ITEM_PAGE, ...after } },
          signal,
        }),
      ),
    FOLLOWED,
  );

/** A comment as it was read last. */
export const commentOf = (cache: QueryClient, place: ItemPlace, id: string): Comment | undefined =>
  cache
    .getQueryData<{ readonly pages: readonly { readonly items: readonly Comment[] }[] }>([
      ...itemKey(place),
      'comments',
    ])
    ?.pages.flatMap(({ items }) => items)
    .find((comment) => comment.id === id);

export const useActivity = (place: ItemPlace) =>
  usePages<Activity>(
    [...itemKey(place), 'activity'],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/activity', {
          params: { path: itemPath(place), query: { limit: LARGEST_ITEM_PAGE, ...after } },
          signal,
        }),
      ),
    FOLLOWED,
  );

export const useAttachments = (place: ItemPlace) =>
  usePages<Attachment>(
    [...itemKey(place), 'attachments'],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/attachments', {
          params: { path: itemPath(place), query: { limit: LARGEST_ITEM_PAGE, ...after } },
          signal,
        }),
      ),
    FOLLOWED,
  );

export const useLinks = (place: ItemPlace) =>
  usePages<ItemLink>(
    [...itemKey(place), 'links'],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items/{workItemKey}/links', {
          params: { path: itemPath(place), query: { limit: LARGEST_PAGE, ...after } },
          signal,
        }),
      ),
    FOLLOWED,
  );

export const useSubItems = (place: ItemPlace) => {
  const { organizationSlug, projectKey } = itemPath(place);
  return usePages(
    [...itemKey(place), 'sub-items'],
    (after, signal) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
          params: {
            path: { organizationSlug, projectKey },
            query: { parent: place.key, sort: 'rank', limit: LARGEST_ITEM_PAGE, ...after },
          },
          signal,
        }),
      ),
    FOLLOWED,
  );
};
