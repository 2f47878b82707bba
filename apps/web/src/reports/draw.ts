import {
  MAX_WIDTH,
  MIN_WIDTH,
  PROJECT_DRAWINGS,
  THEMES,
  drawSprint,
  type Days,
  type Drawing,
  type DrawingOptions,
  type ProjectReports,
  type SprintReport,
} from '@worktrack/charts';
import type { ReportType } from './report-titles.js';
import type { SprintUnit } from './sprint-sections.js';

/** The size, the theme and the Project of a drawing. */
export interface Look {
  readonly width: number;
  readonly theme: 'light' | 'dark';
  readonly project: string;
  /** The days of the Organization. */
  readonly days: Days;
  /** True for a preview, which is too small to read texts. */
  readonly withoutTexts?: boolean;
}

const optionsOf = ({ width, theme, project, days, withoutTexts = false }: Look): DrawingOptions => ({
  withoutTexts,
  width: Math.min(Math.max(Math.floor(width), MIN_WIDTH), MAX_WIDTH),
  theme: THEMES[theme],
  project,
  days,
});

export function drawReport<Type extends ReportType>(type: Type, report: ProjectReports[Type], look: Look): Drawing {
  const draw: (typeof PROJECT_DRAWINGS)[Type] = PROJECT_DRAWINGS[type];
  return draw(report, optionsOf(look));
}

export const drawSprintReport = (report: SprintReport, unit: SprintUnit, look: Look): Drawing =>
  drawSprint(report, { ...optionsOf(look), unit });
