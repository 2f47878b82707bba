/** The distance between two Work Items that nobody has moved. The largest position, of the largest number, is still an exact number. */
export const POSITION_STEP = 2 ** 19;

/** The position of no Work Item: all are after it. */
export const BEFORE_ALL_POSITIONS = -(2 ** 52);

/** The distance of Work Items that are moved to the end, one after the other: new ones come later, and must find their place free. */
const STEP_AT_THE_END = 2 ** 10;

/** Between two such Work Items there is always room for another odd position. */
const LEAST_STEP = 4;

/** Neighbors that are spread again leave at least this distance, divided by their number. */
const STEP_OF_ONE = 2 ** 17;

/** The position of a Work Item that nobody has moved: the order of creation. */
export const positionOf = (number: number): number => number * POSITION_STEP;

/** The positions on both sides of the place where Work Items are put, the nearest first, without those that are moved. */
export interface Around {
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** The positions of all that exist are below this one. */
  readonly end: number;
}

/** The new positions, in the order of the Project, or of the neighbors in the order of `Around`. */
export interface Placed {
  readonly block: readonly number[];
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Finds positions for a block between its neighbors. On each side `width` neighbors get new positions too, and the one after them keeps
 * its own; where there is none, the order begins or ends. Returns `undefined` where there is too little room: a greater width has more.
 *
 * New positions are odd, and those of Work Items that nobody has moved are even: the two are never equal, although some of the latter are
 * being created and cannot be seen yet.
 */
export function placeBetween({ before, after, end }: Around, count: number, width: number): Placed | undefined {
  const shiftedBefore = Math.min(width, before.length);
  const shiftedAfter = Math.min(width, after.length);
  const shifted = shiftedBefore + shiftedAfter;
  const all = shifted + count;
  const high = after[shiftedAfter] ?? end;
  const low = before[shiftedBefore] ?? Math.max(BEFORE_ALL_POSITIONS, high - (all + 1) * POSITION_STEP);
  const isAtTheEnd = shifted === 0 && after.length === 0 && before.length > 0;
  const room = (high - low) / (all + 1);
  if (room < leastStep(shifted)) return undefined;

  const step = isAtTheEnd ? Math.min(room, STEP_AT_THE_END) : room;
  const positions = Array.from({ length: all }, (_, at) => oddUpTo(low + step * (at + 1)));
  return {
    before: positions.slice(0, shiftedBefore).reverse(),
    block: positions.slice(shiftedBefore, shiftedBefore + count),
    after: positions.slice(shiftedBefore + count),
  };
}

/** The width after this one. */
export const widerThan = (width: number): number => (width === 0 ? 8 : width * 2);

/** The distance that neighbors must keep at least. It gets smaller with their number, so that most of the time few are spread. */
function leastStep(shifted: number): number {
  return shifted === 0 ? LEAST_STEP : Math.max(2 * LEAST_STEP, STEP_OF_ONE / shifted);
}

function oddUpTo(value: number): number {
  const whole = Math.floor(value);
  return whole % 2 === 0 ? whole - 1 : whole;
}
