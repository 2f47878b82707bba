import { useQuery } from '@tanstack/preact-query';
import { application, dataOf, type ApplicationSchemas } from '../api/client.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { reportsPage } from './report-pages.js';

export type SavedReport = ApplicationSchemas['SavedSprintReport'];

export type ReportSettings = SavedReport['settings'];

/** The page that shows a saved report. */
export const pageOf = (place: ProjectPlace, id: string): string => `${reportsPage(place)}/saved/${id}`;

/** The paths of the operations on the saved reports of a Project, and on one of them. */
export const ALL = '/api/organizations/{organizationSlug}/projects/{projectKey}/saved-sprint-reports';
export const ONE = `${ALL}/{savedReportId}` as const;

export const listKey = ({ organization, project }: ProjectPlace) => ['saved-reports', organization, project] as const;
export const PINNED_KEY = ['pinned-reports'] as const;

/** The saved reports of a Project that the user can read: pinned ones first, then by name. */
export const useSavedReports = (place: ProjectPlace, { enabled = true } = {}) =>
  useQuery({
    queryKey: listKey(place),
    queryFn: ({ signal }) => dataOf(application.GET(ALL, { params: { path: projectPath(place) }, signal })),
    enabled,
  });

export const useSavedReport = (place: ProjectPlace, id: string) =>
  useQuery({
    queryKey: [...listKey(place), id],
    queryFn: ({ signal }) => readReport(place, id, signal),
  });

/** The pinned reports of the user in all Organizations, the oldest pin first. */
export const usePinnedReports = () =>
  useQuery({
    queryKey: PINNED_KEY,
    queryFn: ({ signal }) => dataOf(application.GET('/api/me/pinned-sprint-reports', { signal })),
    staleTime: 60_000,
  });

export const readReport = (place: ProjectPlace, id: string, signal?: AbortSignal) =>
  dataOf(
    application.GET(ONE, { params: { path: { ...projectPath(place), savedReportId: id } }, ...(signal && { signal }) }),
  );
