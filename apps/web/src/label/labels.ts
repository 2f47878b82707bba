import { useInfiniteQuery, useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { answerOf, api, type Schemas } from '../api/client.js';
import type { ProjectPlace } from '../project/projects.js';

export type Label = Schemas['ProjectLabel'];

const pathOf = ({ organization, project }: ProjectPlace) => ({ organizationSlug: organization, projectKey: project });

const PAGE = 100;

/** The labels of a Project by name. */
export function useLabelPages(place: ProjectPlace) {
  return useInfiniteQuery({
    queryKey: ['labels', place.organization, place.project, 'pages'],
    queryFn: ({ signal, pageParam }) =>
      answerOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/labels', {
          params: { path: pathOf(place), query: { limit: PAGE, ...(pageParam !== '' && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ page }) => page.nextCursor,
  });
}

/** Creates a label. Its name is kept in lower case. */
export function useCreateLabel(place: ProjectPlace) {
  const cache = useQueryClient();
  return useChange(
    (body: { readonly name: string; readonly color: string }, idempotencyKey) =>
      answerOf(
        api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/labels', {
          params: { path: pathOf(place), header: { 'Idempotency-Key': idempotencyKey } },
          body,
        }),
      ),
    { onSuccess: () => cache.invalidateQueries({ queryKey: ['labels', place.organization, place.project] }) },
  );
}
