export type { Mark } from './mark';
export { toSvg } from './mark';
export type { Status, Theme } from './theme';
export { DARK, LIGHT, THEMES } from './theme';
export type { Drawing, DrawingOptions, DrawingPoint } from './frame';
export { MAX_WIDTH, MIN_WIDTH } from './frame';
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
} from './report';
export { drawAgeingWip, MOST_AGEING } from './ageing-wip';
export { drawControlChart, MOST_DOTS } from './control-chart';
export { drawCreatedVsResolved } from './created-vs-resolved';
export { drawCumulativeFlow } from './cumulative-flow';
export { drawDistribution } from './distribution';
export { drawEpicProgress, type EpicProgressOptions, MOST_EPICS } from './epic-progress';
export { drawSprint, type SprintDrawingOptions } from './sprint';
export { drawVelocity } from './velocity';
export { PROJECT_DRAWINGS, type ProjectReports } from './project-reports';
