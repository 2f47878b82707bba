import { scaleLinear } from 'd3-scale';
import { area, line as polyline } from 'd3-shape';
import {
  type Drawing,
  type DrawingOptions,
  labelsBeneath,
  limitationsInWords,
  type Panel,
  Sheet,
  text,
  thin,
  valueAxis,
  widest,
} from './frame.js';
import { mark, written } from './mark.js';
import type { CreatedVsResolvedReport } from './report.js';
import { dayOf, full, short, spread, timeTicks, type ValueAxis, valueTicks } from './ticks.js';
import { assertDrawable } from './wrong-use.js';

const TOTALS_HEIGHT = 200;
const NET_HEIGHT = 80;
const OPEN_HEIGHT = 90;

type Row = CreatedVsResolvedReport['items'][number];

/** An interval with the sums since the beginning of the span. The difference of the sums is the growth of the open items. */
interface Sums {
  readonly row: Row;
  readonly created: number;
  /** Resolved less reopened. */
  readonly resolved: number;
}

function sumsOf(rows: readonly Row[]): Sums[] {
  let created = 0;
  let resolved = 0;
  return rows.map((row) => {
    created += row.created;
    resolved += row.resolved - row.reopened;
    return { row, created, resolved };
  });
}

/**
 * Draws created against resolved Work Items: both as sums over the span with the gap between them shaded; beneath, the net
 * change of each interval as bars, and the number of open items as a line.
 */
