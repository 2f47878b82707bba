import { scaleLinear } from 'd3-scale';
import { area, line as polyline } from 'd3-shape';
import {
  count,
  type Drawing,
  type DrawingOptions,
  labelsBeneath,
  limitationsInWords,
  line,
  MARGIN,
  Sheet,
  text,
  thin,
  valueAxis,
  widest,
} from './frame.js';
import { mark, written } from './mark.js';
import type { ControlChartReport } from './report.js';
import { userText } from './text.js';
import { STATUS_NAMES } from './theme.js';
import { dayOf, full, short, spread, timeTicks, valueTicks } from './ticks.js';
import { assertDrawable } from './wrong-use.js';

const HEIGHT = 300;
/** The newest Work Items that are drawn; older ones are in the table only. */
export const MOST_DOTS = 5_000;

/**
 * Draws how many days each finished Work Item took, as a dot at its completion, with the rolling mean, a band of one standard
 * deviation around it, the median and the 85th percentile. Of more than 5,000 Work Items it draws the newest.
 */
export function drawControlChart(report: ControlChartReport, options: DrawingOptions): Drawing {
  assertDrawable('drawControlChart', report, options, ['controlChart', 'parameters', 'items']);
  const { measure, cycleStartStatus, sampleCount, medianDays, p85Days } = report.controlChart;
  const { start, end, timeZone, window } = report.parameters;
  const { items, rowCount = items.length } = report;
  const rows = items.slice(-MOST_DOTS);
  const from = cycleStartStatus === null ? 'creation' : `first entry to ${STATUS_NAMES[cycleStartStatus]}`;
  const sheet = new Sheet(options, measure === 'lead' ? 'Control chart: lead time' : 'Control chart: cycle time', [
    `${start} to ${end}`,
    `days from ${from} to completion`,
    timeZone,
    ...(rows.length < rowCount ? [`the newest ${full(rows.length)} of ${full(rowCount)} Work Items are drawn`] : []),
    ...limitationsInWords(report.limitations),
  ]);
  const [oldest] = rows;
  const newest = rows.at(-1);
  if (oldest === undefined || newest === undefined) {
    const sentence = 'No Work Item was completed in this span.';
    sheet.empty(sentence);
    return sheet.drawing(sentence, []);
  }

  const { theme } = sheet;
  sheet.legend([
    { text: 'Work Item', kind: 'dot', paint: theme.primary },
    { text: `Mean of ${full(window)}`, kind: 'line', paint: theme.accent },
    { text: '± 1 standard deviation', kind: 'box', paint: theme.accent, opacity: 0.25 },
  ]);
  sheet.heading('Days · by completion (UTC)');
  // A band can rise above every dot; it is cut at the highest value of the axis.
  const most = rows.reduce((high, row) => Math.max(high, row.days, row.rollingMeanDays), p85Days ?? 0);
  const axis = valueTicks(0, most, 5, { whole: false });
  const levels = [
    ...(medianDays === null ? [] : [{ value: medianDays, label: `Median ${short(medianDays)}`, dash: '2 3' }]),
    ...(p85Days === null ? [] : [{ value: p85Days, label: `85 % ${short(p85Days)}`, dash: '6 4' }]),
  ];
  const panel = {
    left: sheet.left + widest(axis.ticks.map(({ label }) => label)) + 8,
    right: sheet.right - Math.max(widest(levels.map(({ label }) => label)) + 10, MARGIN),
    top: sheet.y + 4,
    bottom: sheet.y + 4 + HEIGHT,
  };
  // The days of the span are those of its time zone; instants at its edges can lie beyond the same days in UTC.
  const first = Math.min(dayOf(start), dayOf(oldest.completedAt));
  const x = scaleLinear([first, Math.max(dayOf(end) + 1, dayOf(newest.completedAt))], [panel.left, panel.right]);
  const y = scaleLinear(axis.domain, [panel.bottom, panel.top]).clamp(true);
  const xs = rows.map(({ completedAt }) => x(dayOf(completedAt)));
  sheet.add(...valueAxis(panel, axis.ticks, y, theme));

  const kept = thin(
    rows.map((row, index) => ({ ...row, x: xs[index] ?? panel.left })),
    (row) => row.x,
  );
  const band = area<(typeof kept)[number]>()
    .x((row) => row.x)
    .y0((row) => y(row.rollingMeanDays - row.rollingStandardDeviationDays))
    .y1((row) => y(row.rollingMeanDays + row.rollingStandardDeviationDays))
    .digits(2);
  const mean = polyline<(typeof kept)[number]>()
    .x((row) => row.x)
    .y((row) => y(row.rollingMeanDays))
    .digits(2);
  const curve = { d: mean(kept) ?? '', fill: 'none', 'stroke-linejoin': 'round' };
  // All dots are one path of points with round ends: 5,000 elements of their own would be slow to lay out.
  const dots = rows.map((row, index) => `M${written(xs[index] ?? panel.left)},${written(y(row.days))}h0`).join('');
  const size = rows.length > 1_000 ? 4 : sheet.isNarrow ? 5 : 7;
  const edge = { stroke: theme.accent, 'stroke-width': 0.75 };
  sheet.add(
    mark('path', { d: band(kept) ?? '', fill: theme.accent, 'fill-opacity': 0.2, ...edge }),
    mark('path', { d: dots, fill: 'none', stroke: theme.primary, 'stroke-linecap': 'round', 'stroke-width': size }),
    mark('path', { ...curve, stroke: theme.ground, 'stroke-width': 5, 'stroke-opacity': 0.7 }),
    mark('path', { ...curve, stroke: theme.accent, 'stroke-width': 2 }),
  );
  const places = spread(
    levels.map(({ value }) => y(value)),
    16,
    panel.top,
    panel.bottom,
  );
  levels.forEach(({ value, label, dash }, index) => {
    sheet.add(
      line(panel.left, y(value), panel.right, y(value), theme.ink, dash),
      text(label, { x: panel.right + 8, y: (places[index] ?? 0) + 4, fill: theme.ink }),
    );
  });
  const ticks = timeTicks(first, x.domain()[1] ?? first, panel.right - panel.left, 12);
  const dates = ticks.filter(({ at }) => at <= dayOf(end)).map(({ at, label }) => ({ x: x(at), label }));
  sheet.add(...labelsBeneath(panel, dates, sheet.left, sheet.right, theme));
  sheet.y = panel.bottom + 30;

  const levelWords =
    medianDays === null || p85Days === null
      ? ''
      : `: half of them took at most ${full(medianDays)} days, 85 per cent at most ${full(p85Days)} days`;
  return sheet.drawing(
    `${count(full(sampleCount), 'Work Item')} completed${levelWords}; the latest rolling mean is ${full(newest.rollingMeanDays)} days.`,
    () =>
      rows.map((row, index) => ({
        x: xs[index] ?? panel.left,
        y: y(row.days),
        row,
        label: `${row.workItem.key} ${userText(row.workItem.title)}: completed on ${row.completedAt.slice(0, 10)} after ${full(row.days)} days; rolling mean ${full(row.rollingMeanDays)} days.`,
      })),
  );
}
