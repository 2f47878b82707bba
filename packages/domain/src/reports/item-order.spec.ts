import { ItemOrder, type Comparison } from './item-order.js';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

describe(`The order of items (SEED=${seed})`, () => {
  /** Different values in an order that looks random: multiplication by an odd number, modulo a power of two. */
  const scattered = (item: number) => (((item + seed) * 0x9e3779b1) >>> 0) % 2 ** 32;

  it('of one page costs a few comparisons for each item, where sorting all costs fifteen', () => {
    const count = 40_000;
    let comparisons = 0;
    const order = new ItemOrder(count, (a, b) => {
      comparisons += 1;
      return scattered(a) - scattered(b);
    });
    const page = Array.from({ length: 101 }, (_, offset) => order.at(count / 2 + offset));
    expect(comparisons).toBeLessThan(8 * count);
    const all = Array.from({ length: count }, (_, item) => item).sort((a, b) => scattered(a) - scattered(b));
    expect(page).toEqual(all.slice(count / 2, count / 2 + 101));
    expect(Array.from({ length: count }, (_, index) => order.at(index))).toEqual(all);
  });

  it('costs no comparison more when the items are already in it', () => {
    let comparisons = 0;
    const order = new ItemOrder(1_000, (a, b) => {
      comparisons += 1;
      return a - b;
    });
    expect([order.at(999), order.at(0)]).toEqual([999, 0]);
    expect(comparisons).toBe(999);
  });

  it('costs no more than sorting a few times, when each selection parts off as few items as it can', () => {
    const count = 4_000;
    // An adversary decides a value only when a comparison forces it to (McIlroy, A killer adversary for quicksort, 1999).
    const decided = new Map<number, number>();
    let candidate = 0;
    let comparisons = 0;
    const compare: Comparison = (a, b) => {
      comparisons += 1;
      if (!decided.has(a) && !decided.has(b)) decided.set(a === candidate ? a : b, decided.size);
      if (!decided.has(a)) candidate = a;
      else if (!decided.has(b)) candidate = b;
      return (decided.get(a) ?? count) - (decided.get(b) ?? count);
    };
    // Without a decided order at first, the check whether the items are in order would decide it.
    const order = new ItemOrder(count, (a, b) => (comparisons === 0 && b === 1 ? 1 : compare(a, b)));
    order.at(count / 2);
    expect(comparisons).toBeLessThan(12 * count * Math.log2(count));
  });
});
