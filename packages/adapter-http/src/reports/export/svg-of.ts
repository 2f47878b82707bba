import type { ReportType, SprintReportHead, ReportHead, Reports, InText } from '@worktrack/application';
import { PROJECT_DRAWINGS, THEMES, drawSprint, toSvg, type Drawing, type EpicProgressOptions } from '@worktrack/charts';

/** The options of a drawing by the names of the query parameters. */
export interface DrawingRequest {
  readonly width: number;
  readonly theme: 'light' | 'dark';
  /** The unit of the figures of a Sprint. */
  readonly unit?: 'points' | 'items';
  readonly project: string;
  /** The time zone of a Sprint report, and the days of its instants there. */
  readonly days?: { readonly zone: string; readonly of: Readonly<Record<string, string>> };
  /** The greatest height, in pixels. */
  readonly mostHeight?: number;
}

/** The reports that can be drawn. */
export type DrawnKind = ReportType | 'sprint';

/** A drawing as SVG, and the number of points in it: one for each row of a Project report. */
export interface WrittenDrawing {
  readonly svg: string;
  readonly pointCount: number;
}

/** A Project report as JSON with the rows to draw. */
type DrawnReport<Type extends ReportType> = InText<ReportHead<Reports[Type]>> & {
  readonly items: readonly InText<Reports[Type]['row']>[];
  readonly rowCount: number;
};

type Draw = {
  readonly [Type in ReportType]: (report: DrawnReport<Type>, options: EpicProgressOptions) => Drawing;
};

/** Draws a report, given as JSON. */
export function svgOf(
  kind: DrawnKind,
  report: string,
  { theme, unit, days, ...options }: DrawingRequest,
): WrittenDrawing {
  const shown = days && { zone: days.zone, dayOf: (instant: string) => days.of[instant] ?? instant.slice(0, 10) };
  const chosen = { ...options, theme: THEMES[theme], ...(shown && { days: shown }) };
  const drawing =
    kind === 'sprint'
      ? drawSprint(JSON.parse(report) as SprintReportHead, { ...chosen, ...(unit && { unit }) })
      : drawnBy(kind, JSON.parse(report) as DrawnReport<typeof kind>, chosen);
  return { svg: toSvg(drawing.mark), pointCount: drawing.points.length };
}

function drawnBy<Type extends ReportType>(
  type: Type,
  report: DrawnReport<Type>,
  options: EpicProgressOptions,
): Drawing {
  const draw: Draw[Type] = PROJECT_DRAWINGS[type];
  return draw(report, options);
}
