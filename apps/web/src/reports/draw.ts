import {
  MAX_WIDTH,
  MIN_WIDTH,
  THEMES,
  drawAgeingWip,
  drawControlChart,
  drawCreatedVsResolved,
  drawCumulativeFlow,
  drawDistribution,
  drawEpicProgress,
  drawSprint,
  drawVelocity,
  type Drawing,
  type DrawingOptions,
  type SprintReport,
} from '@worktrack/charts';
import type { ReportOf, ReportType } from './report-kinds.js';

const DRAW: { readonly [Type in ReportType]: (report: ReportOf[Type], options: DrawingOptions) => Drawing } = {
  velocity: drawVelocity,
  'cumulative-flow': drawCumulativeFlow,
  'control-chart': drawControlChart,
  'ageing-wip': drawAgeingWip,
  'created-vs-resolved': drawCreatedVsResolved,
  distribution: drawDistribution,
  'epic-progress': drawEpicProgress,
};

/** What a drawing is to look like. */
export interface Look {
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly project: string;
}

const optionsOf = ({ width, theme, project }: Look): DrawingOptions => ({
  width: Math.min(Math.max(Math.floor(width), MIN_WIDTH), MAX_WIDTH),
  theme: THEMES[theme],
  project,
});

export function drawReport<Type extends ReportType>(type: Type, report: ReportOf[Type], look: Look): Drawing {
  const draw: (typeof DRAW)[Type] = DRAW[type];
  return draw(report, optionsOf(look));
}

export const drawSprintReport = (report: SprintReport, unit: 'points' | 'items', look: Look): Drawing =>
  drawSprint(report, { ...optionsOf(look), unit });
