import { queryOptions, useQuery } from '@tanstack/preact-query';
import { dataOf, api, type Schemas } from '../api/client.js';
import { allPages, LARGEST_PAGE } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';

const MOST_SPRINTS = 1_000;
const MOST_LABELS = 2_000;
const KEPT = { staleTime: 60_000 };

/** All Sprints of a Project, dated ones first. */
export const sprintsQuery = (place: ProjectPlace) =>
  queryOptions({
    queryKey: ['sprints', place.organization, place.project],
    queryFn: ({ signal }) =>
      allPages(
        (after) =>
          dataOf(
            api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints', {
              params: { path: projectPath(place), query: { limit: LARGEST_PAGE, ...after } },
              signal,
            }),
          ),
        MOST_SPRINTS,
      ),
    ...KEPT,
  });

/** The Sprints of a Project to choose from: the active one, those to come, then those that are done, the last one first. */
export function useSprintChoices(place: ProjectPlace): readonly Schemas['Sprint'][] {
  const { data = [] } = useQuery(sprintsQuery(place));
  const of = (state: Schemas['Sprint']['state']) => data.filter((sprint) => sprint.state === state);
  return [...of('active'), ...of('future'), ...of('done').reverse()];
}

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
    ...KEPT,
  });

/** The labels of a Project to choose from. */
export const useLabelChoices = (place: ProjectPlace): readonly Schemas['ProjectLabel'][] =>
  useQuery(labelsQuery(place)).data ?? [];
