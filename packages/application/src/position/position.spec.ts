import { BEFORE_ALL_POSITIONS, POSITION_STEP, placeBetween, positionOf, widerThan, type Placed } from './position.js';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** A generator of numbers from 0 to below `most`, the same for each seed. */
function generator(state: number) {
  return (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** A Project: Work Items by their places, and what moves have cost. */
class Order {
  readonly items: { readonly name: number; position: number }[] = [];
  writes = 0;
  widest = 0;

  constructor(private created: number) {
    for (let number = 1; number <= created; number += 1)
      this.items.push({ name: number, position: positionOf(number) });
  }

  create(): void {
    this.created += 1;
    this.items.push({ name: this.created, position: positionOf(this.created) });
  }

  /** Moves the Work Items at these places, and puts them before the one that is at `to` of the others. */
  move(places: readonly number[], to: number): void {
    const block = places.map((place) => this.items[place]!);
    for (const place of [...places].sort((a, b) => b - a)) this.items.splice(place, 1);
    let placed: Placed | undefined;
    for (let width = 0; !placed; width = widerThan(width)) {
      const before = this.items.slice(Math.max(0, to - width - 1), to).reverse();
      const after = this.items.slice(to, to + width + 1);
      const positionsOf = (some: readonly { readonly position: number }[]) => some.map(({ position }) => position);
      const around = { before: positionsOf(before), after: positionsOf(after), end: positionOf(this.created + 1) };
      placed = placeBetween(around, block.length, width);
      this.widest = Math.max(this.widest, width);
      placed?.before.forEach((position, at) => (before[at]!.position = position));
      placed?.after.forEach((position, at) => (after[at]!.position = position));
    }
    placed.block.forEach((position, at) => (block[at]!.position = position));
    this.items.splice(to, 0, ...block);
    this.writes += placed.before.length + placed.block.length + placed.after.length;
  }

  /** The places where the order of the positions is not that of the moves. */
  problems(): readonly number[] {
    return this.items.flatMap(({ position }, at) => {
      const isExact = Number.isSafeInteger(position) && position > BEFORE_ALL_POSITIONS;
      const isInOrder = at === 0 || this.items[at - 1]!.position < position;
      const isBelowTheEnd = position < positionOf(this.created + 1);
      return isExact && isInOrder && isBelowTheEnd ? [] : [at];
    });
  }
}

describe('Positions', () => {
  it('of Work Items that nobody has moved are the order of creation, exact up to the largest number', () => {
    expect(positionOf(2) - positionOf(1)).toBe(POSITION_STEP);
    expect(Number.isSafeInteger(positionOf(9_999_999_999 + 1))).toBe(true);
  });

  it('between two Work Items are odd, so that they never equal that of a Work Item that is being created', () => {
    const around = { before: [positionOf(4)], after: [positionOf(6)], end: positionOf(7) };
    expect(placeBetween(around, 1, 0)?.block).toEqual([positionOf(5) - 1]);
  });

  it('at the end leave room for all that is created later and for many that are moved there', () => {
    const order = new Order(3);
    for (let moved = 0; moved < 400; moved += 1) order.move([0], 2);
    expect(order.problems()).toEqual([]);
    expect(order.writes).toBe(400);
    order.create();
    expect(order.items.at(-1)?.name).toBe(4);
    expect(order.problems()).toEqual([]);
  });

  it('are not found where there is no room, and are found with more neighbors', () => {
    const around = { before: [7, -POSITION_STEP], after: [9, POSITION_STEP], end: positionOf(3) };
    expect(placeBetween(around, 1, 0)).toBeUndefined();
    expect(placeBetween(around, 1, 1)).toEqual({ before: [-262_145], block: [-1], after: [262_143] });
  });

  // The last Work Item goes between the two same neighbors, again and again: the worst that one place can get.
  it.each([
    ['in the middle', (size: number) => size / 2],
    ['at the start', () => 0],
    ['after the first', () => 1],
  ])('stay in bounds, and few others are written, after 100,000 moves to one place %s', (_where, placeOf) => {
    const order = new Order(2_000);
    const to = placeOf(2_000);
    for (let moved = 0; moved < 100_000; moved += 1) order.move([order.items.length - 1], to);
    expect(order.problems()).toEqual([]);
    expect(order.widest).toBeLessThanOrEqual(1_024);
    expect(order.writes / 100_000).toBeLessThan(40);
  });

  it(`are the order of any moves of any blocks (SEED=${seed})`, () => {
    const random = generator(seed);
    const order = new Order(300);
    let expected = order.items.map(({ name }) => name);
    for (let move = 0; move < 3_000; move += 1) {
      const places = [...new Set(Array.from({ length: 1 + random(5) }, () => random(order.items.length)))];
      const block = places.map((place) => expected[place]!);
      const others = expected.filter((name) => !block.includes(name));
      // Half of the moves go to one of three places, so that these get crowded.
      const to = random(2) === 0 ? random(3) : random(others.length + 1);
      expected = [...others.slice(0, to), ...block, ...others.slice(to)];
      order.move(places, to);
      if (random(10) === 0) {
        order.create();
        expected.push(order.items.at(-1)!.name);
      }
    }
    expect(order.items.map(({ name }) => name)).toEqual(expected);
    expect(order.problems()).toEqual([]);
  });
});
