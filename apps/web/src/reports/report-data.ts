import type { SprintState } from '@worktrack/domain';
import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { api, application, dataOf, type ApplicationSchemas } from '../api/client.js';
import type { ReportType } from './report-titles.js';

/** A Project by its Organization and its key. */
export interface ProjectPlace {
  readonly organization: string;
  readonly project: string;
}

/** The page of all reports of a Project. */
export const reportsPage = ({ organization, project }: ProjectPlace): string => `/o/${organization}/${project}/reports`;

/** A Sprint report with its whole feed. */
export type WholeSprintReport = ApplicationSchemas['WholeSprintReport'];

export type FeedRow = ApplicationSchemas['FeedEntry'];

const pathOf = ({ organization, project }: ProjectPlace) => ({ organizationSlug: organization, projectKey: project });

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
          params: { path: { ...pathOf(place), reportType: type } },
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
          params: { path: { ...pathOf(place), sprintId } },
          signal,
        }),
      ),
    enabled: sprintId !== '',
    staleTime: 30_000,
  });

/** The page of a Project report. */
export const reportPage = (place: ProjectPlace, type: ReportType): string => `${reportsPage(place)}/${type}`;

/** The page of the report of a Sprint. */
export const sprintReportPage = ({ organization, project }: ProjectPlace, sprintId: string): string =>
  `/o/${organization}/${project}/sprints/${sprintId}/report`;

const MOST_SPRINTS = 100;

/** The Sprint that a reader most likely wants: the active one; without one the Sprint that ended last. */
export const presentSprint = <Sprint extends { readonly state: SprintState }>(sprints: readonly Sprint[]) =>
  sprints.find(({ state }) => state === 'active') ?? sprints.findLast(({ state }) => state === 'done');

/** The Sprints of a Project, dated ones first. */
export const useSprints = (place: ProjectPlace, { enabled = true } = {}) =>
  useQuery({
    queryKey: ['sprints', place.organization, place.project],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints', {
          params: {
            path: pathOf(place),
            query: { limit: MOST_SPRINTS },
          },
          signal,
        }),
      ),
    enabled,
    staleTime: 60_000,
  });
