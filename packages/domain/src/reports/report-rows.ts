import { compareText } from '../shared/text.js';

/** The sort key of a row: rows are ordered by comparing it member by member. It is unique within a report. */
export type Place = readonly (string | number)[];

/** The rows of a report, in order. A row is built only when it is read. */
export interface ReportRows<Row> {
  readonly length: number;
  placeOf(index: number): Place;
  at(index: number): Row;
}

/** The rows of items, in order. */
export interface OrderedRows<Item, Row> extends ReportRows<Row> {
  /** The item of each row. */
  readonly items: readonly Item[];
}

/** A finished report: its rows, the figures over all rows, and the reasons why it is incomplete. */
export interface Report<Row, Figures, Item = unknown> {
  readonly figures: Figures;
  readonly rows: OrderedRows<Item, Row>;
  readonly limitations: readonly ReportLimitation[];
}

/** The words for an incomplete report, in canonical order (contract §6). */
export const REPORT_LIMITATIONS = [
  'range_capped',
  'rows_capped',
  'group_cap_applied',
  'history_incomplete',
  'commitment_unavailable',
  'planned_end_missing',
] as const;

/** A reason why a report is incomplete. */
export type ReportLimitation = (typeof REPORT_LIMITATIONS)[number];

/** Returns the rows of `items`, ordered by their places. */
export function orderedRows<Item, Row>(
  items: readonly Item[],
  placeOf: (item: Item) => Place,
  rowOf: (item: Item, index: number) => Row,
): OrderedRows<Item, Row> {
  // Most feeds are already in the order of the report: then skip the sort.
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

/** Returns less than 0 when `a` comes before `b`. Members at the same index have the same type. */
export function comparePlaces(a: Place, b: Place): number {
  // Loop by index: a report may have as many rows as there are finished items, and an iterator is slower.
  for (let index = 0; index < a.length; index += 1) {
    const one = a[index] ?? 0;
    const other = b[index] ?? 0;
    if (one === other) continue;
    return typeof one === 'number' ? one - Number(other) : compareText(one, String(other));
  }
  return 0;
}

/** Returns `rows_capped` when there were more rows than a report reads. */
export function cappedRows({ capped }: { readonly capped: boolean }): readonly ReportLimitation[] {
  return capped ? ['rows_capped'] : [];
}
