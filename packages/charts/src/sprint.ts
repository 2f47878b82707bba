import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line as polyline } from 'd3-shape';
import {
  columnsOf,
  count,
  type Drawing,
  type DrawingOptions,
  type DrawingPoint,
  labelsBeneath,
  limitationsInWords,
  Sheet,
  text,
  thin,
  UTC_DAYS,
  valueAxis,
  widest,
} from './frame.js';
import { mark } from './mark.js';
import type { MetricCount, SprintReport } from './report.js';
import { statusBar } from './status-bar.js';
import { userText } from './text.js';
import { STATUS_NAMES, STATUSES, type Status } from './theme.js';
import { dayOf, full, short, timeTicks, valueTicks } from './ticks.js';
import { assertDrawable } from './wrong-use.js';

const HEIGHT = 220;
const MODES = { completed: 'completed', active: 'active', future: 'not started' } as const;

export interface SprintDrawingOptions extends DrawingOptions {
  /** Unit of the figures and of the bar of statuses; the burndown is in points always. `points` by default. */
  readonly unit?: 'points' | 'items';
}

/**
 * Draws a Sprint: figures of commitment and completion; the burndown of the committed points as steps against the ideal line,
 * with a line at the day of the report while the Sprint is active; and a bar of the final scope by status.
 */
export function drawSprint(report: SprintReport, options: SprintDrawingOptions): Drawing {
  assertDrawable('drawSprint', report, options, [
    'sprint',
    'completion',
    'plannedScope',
    'commitment',
    'burndown',
    'statuses',
  ]);
  const { sprint, mode, completion, plannedScope, burndown } = report;
  const unit = options.unit ?? 'points';
  const { zone, dayOf: dayIn } = options.days ?? UTC_DAYS;
  const day = (instant: string | null) => (instant === null ? undefined : dayIn(instant));
  const value = (metric: MetricCount) => (unit === 'points' ? metric.points : metric.itemCount);
  const things = unit === 'points' ? 'points' : 'Work Items';
  const quantity = (metric: MetricCount) =>
    unit === 'points' ? count(full(metric.points), 'point') : count(full(metric.itemCount), 'Work Item');
  const span = [day(sprint.startDate), day(sprint.endDate)].filter((date) => date !== undefined).join(' to ');
  const sheet = new Sheet(options, `Sprint report: ${userText(sprint.name)}`, [
    MODES[mode],
    ...(span === '' ? [] : [span]),
    `figures in ${things}`,
    `days in ${zone}`,
    ...limitationsInWords(report.limitations),
  ]);
  const { theme } = sheet;
  const isFuture = mode === 'future';
  const scope = isFuture ? plannedScope : completion.finalScope;

  const percents = completion.percentages.finalScope;
  const percent = unit === 'points' ? percents.pointPercent : percents.itemPercent;
  const figures = isFuture
    ? [{ figure: short(value(plannedScope)), caption: 'planned' }]
    : [
        {
          figure: report.commitment.available ? short(value(report.commitment)) : '–',
          caption: report.commitment.available ? 'committed' : 'unknown',
        },
        { figure: short(value(completion.completed)), caption: 'completed' },
        { figure: percent === null ? '–' : `${percent} %`, caption: 'of final scope' },
      ];
  const cell = (sheet.right - sheet.left) / 3;
  if (!sheet.isWithoutTexts) {
    figures.forEach(({ figure, caption }, index) => {
      const x = sheet.left + index * cell;
      sheet.add(
        text(figure, { x, y: sheet.y + 22, fill: theme.ink, size: 22, weight: 600, width: cell - 8 }),
        text(caption, { x, y: sheet.y + 40, fill: theme.muted, width: cell - 8 }),
      );
    });
    sheet.y += 54;
  }

  const points: DrawingPoint[] = [];
  const rows = burndown.display;
  const reportDay = day(sprint.reportEndAt);
  if (!burndown.available || rows.length === 0) {
    sheet.empty(
      isFuture
        ? 'The Sprint has not started: there is no burndown yet.'
        : 'There is no burndown: the commitment or the history of this Sprint is incomplete.',
    );
  } else {
    points.push(
      ...drawBurndown(sheet, rows, mode === 'active' ? { today: reportDay, plannedEnd: day(sprint.endDate) } : {}),
    );
  }

  const values: Record<Status, number> = { backlog: 0, todo: 0, in_progress: 0, in_review: 0, done: 0 };
  for (const row of report.statuses) values[row.status] = value(row);
  sheet.heading(`${isFuture ? 'Planned scope' : 'Final scope'} by status (${quantity(scope)})`);
  const bar = { x: sheet.left, y: sheet.y - 4, width: sheet.right - sheet.left, height: 22 };
  const segments = statusBar(values, bar, theme);
  sheet.add(...(segments.length === 0 ? [mark('rect', { ...bar, fill: 'none', stroke: theme.axis })] : segments));
  points.push(...pointsOfBar(values, bar, things, report.statuses));
  sheet.y += 28;
  sheet.statusLegend((status) => ` ${short(values[status])}`);

  const committed = report.commitment.available ? `; ${quantity(report.commitment)} were committed` : '';
  const finding = isFuture
    ? `The Sprint has not started; ${quantity(plannedScope)} planned.`
    : `${full(value(completion.completed))} of ${quantity(scope)} done${percent === null ? '' : ` (${percent} per cent)`}${committed}.`;
  return sheet.drawing(finding, points);
}

