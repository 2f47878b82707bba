import { queryOptions } from '@tanstack/preact-query';
import { dataOf, api } from '../api/client.js';
import { allPages, LARGEST_PAGE } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';

const MOST_SPRINTS = 1_000;

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
    staleTime: 60_000,
  });
