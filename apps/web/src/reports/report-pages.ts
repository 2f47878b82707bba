import type { SprintState } from '@worktrack/domain';
import type { ProjectPlace } from '../api/project-place.js';
import type { ReportType } from './report-titles.js';

/** The page of all reports of a Project. */
export const reportsPage = ({ organization, project }: ProjectPlace): string => `/o/${organization}/${project}/reports`;

/** The page of a Project report. */
export const reportPage = (place: ProjectPlace, type: ReportType): string => `${reportsPage(place)}/${type}`;

/** The page of the report of a Sprint. */
export const sprintReportPage = ({ organization, project }: ProjectPlace, sprintId: string): string =>
  `/o/${organization}/${project}/sprints/${sprintId}/report`;

/** The Sprint that a reader most likely wants: the active one; without one the Sprint that ended last. */
export const presentSprint = <Sprint extends { readonly state: SprintState }>(sprints: readonly Sprint[]) =>
  sprints.find(({ state }) => state === 'active') ?? sprints.findLast(({ state }) => state === 'done');
