import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { application, dataOf, type ApplicationSchemas } from '../api/client.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import type { ReportType } from './report-titles.js';

/** A Sprint report with its whole feed. */
export type WholeSprintReport = ApplicationSchemas['WholeSprintReport'];

export type FeedRow = ApplicationSchemas['FeedEntry'];

const routeOf = ({ organization, project }: ProjectPlace): string =>
  `/api/organizations/${organization}/projects/${project}`;

/** The path of a file of a Project report. */
export const reportFile = (place: ProjectPlace, type: ReportType, ending: string, query: URLSearchParams): string =>
  withQuery(`${routeOf(place)}/reports/${type}.${ending}`, query);

/** The path of a file of a Sprint report. */
export const sprintFile = (place: ProjectPlace, sprintId: string, ending: string, query: URLSearchParams): string =>
  withQuery(`${routeOf(place)}/sprints/${sprintId}/report.${ending}`, query);

const withQuery = (path: string, query: URLSearchParams): string => {
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
};

export const useReport = (place: ProjectPlace, type: ReportType, query: URLSearchParams) =>
  useQuery({
    queryKey: ['report', place.organization, place.project, type, query.toString()],
    queryFn: ({ signal }) =>
      dataOf(
        application.GET('/api/organizations/{organizationSlug}/projects/{projectKey}/reports/{reportType}.json', {
          params: { path: { ...projectPath(place), reportType: type } },
          querySerializer: () => query.toString(),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const useSprintReport = (place: ProjectPlace, sprintId: string) =>
  useQuery({
    queryKey: ['report', place.organization, place.project, 'sprint', sprintId],
    queryFn: ({ signal }) =>
      dataOf(
        application.GET('/api/organizations/{organizationSlug}/projects/{projectKey}/sprints/{sprintId}/report.json', {
          params: { path: { ...projectPath(place), sprintId } },
          signal,
        }),
      ),
    enabled: sprintId !== '',
    staleTime: 30_000,
  });
