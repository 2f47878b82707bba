import { comparePlaces, rowsByColumns, type OrderColumn, type Place, type RowsOfItems } from './report-rows.js';

const COUNT = 3_000;
const ROUNDS = process.env.TEST_DEEP ? 300 : 20;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

describe(`The rows of items that have columns (SEED=${seed})`, () => {
  let state = seed;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const upTo = (most: number) => Math.floor(random() * most);

  /** Columns with many equal values; the last one has each value once. */
  const columnsOf = (count: number): OrderColumn[] => {
    const texts = ['a', 'b', 'ab', '\u{10000}', '\uffff', ''];
    const ids = Float64Array.from({ length: count }, (_, item) => item);
    for (let at = count - 1; at > 0; at -= 1) {
      const other = upTo(at + 1);
      [ids[at], ids[other]] = [ids[other]!, ids[at]!];
    }
    return [Uint8Array.from(ids, () => upTo(3)), Array.from(ids, () => texts[upTo(random() < 0.5 ? 3 : 6)]!), ids];
  };
  const placesOf = (columns: readonly OrderColumn[], count: number): Place[] =>
    Array.from({ length: count }, (_, item) => columns.map((column) => column[item]!)).sort(comparePlaces);
  const placeAt = (rows: RowsOfItems<unknown>) => (index: number) => rows.placeOf(index);

  it('are in the order of their places, wherever a page begins', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const count = 1 + upTo(COUNT);
      const columns = columnsOf(count);
      const places = placesOf(columns, count);
      const rows = rowsByColumns(count, columns, (item, index) => [item, index]);
      for (let page = 0; page < 3; page += 1) {
        const begin = upTo(count);
        const indexes = Array.from({ length: Math.min(101, count - begin) }, (_, offset) => begin + offset);
        expect(indexes.map(placeAt(rows))).toEqual(indexes.map((index) => places[index]));
        expect(rows.at(begin)).toEqual([rows.itemAt(begin), begin]);
      }
    }
  });

  it('continue behind a place, whether its row is still there or not', () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const count = 1 + upTo(500);
      const columns = columnsOf(count);
      const places = placesOf(columns, count);
      const rows = rowsByColumns(count, columns, (item) => item);
      const at = upTo(count);
      const there = places[at]!;
      expect(rows.firstAfter((place) => comparePlaces(place, there))).toBe(at + 1);
      const gone = [there[0]!, there[1]!, Number(there[2]) + 0.5];
      expect(rows.firstAfter((place) => comparePlaces(place, gone))).toBe(at + 1);
      expect(rows.firstAfter(() => -1)).toBe(count);
      expect(rows.firstAfter(() => 1)).toBe(0);
    }
  });

  it('know no row outside of them', () => {
    const rows = rowsByColumns(2, [[1, 0]], (item) => item);
    for (const index of [-1, 2, 0.5 + 2, Number.NaN]) expect(() => rows.at(index)).toThrow(RangeError);
    expect(() => rowsByColumns(0, [[]], (item) => item).at(0)).toThrow('There is no row 0.');
  });
});
