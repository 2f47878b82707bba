import { ageingWipReport, type AgeingWip } from './ageing-wip.js';
import { controlChartReport, type ControlChart } from './control-chart.js';
import { createdVsResolvedReport, type CreatedVsResolved } from './created-vs-resolved.js';
import { cumulativeFlowReport, type CumulativeFlow } from './cumulative-flow.js';
import { distributionReport, type Distribution } from './distribution.js';
import { epicProgressReport, type EpicProgress } from './epic-progress.js';
import type { ProjectReport, ReportView } from './project-report.js';
import { velocityReport, type Velocity } from './velocity.js';

export type * from './ageing-wip.js';
export type * from './control-chart.js';
export type * from './created-vs-resolved.js';
export type * from './cumulative-flow.js';
export type * from './distribution.js';
export type * from './epic-progress.js';
export type { SpanRequest } from './span-request.js';
export type * from './velocity.js';

/** The types of each Project report, by its name in the path (contract §1.3). */
export interface Reports {
  readonly velocity: Velocity;
  readonly 'cumulative-flow': CumulativeFlow;
  readonly 'control-chart': ControlChart;
  readonly 'ageing-wip': AgeingWip;
  readonly 'created-vs-resolved': CreatedVsResolved;
  readonly distribution: Distribution;
  readonly 'epic-progress': EpicProgress;
}

/** The name of a Project report, as in its path. */
export type ReportType = keyof Reports;

/** The parameters of each report. */
export type ReportQueries = { readonly [Type in ReportType]: Reports[Type]['query'] };

/** A Project report of one of these types (contract §6.2, ProjectReport). */
export type ProjectReportView<Type extends ReportType = ReportType> = {
  readonly [Each in Type]: ReportView<Reports[Each]>;
}[Type];

/** All Project reports, by their names in the path. */
export const REPORTS: { readonly [Type in ReportType]: ProjectReport<Reports[Type]> } = {
  velocity: velocityReport,
  'cumulative-flow': cumulativeFlowReport,
  'control-chart': controlChartReport,
  'ageing-wip': ageingWipReport,
  'created-vs-resolved': createdVsResolvedReport,
  distribution: distributionReport,
  'epic-progress': epicProgressReport,
};