export function drawCreatedVsResolved(report: CreatedVsResolvedReport, options: DrawingOptions): Drawing {
  assertDrawable('drawCreatedVsResolved', report, options, ['createdVsResolved', 'items']);
  const { interval, timeZone, start, end, created, resolved, reopened, openingOpen, closingOpen } =
    report.createdVsResolved;
  const sheet = new Sheet(options, 'Created vs. resolved', [
    `${start} to ${end}`,
    `Work Items by ${interval}`,
    timeZone,
    ...limitationsInWords(report.limitations),
  ]);
  const rows = report.items;
  if (rows.length === 0 || (created === 0 && resolved === 0 && reopened === 0 && openingOpen === 0)) {
    const sentence = 'No Work Items were created or resolved in this span, and none were open.';
    sheet.empty(sentence);
    return sheet.drawing(sentence, []);
  }

  const { theme } = sheet;
  const sums = sumsOf(rows);
  const values = sums.flatMap((each) => [each.created, each.resolved]);
  const lowest = (numbers: readonly number[]) => numbers.reduce((low, value) => Math.min(low, value), 0);
  const highest = (numbers: readonly number[]) => numbers.reduce((high, value) => Math.max(high, value), 0);
  const nets = rows.map(({ net }) => net);
  const opens = rows.map(({ cumulativeOpen }) => cumulativeOpen);
  const axes = {
    totals: valueTicks(lowest(values), highest(values), 5, { whole: true }),
    net: valueTicks(lowest(nets), highest(nets), 4, { whole: true }),
    open: valueTicks(lowest(opens), highest(opens), 3, { whole: true }),
  };
  const ends = {
    created: `Created ${short(sums.at(-1)?.created ?? 0)}`,
    resolved: `Resolved ${short(sums.at(-1)?.resolved ?? 0)}`,
    open: `Open ${short(closingOpen)}`,
  };
  const labels = Object.values(axes).flatMap(({ ticks }) => ticks.map(({ label }) => label));
  const left = sheet.left + widest(labels) + 8;
  const right = sheet.right - widest(Object.values(ends)) - 10;

  sheet.legend([
    { text: 'Created', kind: 'line', paint: theme.accent },
    { text: reopened === 0 ? 'Resolved' : 'Resolved less reopened', kind: 'dashed', paint: theme.primary },
  ]);
  const first = dayOf(rows[0]?.start ?? start);
  // The last interval ends with its last day.
  const x = scaleLinear([first, dayOf(rows.at(-1)?.end ?? end) + 1], [left, right]);
  const endOf = ({ end: day }: Row) => x(dayOf(day) + 1);
  const panelOf = (heading: string, height: number, axis: ValueAxis) => {
    sheet.heading(heading);
    const panel: Panel = { left, right, top: sheet.y, bottom: sheet.y + height };
    const y = scaleLinear(axis.domain, [panel.bottom, panel.top]);
    sheet.add(...valueAxis(panel, axis.ticks, y, theme));
    sheet.y = panel.bottom + 8;
    return { panel, y };
  };

  const totals = panelOf('Work Items since the beginning of the span', TOTALS_HEIGHT, axes.totals);
  const origin = { row: undefined, created: 0, resolved: 0 };
  const kept = [origin, ...thin(sums, ({ row }) => endOf(row))];
  const at = (each: (typeof kept)[number]) => (each.row === undefined ? left : endOf(each.row));
  const gap = area<(typeof kept)[number]>()
    .x(at)
    .y0((each) => totals.y(each.resolved))
    .y1((each) => totals.y(each.created))
    .digits(2);
  const path = (value: (each: (typeof kept)[number]) => number) =>
    polyline<(typeof kept)[number]>()
      .x(at)
      .y((each) => totals.y(value(each)))
      .digits(2)(kept) ?? '';
  const stroke = { fill: 'none', 'stroke-width': 2, 'stroke-linejoin': 'round' };
  sheet.add(
    mark('path', { d: gap(kept) ?? '', fill: theme.secondary, 'fill-opacity': 0.25 }),
    mark('path', { d: path((each) => each.created), stroke: theme.accent, ...stroke }),
    mark('path', { d: path((each) => each.resolved), stroke: theme.primary, 'stroke-dasharray': '6 4', ...stroke }),
  );
  const last = sums.at(-1);
  const wanted = [totals.y(last?.created ?? 0), totals.y(last?.resolved ?? 0)];
  const [createdAt = 0, resolvedAt = 0] = spread(wanted, 16, totals.panel.top + 4, totals.panel.bottom - 4);
  sheet.add(
    text(ends.created, { x: right + 8, y: createdAt + 4, fill: theme.ink }),
    text(ends.resolved, { x: right + 8, y: resolvedAt + 4, fill: theme.ink }),
  );

  const net = panelOf('Net change of open Work Items in each interval', NET_HEIGHT, axes.net);
  const bars = { up: '', down: '' };
  for (const row of thin(rows, endOf)) {
    if (row.net === 0) continue;
    const from = x(dayOf(row.start));
    const width = endOf(row) - from;
    const inset = width > 4 ? Math.min(width * 0.15, 4) : 0;
    const sides = [from + inset, endOf(row) - inset].map(written);
    const [zero, height] = [written(net.y(0)), written(net.y(row.net))];
    bars[row.net > 0 ? 'up' : 'down'] += `M${sides[0]},${zero}V${height}H${sides[1]}V${zero}Z`;
  }
  if (bars.up !== '') sheet.add(mark('path', { d: bars.up, fill: theme.accent }));
  if (bars.down !== '') sheet.add(mark('path', { d: bars.down, fill: theme.primary }));

  const open = panelOf('Open Work Items', OPEN_HEIGHT, axes.open);
  const openPath = polyline<{ readonly at: number; readonly value: number }>()
    .x((each) => each.at)
    .y(({ value }) => open.y(value))
    .digits(2);
  const openRows = thin(rows, endOf).map((row) => ({ at: endOf(row), value: row.cumulativeOpen }));
  sheet.add(
    mark('path', { d: openPath([{ at: left, value: openingOpen }, ...openRows]) ?? '', stroke: theme.ink, ...stroke }),
    text(ends.open, { x: right + 8, y: open.y(closingOpen) + 4, fill: theme.ink }),
  );
  const ticks = timeTicks(first, x.domain()[1] ?? first, right - left, 12).filter(({ at: day }) => day <= dayOf(end));
  const dates = ticks.map(({ at: day, label }) => ({ x: x(day), label }));
  sheet.add(...labelsBeneath(open.panel, dates, sheet.left, sheet.right, theme));
  sheet.y = open.panel.bottom + 30;

  const growth = closingOpen - openingOpen;
  const change =
    growth === 0
      ? `stayed at ${full(closingOpen)}`
      : `${growth > 0 ? 'grew' : 'fell'} from ${full(openingOpen)} to ${full(closingOpen)}`;
  return sheet.drawing(
    `${full(created)} Work Items were created, ${full(resolved)} resolved and ${full(reopened)} reopened; the number of open ones ${change}.`,
    rows.map((row) => ({
      x: endOf(row),
      y: open.y(row.cumulativeOpen),
      row,
      area: { left: x(dayOf(row.start)), right: endOf(row), top: totals.panel.top, bottom: open.panel.bottom },
      label: `${row.start === row.end ? row.start : `${row.start} to ${row.end}`}: ${full(row.created)} created, ${full(row.resolved)} resolved, ${full(row.reopened)} reopened, net ${full(row.net)}; ${full(row.cumulativeOpen)} open.`,
    })),
  );
}
