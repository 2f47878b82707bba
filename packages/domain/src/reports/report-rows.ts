import { compareText } from '../shared/text.js';

/** Where a row stands: compared member by member it is the order of the rows. No two rows of a report have the same. */
export type Place = readonly (string | number)[];

/** The rows of a report, in its order. A row is made when it is shown. */
export interface ReportRows<Row> {
  readonly length: number;
  placeOf(index: number): Place;
  at(index: number): Row;
}

/** A finished report: its rows, the figures over all of them, and why it is less than it should be. */
export interface Report<Row, Figures> {
  readonly figures: Figures;
  readonly rows: ReportRows<Row>;
  readonly limitations: readonly ReportLimitation[];
}

/** In their order (contract §6). */
export const REPORT_LIMITATIONS = [
  'range_capped',
  'rows_capped',
  'group_cap_applied',
  'history_incomplete',
  'commitment_unavailable',
  'planned_end_missing',
] as const;

/** Why a report is less than it should be. */
export type ReportLimitation = (typeof REPORT_LIMITATIONS)[number];

/** The rows of `items`, ordered by their places. */
export function orderedRows<Item, Row>(
  items: readonly Item[],
  placeOf: (item: Item) => Place,
  rowOf: (item: Item, index: number) => Row,
): ReportRows<Row> & { readonly items: readonly Item[] } {
  // Most feeds come in the order of the report, and then nothing is sorted.
  const ordered = areOrdered(items, placeOf) ? items : sorted(items, placeOf);
  const get = (index: number) => {
    const found = ordered[index];
    if (found === undefined) throw new RangeError(`There is no row ${index}.`);
    return found;
  };
  return {
    items: ordered,
    length: ordered.length,
    placeOf: (index) => placeOf(get(index)),
    at: (index) => rowOf(get(index), index),
  };
}

function areOrdered<Item>(items: readonly Item[], placeOf: (item: Item) => Place): boolean {
  let before: Place | undefined;
  for (const item of items) {
    const place = placeOf(item);
    if (before && comparePlaces(before, place) >= 0) return false;
    before = place;
  }
  return true;
}

function sorted<Item>(items: readonly Item[], placeOf: (item: Item) => Place): readonly Item[] {
  const placed = items.map((item) => ({ item, place: placeOf(item) }));
  return placed.sort((a, b) => comparePlaces(a.place, b.place)).map(({ item }) => item);
}

/** Less than 0 when `a` comes first. Members of the same index are of the same kind. */
export function comparePlaces(a: Place, b: Place): number {
  // By index: reports may have as many rows as there are finished items, and an iterator takes its time.
  for (let index = 0; index < a.length; index += 1) {
    const one = a[index] ?? 0;
    const other = b[index] ?? 0;
    if (one === other) continue;
    return typeof one === 'number' ? one - Number(other) : compareText(one, String(other));
  }
  return 0;
}

/** `rows_capped` when there was more than a report reads. */
export function cappedRows({ capped }: { readonly capped: boolean }): readonly ReportLimitation[] {
  return capped ? ['rows_capped'] : [];
}
