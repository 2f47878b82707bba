import type { ProjectReports, SprintReport, Status } from '@worktrack/charts';
import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import type { ProjectPlace } from '../api/project-place.js';
import { send } from '../api/transport.js';
import type { ReportType } from './report-titles.js';

/** A report with all of its rows. */
export type WholeReport<Type extends ReportType> = ProjectReports[Type] & {
  readonly kind: Type;
  readonly generatedAt: string;
  readonly capped: boolean;
};

export interface FeedRow {
  readonly id: string;
  readonly kind: 'scope_change' | 'carryover';
  readonly changeType?: 'added' | 'removed';
  readonly key: string;
  readonly title: string;
  readonly status: Status;
  readonly storyPoints: number | null;
  readonly occurredAt: string;
  readonly destination?: { readonly name: string };
}

/** A Sprint report with its whole feed. */
export type WholeSprintReport = SprintReport & { readonly items: readonly FeedRow[] };

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

export const useReport = <Type extends ReportType>(place: ProjectPlace, type: Type, query: URLSearchParams) =>
  useQuery({
    queryKey: ['report', place.organization, place.project, type, query.toString()],
    queryFn: ({ signal }) => send<WholeReport<Type>>('GET', reportFile(place, type, 'json', query), { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const useSprintReport = (place: ProjectPlace, sprintId: string) =>
  useQuery({
    queryKey: ['report', place.organization, place.project, 'sprint', sprintId],
    queryFn: ({ signal }) =>
      send<WholeSprintReport>('GET', sprintFile(place, sprintId, 'json', new URLSearchParams()), { signal }),
    enabled: sprintId !== '',
    staleTime: 30_000,
  });
