import { scaleLinear } from 'd3-scale';
import { area, stack } from 'd3-shape';
import {
  columnsOf,
  type Drawing,
  type DrawingOptions,
  labelsBeneath,
  limitationsInWords,
  Sheet,
  text,
  thin,
  valueAxis,
  widest,
} from './frame.js';
import { mark } from './mark.js';
import type { CumulativeFlowReport } from './report.js';
import { STATUS_NAMES, statusFill, STATUSES } from './theme.js';
import { dayOf, full, short, spread, timeTicks, valueTicks } from './ticks.js';
import { assertDrawable } from './wrong-use.js';

const HEIGHT = 300;
/** From the ground up: finished work lies at the bottom, and the bands are in canonical order from the top down. */
const STACKED = [...STATUSES].reverse();

/** Draws how many Work Items (or points) were in each status at the end of each day, as stacked areas. */
export function drawCumulativeFlow(report: CumulativeFlowReport, options: DrawingOptions): Drawing {
  assertDrawable('drawCumulativeFlow', report, options, ['cumulativeFlow', 'items']);
  const { start, end, timeZone, unit, averageWip, averageLeadTimeDays } = report.cumulativeFlow;
  const things = unit === 'points' ? 'points' : 'Work Items';
  const sheet = new Sheet(options, 'Cumulative flow', [
    `${start} to ${end}`,
    `${things} by status at the end of each day`,
    timeZone,
    ...limitationsInWords(report.limitations),
  ]);
  const rows = report.items;
  const last = rows.at(-1);
  const most = rows.reduce((high, { total }) => Math.max(high, total), 0);
  if (last === undefined || most === 0) {
    const sentence = `No Work Items${unit === 'points' ? ' with points' : ''} existed in this span.`;
    sheet.empty(sentence);
    return sheet.drawing(sentence, []);
  }

  const { theme } = sheet;
  const axis = valueTicks(0, most, 5, { whole: true });
  const labels = STACKED.map((status) => `${STATUS_NAMES[status]} ${short(last[status])}`);
  sheet.heading(`${unit === 'points' ? 'Points' : 'Work Items'} · by day`);
  const panel = {
    left: sheet.left + widest(axis.ticks.map(({ label }) => label)) + 8,
    right: sheet.right - widest(labels) - 26,
    top: sheet.y,
    bottom: sheet.y + HEIGHT,
  };
  const first = dayOf(rows[0]?.date ?? last.date);
  // A single day is drawn as wide as the panel.
  const x = scaleLinear([first, Math.max(dayOf(last.date), first + 1)], [panel.left, panel.right]);
  const y = scaleLinear(axis.domain, [panel.bottom, panel.top]);
  const kept = thin(rows, ({ date }) => x(dayOf(date)));
  const drawn =
    kept.length === 1 ? [last, { ...last, date: new Date((first + 1) * 86_400_000).toISOString().slice(0, 10) }] : kept;
  const layers = stack<(typeof rows)[number]>().keys(STACKED)(drawn);
  const shape = area<(typeof layers)[number][number]>()
    .x(({ data }) => x(dayOf(data.date)))
    .y0(([low]) => y(low))
    .y1(([, high]) => y(high))
    .digits(2);

  sheet.add(...valueAxis(panel, axis.ticks, y, theme));
  STACKED.forEach((status, index) => {
    const d = shape(layers[index] ?? []) ?? '';
    sheet.add(mark('path', { d, fill: statusFill(theme, status), stroke: theme.ground, 'stroke-width': 1 }));
  });
  const middles = layers.map((layer) => {
    const [low, high] = layer.at(-1) ?? [0, 0];
    return (y(low) + y(high)) / 2;
  });
  const places = spread(middles, 18, panel.top + 6, panel.bottom - 6);
  STACKED.forEach((status, index) => {
    const at = places[index] ?? 0;
    const box = { x: panel.right + 8, y: at - 5.5, width: 11, height: 11, fill: statusFill(theme, status) };
    sheet.add(mark('rect', box), text(labels[index] ?? '', { x: panel.right + 24, y: at + 4, fill: theme.ink }));
  });
  const ticks = timeTicks(first, x.domain()[1] ?? first, panel.right - panel.left, 12);
  const marked = ticks.filter(({ at }) => at <= dayOf(last.date)).map(({ at, label }) => ({ x: x(at), label }));
  sheet.add(...labelsBeneath(panel, marked, sheet.left, sheet.right, theme));
  sheet.y = panel.bottom + 30;

  const days = rows.map(({ date }) => x(dayOf(date)));
  const areas = columnsOf(days, panel);
  const open = last.total - last.done;
  const lead = averageLeadTimeDays === null ? '' : `, and the average lead time is ${full(averageLeadTimeDays)} days`;
  return sheet.drawing(
    `On ${last.date}, ${full(last.done)} of ${full(last.total)} ${things} are done and ${full(open)} are open; on average ${full(averageWip)} Work Items were in progress or in review${lead}.`,
    rows.map((row, index) => ({
      x: days[index] ?? panel.left,
      y: y(row.total),
      row,
      area: areas[index] ?? panel,
      label: `${row.date}: ${STATUSES.map((status) => `${STATUS_NAMES[status]} ${full(row[status])}`).join(', ')}; total ${full(row.total)} ${things}.`,
    })),
  );
}
