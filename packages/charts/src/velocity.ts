import { scaleBand, scaleLinear } from 'd3-scale';
import { line as polyline } from 'd3-shape';
import {
  columnsOf,
  count,
  type Drawing,
  type DrawingOptions,
  labelsBeneath,
  limitationsInWords,
  Sheet,
  text,
  UTC_DAYS,
  valueAxis,
  widest,
} from './frame.js';
import { mark } from './mark.js';
import type { VelocityReport } from './report.js';
import { userText } from './text.js';
import { full, short, valueTicks } from './ticks.js';
import { assertDrawable } from './wrong-use.js';

const HEIGHT = 260;
const WIDEST_BAR = 44;
/** The name of a Sprint is shortened to this many pixels where there is no room for more. */
const WIDEST_NAME = 88;

/** Draws what each completed Sprint committed to and completed, as pairs of bars, with the rolling average of what was completed. */
export function drawVelocity(report: VelocityReport, options: DrawingOptions): Drawing {
  assertDrawable('drawVelocity', report, options, ['velocity', 'items']);
  const { unit, window, averageCommitted, averageCompleted } = report.velocity;
  const rows = report.items;
  const things = unit === 'points' ? 'points' : 'Work Items';
  const { dayOf } = options.days ?? UTC_DAYS;
  const sheet = new Sheet(options, 'Velocity', [
    count(full(rows.length), 'completed Sprint'),
    things,
    `rolling average of ${count(full(window), 'Sprint')}`,
    ...limitationsInWords(report.limitations),
  ]);
  const names = rows.map(({ sprint }) => userText(sprint.name));
  const last = rows.at(-1);
  if (last === undefined) {
    const sentence = 'No Sprint has been completed yet.';
    sheet.empty(sentence);
    return sheet.drawing(sentence, []);
  }

  const { theme } = sheet;
  sheet.legend([
    { text: 'Committed', kind: 'box', paint: theme.secondary, opacity: 0.55 },
    { text: 'Completed', kind: 'box', paint: theme.primary },
    { text: 'Rolling average', kind: 'line', paint: theme.accent },
  ]);
  sheet.heading(`${unit === 'points' ? 'Points' : 'Work Items'} · by Sprint, oldest first`);
  const most = rows.reduce((high, row) => Math.max(high, row.committed, row.completed, row.rollingAverage), 0);
  const axis = valueTicks(0, most, 5, { whole: true });
  const panel = {
    left: sheet.left + widest(axis.ticks.map(({ label }) => label)) + 8,
    right: sheet.right,
    top: sheet.y + 6,
    bottom: sheet.y + 6 + HEIGHT,
  };
  const bands = scaleBand(rows.keys(), [panel.left, panel.right]).padding(0.2);
  const y = scaleLinear(axis.domain, [panel.bottom, panel.top]);
  const bar = Math.min(bands.bandwidth() / 2, WIDEST_BAR);
  const middle = (index: number) => (bands(index) ?? panel.left) + bands.bandwidth() / 2;

  sheet.add(...valueAxis(panel, axis.ticks, y, theme));
  const values = rows.flatMap(({ committed, completed }) => [short(committed), short(completed)]);
  const hasValues = widest(values) + 2 <= bar;
  const width = Math.max(bar - 1, 0.5);
  // Bars of the commitment are pale and have an edge. Narrow bars have no room for an edge and get the full colour.
  const pale = width > 4 ? { 'fill-opacity': 0.55, stroke: theme.secondary } : {};
  rows.forEach(({ committed, completed }, index) => {
    const at = middle(index);
    const pair = [
      { value: committed, x: at - bar, fill: theme.secondary, ...pale },
      { value: completed, x: at, fill: theme.primary },
    ];
    for (const { value, ...place } of pair) {
      const height = panel.bottom - y(value);
      if (height > 0) sheet.add(mark('rect', { y: y(value), width, height, ...place }));
    }
  });
  const average = polyline<(typeof rows)[number]>()
    .x((_, index) => middle(index))
    .y(({ rollingAverage }) => y(rollingAverage))
    .digits(2);
  const curve = { d: average(rows) ?? '', fill: 'none', 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  sheet.add(
    mark('path', { ...curve, stroke: theme.ground, 'stroke-width': 5, 'stroke-opacity': 0.8 }),
    mark('path', { ...curve, stroke: theme.accent, 'stroke-width': 2 }),
  );
  if (bar >= 6) {
    rows.forEach(({ rollingAverage }, index) => {
      const dot = { cx: middle(index), cy: y(rollingAverage), r: 3.5, fill: theme.accent, stroke: theme.ground };
      sheet.add(mark('circle', dot));
    });
  }
  if (hasValues) {
    // Above the line of the average, with a halo that keeps them legible.
    const halo = { stroke: theme.ground, 'stroke-width': 4, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };
    const labels = rows.flatMap(({ committed, completed }, index) => [
      { value: committed, x: middle(index) - bar / 2 },
      { value: completed, x: middle(index) + bar / 2 },
    ]);
    const texts = labels.map(({ value, x }) =>
      text(short(value), { x, y: y(value) - 5, fill: theme.ink, anchor: 'middle' }),
    );
    sheet.add(mark('g', halo, ...texts));
  }
  // Every n-th Sprint is named, counted from the latest, so that each name has room.
  const nameRoom = Math.min(widest(names), WIDEST_NAME) + 10;
  const every = Math.ceil(nameRoom / bands.step());
  const labels = names
    .map((label, index) => ({ x: middle(index), label, width: bands.step() * every - 8 }))
    .filter((_, index) => (rows.length - 1 - index) % every === 0);
  sheet.add(...labelsBeneath(panel, labels, sheet.left, sheet.right, theme));
  sheet.y = panel.bottom + 30;

  const areas = columnsOf(
    rows.map((_, index) => middle(index)),
    panel,
  );
  const averages =
    averageCommitted === null || averageCompleted === null
      ? ''
      : ` On average ${full(averageCompleted)} of ${full(averageCommitted)} committed ${things} were completed in a Sprint; the rolling average is ${full(last.rollingAverage)}.`;
  return sheet.drawing(
    `The latest Sprint, ${names.at(-1) ?? ''}, completed ${full(last.completed)} of ${full(last.committed)} committed ${things}.${averages}`,
    rows.map((row, index) => ({
      x: middle(index),
      y: y(row.completed),
      row,
      area: areas[index] ?? panel,
      label: `${names[index] ?? ''}, completed on ${dayOf(row.completedAt)}: ${full(row.committed)} ${things} committed, ${full(row.completed)} completed, rolling average ${full(row.rollingAverage)}.`,
    })),
  );
}
