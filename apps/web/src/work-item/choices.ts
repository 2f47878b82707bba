import { queryOptions, useQuery } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';
import { allPages, LARGEST_PAGE } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { peopleQuery, useFoundPeople } from './found.js';
import { sprintsQuery } from './sprints.js';

const NOBODY: readonly Schemas['OrganizationUser'][] = [];

/** The members of an Organization: all of them, or, where there are many, those that the text finds. */
export function usePeople(organization: string, text: string, enabled = true) {
  const { data: first, isLoading } = useQuery({ ...peopleQuery(organization, '', LARGEST_PAGE), enabled });
  const isLarge = enabled && first?.page.hasMore === true;
  const found = useFoundPeople(organization, text, { most: LARGEST_PAGE, enabled: isLarge, least: 1 });
  return { people: found.items ?? first?.items ?? NOBODY, isReading: isLoading || found.isReading };
}

/** The Sprints of a Project to choose from: the active one, then those to come. */
export function useSprintChoices(place: ProjectPlace, enabled = true) {
  const { data = [], isLoading: isReading } = useQuery({ ...sprintsQuery(place), enabled });
  const of = (state: Schemas['Sprint']['state']) => data.filter((sprint) => sprint.state === state);
  return { sprints: [...of('active'), ...of('future')], isReading };
}

const MOST_LABELS = 2_000;

/** All labels of a Project by name. */
export const labelsQuery = (place: ProjectPlace) =>
  queryOptions({
    queryKey: ['labels', place.organization, place.project],
    queryFn: ({ signal }) =>
      allPages(
        (after) =>
          dataOf(
            api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/labels', {
              params: { path: projectPath(place), query: { limit: LARGEST_PAGE, ...after } },
              signal,
            }),
          ),
        MOST_LABELS,
      ),
    staleTime: 60_000,
  });

/** The labels of a Project to choose from. */
export function useLabelChoices(place: ProjectPlace, enabled = true) {
  const { data: labels = [], isLoading: isReading } = useQuery({ ...labelsQuery(place), enabled });
  return { labels, isReading };
}
