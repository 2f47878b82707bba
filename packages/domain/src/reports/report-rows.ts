import { compareText, comparerOf } from '../shared/text.js';
import { ItemOrder, type Comparison } from './item-order.js';

/** The sort key of a row: rows are ordered by comparing it member by member. It is unique within a report. */
export type Place = readonly (string | number)[];

/** The rows of a report, in order. A row is built only when it is read. */
export interface ReportRows<Row> {
  readonly length: number;
  placeOf(index: number): Place;
  at(index: number): Row;
  /**
   * Returns the index of the row after the one whose place gives 0. When there is none, returns that of the first row whose place gives
   * more than 0, and the number of rows when there is none of these either.
   */
  firstAfter(comparison: (place: Place) => number): number;
}

/** The rows of the items of a report, in order. An item is known by its number in the facts, from 0 on. */
export interface RowsOfItems<Row> extends ReportRows<Row> {
  /** Returns the number of the item of a row. */
  itemAt(index: number): number;
}

/** A finished report: its rows, the figures over all rows, and the reasons why it is incomplete. */
export interface Report<Row, Figures, Rows extends ReportRows<Row> = ReportRows<Row>> {
  readonly figures: Figures;
  readonly rows: Rows;
  readonly limitations: readonly ReportLimitation[];
}

/** The words for an incomplete report, in canonical order. */
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
  rowOf: (item: Item) => Row,
): ReportRows<Row> {
  const placed = items.map((item) => ({ item, place: placeOf(item) }));
  placed.sort((a, b) => comparePlaces(a.place, b.place));
  const get = (index: number) => placed[index] ?? missing(index);
  return {
    length: placed.length,
    placeOf: (index) => get(index).place,
    at: (index) => rowOf(get(index).item),
    firstAfter(comparison) {
      const orders = placed.map(({ place }) => comparison(place));
      const same = orders.lastIndexOf(0);
      const next = orders.findIndex((order) => order > 0);
      if (same >= 0) return same + 1;
      return next >= 0 ? next : placed.length;
    },
  };
}

function missing(index: number): never {
  throw new RangeError(`There is no row ${index}.`);
}

/** A value of each item that the rows are ordered by. All values have the same type. */
export type OrderColumn = ArrayLike<number> | ArrayLike<string>;

/**
 * Returns the rows of `count` items, ordered by the columns one after the other. Tens of thousands of items have columns and not an object
 * each: the objects, and the collection of their garbage, would hold the event loop.
 */
export function rowsByColumns<Row>(
  count: number,
  columns: readonly OrderColumn[],
  rowOf: (item: number, index: number) => Row,
): RowsOfItems<Row> {
  const compare = comparisonBy(columns.map(comparisonOf));
  const order = new ItemOrder(count, compare);
  const placeOf = (item: number): Place => columns.map((column) => column[item] ?? 0);
  return {
    length: count,
    itemAt: (index) => order.at(index),
    placeOf: (index) => placeOf(order.at(index)),
    at: (index) => rowOf(order.at(index), index),
    firstAfter(comparison) {
      let [same, next]: [number | undefined, number | undefined] = [undefined, undefined];
      for (let item = 0; item < count; item += 1) {
        const place = comparison(placeOf(item));
        if (place === 0) same = item;
        else if (place > 0 && (next === undefined || compare(item, next) < 0)) next = item;
      }
      if (same !== undefined) return itemsBefore(count, compare, same) + 1;
      return next === undefined ? count : itemsBefore(count, compare, next);
    },
  };
}

function itemsBefore(count: number, compare: Comparison, item: number): number {
  let before = 0;
  for (let other = 0; other < count; other += 1) if (compare(other, item) < 0) before += 1;
  return before;
}

function comparisonBy(comparisons: readonly Comparison[]): Comparison {
  return (a, b) => {
    for (const comparison of comparisons) {
      const order = comparison(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function comparisonOf(column: OrderColumn): Comparison {
  if (isOfNumbers(column)) return (a, b) => (column[a] ?? 0) - (column[b] ?? 0);
  const compare = comparerOf(column);
  return (a, b) => compare(column[a] ?? '', column[b] ?? '');
}

function isOfNumbers(column: OrderColumn): column is ArrayLike<number> {
  return typeof column[0] !== 'string';
}

/** Returns less than 0 when `a` comes before `b`. Members at the same index have the same type. */
export function comparePlaces(a: Place, b: Place): number {
  // Loop by index: a report can have as many rows as there are finished items, and an iterator is slower.
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
