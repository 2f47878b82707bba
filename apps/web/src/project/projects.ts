import { useQuery } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';
import { LARGEST_PAGE, allPages, type After } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';

export type Project = Schemas['Project'];

/** The key of the lists of Projects in the cache. */
export const listKey = (organization: string) => ['projects', organization] as const;
/** The key of a Project in the cache. */
export const projectKey = ({ organization, project }: ProjectPlace) => ['project', organization, project] as const;

const readProjects = (organizationSlug: string, query: After & { readonly archived: boolean }, signal: AbortSignal) =>
  dataOf(
    api.GET('/api/v1/organizations/{organizationSlug}/projects', {
      params: { path: { organizationSlug }, query: { limit: LARGEST_PAGE, ...query } },
      signal,
    }),
  );

/** The first Projects of an Organization by name, at most 100: the open ones, or the archived ones. */
export function useProjects(organizationSlug: string, { archived = false, enabled = true } = {}) {
  return useQuery({
    queryKey: [...listKey(organizationSlug), { archived }],
    queryFn: ({ signal }) => readProjects(organizationSlug, { archived }, signal),
    enabled,
    staleTime: 60_000,
  });
}

/** The most Projects that are read to find one of them. */
const MOST_FOUND = 2_000;

/** The open Projects of an Organization by name. With `all`, those beyond the first page are read too; the first ones are there meanwhile. */
export function useProjectsToFind(organization: string, { all = true, enabled = true } = {}) {
  const { data: first, isLoading: isFirst } = useProjects(organization, { enabled });
  const { data, isLoading } = useQuery({
    queryKey: [...listKey(organization), 'all'],
    queryFn: ({ signal }) =>
      allPages((after) => readProjects(organization, { archived: false, ...after }, signal), MOST_FOUND),
    enabled: all && enabled && first?.page.hasMore === true,
    staleTime: 60_000,
  });
  return { projects: (all ? data : undefined) ?? first?.items ?? [], isLoading: isFirst || isLoading };
}

export const readProject = (place: ProjectPlace, signal?: AbortSignal) =>
  dataOf(
    api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}', {
      params: { path: projectPath(place) },
      ...(signal && { signal }),
    }),
  );

export function useProject(place: ProjectPlace, { enabled = true } = {}) {
  return useQuery({ queryKey: projectKey(place), queryFn: ({ signal }) => readProject(place, signal), enabled });
}

/** The name and the look of a Project: from the list of the sidebar, which every page reads. Only a Project that is not in it is read by itself. */
export function useKnownProject(place: ProjectPlace) {
  const { data: list, isPending } = useProjects(place.organization);
  const listed = list?.items.find(({ key }) => key === place.project);
  const { data, error } = useProject(place, { enabled: !listed && !isPending });
  return { project: listed ?? data, error };
}
