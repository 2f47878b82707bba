/** Compares two items by their numbers: less than 0 when `a` comes first. */
export type Comparison = (a: number, b: number) => number;

/** The number of items from the first requested one on that are put in order: a page of a report, and one row more. */
const BATCH = 256;
/** Fewer items are sorted together. */
const FEW = 2 * BATCH;

/**
 * The order of the items 0 to `count` - 1. A page shows a hundred of tens of thousands, so the items of the first requested page are
 * selected, which takes a fraction of the time of sorting all. A request for another page sorts all.
 */
export class ItemOrder {
  /** The items; those from `begin` to before `end` are in their places. `undefined` when all items are in order as they are. */
  private readonly items: Uint32Array | undefined;
  private begin = 0;
  private end = 0;

  constructor(
    private readonly count: number,
    private readonly compare: Comparison,
  ) {
    for (let item = 1; item < count && !this.items; item += 1) {
      if (compare(item - 1, item) > 0) this.items = Uint32Array.from({ length: count }, (_, each) => each);
    }
  }

  /** Returns the item of the row with this index. Throws `RangeError` when there is no such row. */
  at(index: number): number {
    if (!(index >= 0 && index < this.count)) throw new RangeError(`There is no row ${index}.`);
    if (!this.items) return index;
    if (index < this.begin || index >= this.end) this.settle(this.items, index);
    return this.items[index] ?? 0;
  }

  private settle(items: Uint32Array, index: number): void {
    const isFirst = this.end === 0;
    const end = isFirst ? Math.min(this.count, index + BATCH) : this.count;
    const begin = isFirst ? index : 0;
    select(items, 0, begin, this.compare);
    select(items, begin, end, this.compare);
    items.subarray(begin, end).sort(this.compare);
    [this.begin, this.end] = [begin, end];
  }
}

/** Moves items so that each of those from `from` to before `place` comes before each of those after it, in any order (quickselect). */
function select(items: Uint32Array, from: number, place: number, compare: Comparison): void {
  let [first, last] = [from, items.length - 1];
  // Each step halves the rest on average. Where an unfortunate or malicious order makes many steps, sort the rest.
  for (let steps = 4 * Math.log2(items.length); place > first && place <= last; steps -= 1) {
    if (last - first < FEW || steps < 0) {
      items.subarray(first, last + 1).sort(compare);
      return;
    }
    const [low, high] = partition(items, first, last, compare);
    if (place <= low) last = low;
    else if (place >= high) first = high;
    else return;
  }
}

/** Parts the items by one of them. Returns the last place of the earlier ones and the first place of the later ones. */
function partition(items: Uint32Array, first: number, last: number, compare: Comparison): [low: number, high: number] {
  const pivot = medianOf(items, first, (first + last) >>> 1, last, compare);
  let [low, high] = [first, last];
  while (low <= high) {
    while (compare(itemAt(items, low), pivot) < 0) low += 1;
    while (compare(itemAt(items, high), pivot) > 0) high -= 1;
    if (low > high) break;
    [items[low], items[high]] = [itemAt(items, high), itemAt(items, low)];
    low += 1;
    high -= 1;
  }
  return [high, low];
}

function medianOf(items: Uint32Array, first: number, middle: number, last: number, compare: Comparison): number {
  const three = [itemAt(items, first), itemAt(items, middle), itemAt(items, last)].sort(compare);
  return three[1] ?? 0;
}

function itemAt(items: Uint32Array, place: number): number {
  return items[place] ?? 0;
}
