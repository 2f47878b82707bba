import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReportType, Reports, WholeReport } from '@worktrack/application';
import { MOST_AGEING, MOST_DOTS, MOST_EPICS } from '@worktrack/charts';
import { jsonOf, textOf, type RowSource } from './row-texts.js';

/** Rows that are looked at in one turn of the event loop. */
const ROWS_IN_TURN = 1_000;

/** Returns a Project report as JSON with only those rows that its drawing shows, and the number of all rows as `rowCount`. */
export async function drawnReportOf<Type extends ReportType>(
  type: Type,
  { head, rows }: WholeReport<Reports[Type]>,
): Promise<string> {
  return textOf(jsonOf({ ...head, rowCount: rows.length }, await drawnRowsOf(type, rows)));
}

async function drawnRowsOf<Type extends ReportType>(
  type: Type,
  rows: RowSource<Reports[Type]['row']>,
): Promise<RowSource<Reports[Type]['row']>> {
  const { length } = rows;
  if (type === 'epic-progress') return { length: Math.min(length, MOST_EPICS), at: (index) => rows.at(index) };
  if (type === 'control-chart') {
    const begin = Math.max(0, length - MOST_DOTS);
    return { length: length - begin, at: (index) => rows.at(begin + index) };
  }
  if (type !== 'ageing-wip' || length <= MOST_AGEING) return rows;
  const since = new Float64Array(length);
  for (let index = 0; index < length; index += 1) {
    since[index] = sinceOf(rows.at(index));
    if (index % ROWS_IN_TURN === 0) await nextTurn();
  }
  const kept = newest(since, MOST_AGEING);
  return { length: kept.length, at: (index) => rows.at(kept[index] ?? 0) };
}

function sinceOf(row: Reports[ReportType]['row']): number {
  return 'since' in row ? row.since.getTime() : 0;
}

/** Returns the indexes of the greatest values, ascending; of equal values the first. */
function newest(values: Float64Array, most: number): number[] {
  const least = values.toSorted()[values.length - most] ?? -Infinity;
  let equal = most - values.reduce((count, value) => count + (value > least ? 1 : 0), 0);
  const kept: number[] = [];
  values.forEach((value, index) => {
    const isKept = value > least || (value === least && equal > 0);
    if (value === least) equal -= 1;
    if (isKept) kept.push(index);
  });
  return kept;
}
