export type { Mark } from './mark.js';
export { toSvg } from './mark.js';
export type { Status, Theme } from './theme.js';
export { DARK, LIGHT, THEMES } from './theme.js';
export type { Days, Drawing, DrawingOptions, DrawingPoint, Panel } from './frame.js';
export { MAX_WIDTH, MIN_WIDTH } from './frame.js';
export type {
  AgeingWipReport,
  ControlChartReport,
  CreatedVsResolvedReport,
  CumulativeFlowReport,
  DistributionReport,
  EpicProgressReport,
  MetricCount,
  SprintReport,
  VelocityReport,
} from './report.js';
export { drawAgeingWip, MOST_AGEING } from './ageing-wip.js';
export { drawControlChart, MOST_DOTS } from './control-chart.js';
export { drawCreatedVsResolved } from './created-vs-resolved.js';
export { drawCumulativeFlow } from './cumulative-flow.js';
export { drawDistribution } from './distribution.js';
export { drawEpicProgress, type EpicProgressOptions, MOST_EPICS } from './epic-progress.js';
export { drawSprint, type SprintDrawingOptions } from './sprint.js';
export { drawVelocity } from './velocity.js';
export { PROJECT_DRAWINGS, type ProjectReports } from './project-reports.js';
