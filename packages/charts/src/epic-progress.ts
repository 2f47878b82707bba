import {
  count,
  type Drawing,
  type DrawingOptions,
  limitationsInWords,
  NARROW,
  Sheet,
  SIZE,
  text,
  UTC_DAYS,
  widest,
} from './frame.js';
import { mark } from './mark.js';
import type { EpicProgressReport } from './report.js';
import { statusBar } from './status-bar.js';
import { shorten, userText } from './text.js';
import { STATUS_NAMES, STATUSES } from './theme.js';
import { full, short } from './ticks.js';
import { assertDrawable } from './wrong-use.js';

/** The first epics of the report's order that are drawn; further ones are in the table only. */
export const MOST_EPICS = 1_000;
/** Drawings of more epics than this have lower rows. */
const MANY = 100;
const NO_DATE = 'no date';
/** Heights of rows: of few and of many, wide and narrow. */
const ROW = { wide: { few: 28, many: 17 }, narrow: { few: 44, many: 30 } } as const;
/** More pixels than everything above and below the rows takes. */
const HEAD = 220;

export interface EpicProgressOptions extends DrawingOptions {
  /** Pixels that the drawing can be high, 2,000 or more: the first epics that fit are drawn. Unlimited by default. */
  readonly mostHeight?: number;
}

/** The number of epics that fit into the height. */
function fitting({ width, mostHeight = Infinity }: EpicProgressOptions): number {
  const { few, many } = width < NARROW ? ROW.narrow : ROW.wide;
  const low = Math.floor((mostHeight - HEAD) / many);
  return low > MANY ? low : Math.min(MANY, Math.floor((mostHeight - HEAD) / few));
}

/** Draws the children of each epic by status, as stacked bars of equal length, with what is done and the target date. */
export function drawEpicProgress(report: EpicProgressReport, options: EpicProgressOptions): Drawing {
  assertDrawable('drawEpicProgress', report, options, ['epicProgress', 'items']);
  const { zone, dayOf } = options.days ?? UTC_DAYS;
  const { epicCount, completedEpicCount, childCount, completedCount } = report.epicProgress;
  const { items, rowCount = items.length } = report;
  const rows = items.slice(0, Math.min(MOST_EPICS, fitting(options)));
  const sheet = new Sheet(options, 'Epic progress', [
    count(full(epicCount), 'epic'),
    'direct children by status',
    `dates in ${zone}`,
    ...(rows.length < rowCount ? [`the first ${full(rows.length)} of ${full(rowCount)} epics are drawn`] : []),
    ...limitationsInWords(report.limitations),
  ]);
  if (rows.length === 0) {
    const sentence = 'There are no epics.';
    sheet.empty(sentence);
    return sheet.drawing(sentence, []);
  }

  const { theme } = sheet;
  sheet.statusLegend();
  sheet.heading('Children by status · done · target date');
  const done = rows.map(
    ({ completedCount: completed, childCount: children, itemPercent }) =>
      `${short(completed)} of ${short(children)}${itemPercent === null ? '' : ` · ${itemPercent} %`}`,
  );
  const dates = rows.map(({ targetDate }) => (targetDate === null ? NO_DATE : dayOf(targetDate)));
  const doneWidth = widest(done);
  const dateWidth = widest(dates);
  const isLow = rows.length > MANY;
  const bar = isLow ? 10 : 14;
  // Next to each other, or the name and the date above the bar.
  const row = ROW[sheet.isNarrow ? 'narrow' : 'wide'][isLow ? 'many' : 'few'];
  const nameRoom = sheet.isNarrow
    ? sheet.right - sheet.left - dateWidth - 12
    : (sheet.right - sheet.left - doneWidth - dateWidth - 48) * 0.45;
  const left = sheet.isNarrow ? sheet.left : sheet.left + nameRoom + 12;
  const right = sheet.isNarrow ? sheet.right - doneWidth - 10 : sheet.right - dateWidth - doneWidth - 30;
  const { y: top } = sheet;
  const points = rows.map((each, index) => {
    const name = `${each.epic.key} ${userText(each.epic.title)}`;
    const begin = top + index * row;
    const middle = sheet.isNarrow ? begin + row - bar / 2 - (isLow ? 3 : 10) : begin + row / 2;
    const nameY = sheet.isNarrow ? middle - bar / 2 - (isLow ? 3 : 5) : middle + 4;
    const place = { x: left, y: middle - bar / 2, width: right - left, height: bar };
    const segments = statusBar(each.statuses, place, theme);
    const track = mark('rect', { ...place, fill: 'none', stroke: theme.axis });
    sheet.add(
      text(name, { x: sheet.left, y: nameY, fill: theme.ink, width: nameRoom }),
      text(dates[index] ?? '', { x: sheet.right, y: nameY, fill: theme.muted, anchor: 'end' }),
      ...(segments.length === 0 ? [track] : segments),
      text(done[index] ?? '', { x: right + 10, y: middle + 4, fill: theme.ink }),
    );
    const statuses = STATUSES.map((status) => `${STATUS_NAMES[status]} ${full(each.statuses[status])}`).join(', ');
    const percent = each.itemPercent === null ? '' : `, ${each.itemPercent} per cent`;
    const target = each.targetDate === null ? 'no target date' : `target date ${dayOf(each.targetDate)}`;
    return {
      x: left,
      y: middle,
      row: each,
      area: { left: sheet.left, right: sheet.right, top: begin, bottom: begin + row },
      label: `${shorten(name, 600, SIZE)}: ${full(each.completedCount)} of ${full(each.childCount)} children done${percent}; ${statuses}; ${target}.`,
    };
  });
  sheet.y = top + rows.length * row + 8;

  return sheet.drawing(
    `${full(completedEpicCount)} of ${count(full(epicCount), 'epic')} completed; ${full(completedCount)} of ${full(childCount)} children done.`,
    points,
  );
}
