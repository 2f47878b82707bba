import { drawAgeingWip } from './ageing-wip.js';
import { drawControlChart } from './control-chart.js';
import { drawCreatedVsResolved } from './created-vs-resolved.js';
import { drawCumulativeFlow } from './cumulative-flow.js';
import { drawDistribution } from './distribution.js';
import { drawEpicProgress, type EpicProgressOptions } from './epic-progress.js';
import type { Drawing } from './frame.js';
import type {
  AgeingWipReport,
  ControlChartReport,
  CreatedVsResolvedReport,
  CumulativeFlowReport,
  DistributionReport,
  EpicProgressReport,
  VelocityReport,
} from './report.js';
import { drawVelocity } from './velocity.js';

/** The Project reports by the types of the API, as their drawings read them. */
export interface ProjectReports {
  readonly velocity: VelocityReport;
  readonly 'cumulative-flow': CumulativeFlowReport;
  readonly 'control-chart': ControlChartReport;
  readonly 'ageing-wip': AgeingWipReport;
  readonly 'created-vs-resolved': CreatedVsResolvedReport;
  readonly distribution: DistributionReport;
  readonly 'epic-progress': EpicProgressReport;
}

type DrawByType = {
  readonly [Type in keyof ProjectReports]: (report: ProjectReports[Type], options: EpicProgressOptions) => Drawing;
};

/** The drawing of each Project report, by the type of the report. */
export const PROJECT_DRAWINGS: DrawByType = {
  velocity: drawVelocity,
  'cumulative-flow': drawCumulativeFlow,
  'control-chart': drawControlChart,
  'ageing-wip': drawAgeingWip,
  'created-vs-resolved': drawCreatedVsResolved,
  distribution: drawDistribution,
  'epic-progress': drawEpicProgress,
};
