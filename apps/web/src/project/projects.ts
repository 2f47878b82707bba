import { useQuery } from '@tanstack/preact-query';
import { answerOf, api, type Schemas } from '../api/client.js';

export type Project = Schemas['Project'];

/** The most that the API answers at once. */
const MOST = 100;

/** The Projects of an Organization by name: the open ones, or the archived ones. */
export function useProjects(organizationSlug: string, { archived = false, enabled = true } = {}) {
  return useQuery({
    queryKey: ['projects', organizationSlug, { archived }],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects', {
          params: { path: { organizationSlug }, query: { limit: MOST, archived } },
          signal,
        }),
      ),
    enabled,
    staleTime: 60_000,
  });
}

export function useProject(organizationSlug: string, projectKey: string) {
  return useQuery({
    queryKey: ['project', organizationSlug, projectKey],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}', {
          params: { path: { organizationSlug, projectKey } },
          signal,
        }),
      ),
  });
}