/** A point for each status, in the middle of its part of the bar, or where that part would be. */
function pointsOfBar(
  values: Readonly<Record<Status, number>>,
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  things: string,
  rows: SprintReport['statuses'],
): DrawingPoint[] {
  const total = STATUSES.reduce((sum, status) => sum + values[status], 0);
  const at = (value: number) => (total === 0 ? x : x + (value / total) * width);
  let before = 0;
  return STATUSES.map((status) => {
    const [left, right] = [at(before), at(before + values[status])];
    before += values[status];
    const row = rows.find((each) => each.status === status) ?? { status, itemCount: 0, points: 0 };
    const label = `${STATUS_NAMES[status]}: ${full(values[status])} ${things}.`;
    return { x: (left + right) / 2, y: y + height / 2, label, row, area: { left, right, top: y, bottom: y + height } };
  });
}

/**
 * Draws the burndown, and returns a point for each of its days. The rows of an active Sprint end today: its ideal line is
 * continued to 0 at the planned end.
 */
function drawBurndown(
  sheet: Sheet,
  rows: SprintReport['burndown']['display'],
  { today, plannedEnd }: { readonly today?: string | undefined; readonly plannedEnd?: string | undefined },
): DrawingPoint[] {
  const { theme } = sheet;
  sheet.legend([
    { text: 'Remaining', kind: 'line', paint: theme.primary },
    { text: 'Ideal', kind: 'dashed', paint: theme.secondary },
    ...(today === undefined ? [] : ([{ text: 'Today', kind: 'dotted', paint: theme.accent }] as const)),
  ]);
  sheet.heading('Committed points remaining · by day');
  const most = rows.reduce((high, row) => Math.max(high, row.remaining, row.ideal), 0);
  const axis = valueTicks(0, most, 5, { whole: true });
  const panel = {
    left: sheet.left + widest(axis.ticks.map(({ label }) => label)) + 8,
    right: sheet.right - 8,
    top: sheet.y,
    bottom: sheet.y + HEIGHT,
  };
  const first = dayOf(rows[0]?.date ?? '');
  const end = rows.at(-1);
  const lastRow = dayOf(end?.date ?? '');
  const last = Math.max(lastRow, plannedEnd === undefined ? lastRow : dayOf(plannedEnd));
  const x = scaleLinear([first, Math.max(last, first + 1)], [panel.left, panel.right]);
  const y = scaleLinear(axis.domain, [panel.bottom, panel.top]);
  const xOf = ({ date }: (typeof rows)[number]) => x(dayOf(date));
  const kept = thin(rows, xOf);
  const toThePlannedEnd =
    plannedEnd === undefined || last === lastRow ? kept : [...kept, { date: plannedEnd, remaining: 0, ideal: 0 }];
  const remaining = polyline<(typeof rows)[number]>()
    .x(xOf)
    .y((row) => y(row.remaining))
    .curve(curveStepAfter)
    .digits(2);
  const ideal = polyline<(typeof rows)[number]>()
    .x(xOf)
    .y((row) => y(row.ideal))
    .digits(2);
  sheet.add(...valueAxis(panel, axis.ticks, y, theme));
  if (today !== undefined && dayOf(today) >= first && dayOf(today) <= last) {
    const at = x(dayOf(today));
    sheet.add(
      mark('line', {
        x1: at,
        x2: at,
        y1: panel.top,
        y2: panel.bottom,
        stroke: theme.accent,
        'stroke-width': 2,
        'stroke-dasharray': '2 3',
      }),
    );
  }
  sheet.add(
    mark('path', {
      d: ideal(toThePlannedEnd) ?? '',
      fill: 'none',
      stroke: theme.secondary,
      'stroke-width': 2,
      'stroke-dasharray': '6 4',
    }),
    mark('path', { d: remaining(kept) ?? '', fill: 'none', stroke: theme.primary, 'stroke-width': 2.5 }),
  );
  if (end !== undefined) {
    sheet.add(mark('circle', { cx: xOf(end), cy: y(end.remaining), r: 4, fill: theme.primary, stroke: theme.ground }));
  }
  const ticks = timeTicks(first, last, panel.right - panel.left, 12).map(({ at, label }) => ({ x: x(at), label }));
  sheet.add(...labelsBeneath(panel, ticks, sheet.left, sheet.right, theme));
  sheet.y = panel.bottom + 30;
  const areas = columnsOf(rows.map(xOf), panel);
  return rows.map((row, index) => ({
    x: xOf(row),
    y: y(row.remaining),
    row,
    area: areas[index] ?? panel,
    label: `${row.date}: ${count(full(row.remaining), 'point')} remaining, ideal ${full(row.ideal)}.`,
  }));
}
