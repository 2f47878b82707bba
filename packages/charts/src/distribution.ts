import { scaleLinear } from 'd3-scale';
import { count, type Drawing, type DrawingOptions, limitationsInWords, line, Sheet, text, widest } from './frame.js';
import { mark } from './mark.js';
import type { DistributionReport } from './report.js';
import { userText } from './text.js';
import { STATUS_NAMES, statusFill, type Status } from './theme.js';
import { full, short } from './ticks.js';
import { assertDrawable } from './wrong-use.js';

const ROW = 26;
const BAR = 16;
const GROUPS = { status: 'status', type: 'type', priority: 'priority', assignee: 'assignee', label: 'label' } as const;

const isStatus = (word: string): word is Status => word in STATUS_NAMES;

/** Writes a status, a type or a priority as a person does: `in_review` is In review. Names stay as they are. */
function nameOf(label: string, groupBy: keyof typeof GROUPS): string {
  if (groupBy === 'assignee' || groupBy === 'label') return userText(label);
  if (groupBy === 'status' && isStatus(label)) return STATUS_NAMES[label];
  return label.slice(0, 1).toUpperCase() + label.slice(1).replaceAll('_', ' ');
}

/** Draws how the Work Items (or points) are divided into groups, as horizontal bars with value and per cent. */
export function drawDistribution(report: DistributionReport, options: DrawingOptions): Drawing {
  assertDrawable('drawDistribution', report, options, ['distribution', 'items']);
  const { groupBy, unit, scope, total, groupsOverlap } = report.distribution;
  const thing = unit === 'points' ? 'point' : 'Work Item';
  const things = `${thing}s`;
  const sheet = new Sheet(options, `Distribution by ${GROUPS[groupBy]}`, [
    `${unit === 'points' ? 'points of ' : ''}${scope === 'open' ? 'open' : 'all'} Work Items`,
    `total ${full(total)}`,
    ...(groupsOverlap ? ['a Work Item counts in each of its labels'] : []),
    ...limitationsInWords(report.limitations),
  ]);
  const rows = report.items;
  const most = rows.reduce((high, { value }) => Math.max(high, value), 0);
  if (total === 0 && most === 0) {
    const sentence = `There are no ${scope === 'open' ? 'open ' : ''}Work Items${unit === 'points' ? ' with points' : ''}.`;
    sheet.empty(sentence);
    return sheet.drawing(sentence, []);
  }

  const { theme } = sheet;
  sheet.heading(`${unit === 'points' ? 'Points' : 'Work Items'} · per cent of the total`);
  const names = rows.map(({ label }) => nameOf(label, groupBy));
  const values = rows.map(({ value, percent }) => `${short(value)}${percent === null ? '' : ` · ${percent} %`}`);
  const nameWidth = Math.min(widest(names) + 1, (sheet.right - sheet.left) * 0.36);
  const left = sheet.left + nameWidth + 12;
  const right = sheet.right - widest(values) - 8;
  const x = scaleLinear([0, most], [left, right]);
  const top = sheet.y;
  const points = rows.map((row, index) => {
    const middle = top + index * ROW + ROW / 2;
    const name = names[index] ?? '';
    const fill = groupBy === 'status' && isStatus(row.label) ? statusFill(theme, row.label) : theme.primary;
    const bar = { x: left, y: middle - BAR / 2, width: x(row.value) - left, height: BAR, fill };
    sheet.add(
      text(name, { x: left - 10, y: middle + 4, fill: theme.ink, anchor: 'end', width: nameWidth }),
      ...(row.value > 0 ? [mark('rect', bar)] : []),
      text(values[index] ?? '', { x: x(row.value) + 7, y: middle + 4, fill: theme.muted }),
    );
    const share = row.percent === null ? '' : `, ${row.percent} per cent`;
    const area = { left: sheet.left, right: sheet.right, top: middle - ROW / 2, bottom: middle + ROW / 2 };
    return { x: x(row.value), y: middle, row, area, label: `${name}: ${count(full(row.value), thing)}${share}.` };
  });
  const bottom = top + rows.length * ROW;
  sheet.add(line(left, top, left, bottom, theme.axis));
  sheet.y = bottom + 12;

  const place = rows.findIndex(({ value }) => value === most);
  const largest = rows[place];
  const share = largest?.percent == null ? '' : ` (${largest.percent} per cent)`;
  return sheet.drawing(
    `The largest of ${count(full(rows.length), 'group')} is ${names[place] ?? ''} with ${full(most)} of ${full(total)} ${things}${share}.`,
    points,
  );
}
