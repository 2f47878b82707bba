import type { ProjectReports } from '@worktrack/charts';

/** The type of a Project report in the API. */
export type ReportType = keyof ProjectReports;

/** The titles of the seven Project reports, in the order of the page of all reports. */
export const REPORT_TITLES: Readonly<Record<ReportType, string>> = {
  velocity: 'Velocity',
  'cumulative-flow': 'Cumulative flow',
  'control-chart': 'Control chart',
  'ageing-wip': 'Ageing work in progress',
  'created-vs-resolved': 'Created vs. resolved',
  distribution: 'Distribution',
  'epic-progress': 'Epic progress',
};

export const REPORT_TYPES = Object.keys(REPORT_TITLES) as ReportType[];

export const isReportType = (text: string): text is ReportType => Object.hasOwn(REPORT_TITLES, text);
