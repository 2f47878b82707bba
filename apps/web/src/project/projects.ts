import { useQuery } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';
import { LARGEST_PAGE } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';

export type Project = Schemas['Project'];

/** The key of the lists of Projects in the cache. */
export const listKey = (organization: string) => ['projects', organization] as const;
/** The key of a Project in the cache. */
export const projectKey = ({ organization, project }: ProjectPlace) => ['project', organization, project] as const;

/** The Projects of an Organization by name: the open ones, or the archived ones. */
export function useProjects(organizationSlug: string, { archived = false, enabled = true } = {}) {
  return useQuery({
    queryKey: [...listKey(organizationSlug), { archived }],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects', {
          params: { path: { organizationSlug }, query: { limit: LARGEST_PAGE, archived } },
          signal,
        }),
      ),
    enabled,
    staleTime: 60_000,
  });
}

export const readProject = (place: ProjectPlace, signal?: AbortSignal) =>
  dataOf(
    api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}', {
      params: { path: projectPath(place) },
      ...(signal && { signal }),
    }),
  );

export function useProject(organization: string, project: string) {
  const place = { organization, project };
  return useQuery({ queryKey: projectKey(place), queryFn: ({ signal }) => readProject(place, signal) });
}
