/**
 * An operation of a client on a log, with two readings of one clock. The log is the list of all values that a Work Item's title ever
 * had, in which the value of revision n is the n-th; or it is the list of the comments on a Work Item.
 */
export type Operation = Write | Read;

interface Span {
  /** The time when the request was sent. */
  readonly begin: number;
  /** The time when the answer had arrived; `Infinity` when there was none. */
  readonly end: number;
}

export interface Write extends Span {
  readonly kind: 'write';
  /** No other write of the log has this value. */
  readonly value: string;
  /** `done`: the server said so. `refused`: it said that nothing was done. `unknown`: there was no answer. */
  readonly outcome: 'done' | 'refused' | 'unknown';
  /** The revision that the write was to replace; absent where any would do. */
  readonly expected?: number;
  /** The revision in the answer: of a success the new one, of a refusal the current one. Absent where the answer has none. */
  readonly revision?: number;
}

export interface Read extends Span {
  readonly kind: 'read';
  /** The number of values of the log that the answer covered: the revision, or the number of comments. */
  readonly length: number;
  /** The values that the answer showed, the last of which is the value at `length`. */
  readonly values: readonly string[];
}

export type Flaw =
  /** A value of the log that was never written. */
  | 'unwritten value'
  /** A value that is in the log twice. */
  | 'doubled write'
  /** A write that was answered with a success and is not in the log. */
  | 'lost write'
  /** A write that was refused and is in the log. */
  | 'refused write took effect'
  /** A success whose answer has another revision than the log. */
  | 'wrong revision'
  /** A write that succeeded over another revision than the expected one. */
  | 'write over another revision'
  /** A write that was refused over the very revision that it expected. */
  | 'needless refusal'
  /** A read that shows other values than the log has there, or more values than the log has. */
  | 'read beside the log'
  /** A read that shows less than an earlier operation had shown or written. */
  | 'stale read'
  /** A write that was seen before it began. */
  | 'seen before it began'
  /** A write that began after another one had ended and is before it in the log. */
  | 'written out of order';

/** A flaw of a history, with the operations that show it. */
export interface Finding {
  readonly flaw: Flaw;
  /** The value or values concerned. */
  readonly of: string;
}

/**
 * Checks the operations of many clients on one log: is there an order of all of them that respects real time, explains every answer,
 * and ends with this log? Every write has its own value, so each has one place in the log, and a read has a place between two writes.
 * Such an order exists when no operation has a place before that of an operation that ended before it began. A write without an answer
 * took effect once at any time after it began, or never.
 *
 * @param log all values at the end, the creation of a Work Item included.
 */
export function findingsIn(operations: readonly Operation[], log: readonly string[]): Finding[] {
  const places = new Map(log.map((value, at) => [value, at + 1]));
  const writes = operations.filter((operation): operation is Write => operation.kind === 'write');
  const known = new Set(writes.map(({ value }) => value));
  return [
    ...log.filter((value) => !known.has(value)).map((value) => finding('unwritten value', value)),
    ...log.filter((value, at) => places.get(value) !== at + 1).map((value) => finding('doubled write', value)),
    ...writes.flatMap((write) => ofWrite(write, places.get(write.value), log.length)),
    ...operations.flatMap((operation) => (operation.kind === 'read' ? ofRead(operation, log) : [])),
    ...ofRealTime(operations, places),
  ];
}

const finding = (flaw: Flaw, of: string): Finding => ({ flaw, of });

/** Compares one write with the place of its value in the log; without a place it is not in the log. */
function ofWrite({ value, outcome, expected, revision }: Write, place: number | undefined, length: number): Finding[] {
  const flaws: Flaw[] = [];
  if (outcome === 'done' && place === undefined) flaws.push('lost write');
  if (outcome === 'done' && place !== undefined && revision !== undefined && revision !== place) {
    flaws.push('wrong revision');
  }
  if (outcome === 'refused' && place !== undefined) flaws.push('refused write took effect');
  if (outcome === 'refused' && revision !== undefined && revision > length) flaws.push('read beside the log');
  if (outcome === 'refused' && expected !== undefined && expected === revision) flaws.push('needless refusal');
  if (outcome !== 'refused' && place !== undefined && expected !== undefined && place !== expected + 1) {
    flaws.push('write over another revision');
  }
  return flaws.map((flaw) => finding(flaw, value));
}

/** Compares the values of a read with the part of the log that it covered. */
function ofRead({ length, values }: Read, log: readonly string[]): Finding[] {
  const from = length - values.length;
  const isPart = length <= log.length && values.every((value, at) => value === log[from + at]);
  return isPart ? [] : [finding('read beside the log', values.at(-1) ?? 'an empty list')];
}

/** An operation with its place: n for the n-th write, n + ½ for a read of n values. */
interface Placed extends Span {
  readonly place: number;
  readonly isWrite: boolean;
  readonly name: string;
}

/** Finds operations whose place is before that of an operation that had ended when they began. */
function ofRealTime(operations: readonly Operation[], places: ReadonlyMap<string, number>): Finding[] {
  const placed = operations.flatMap((operation) => placedAt(operation, places));
  const byEnd = placed.filter(({ end }) => end < Infinity).sort((a, b) => a.end - b.end);
  const findings: Finding[] = [];
  let ended = 0;
  let latest: Placed | undefined;
  for (const later of placed.sort((a, b) => a.begin - b.begin)) {
    for (let next = byEnd[ended]; next !== undefined && next.end < later.begin; next = byEnd[(ended += 1)]) {
      if (latest === undefined || next.place > latest.place) latest = next;
    }
    if (latest !== undefined && latest.place > later.place) findings.push(ofPair(latest, later));
  }
  return findings;
}

function placedAt(operation: Operation, places: ReadonlyMap<string, number>): Placed[] {
  const { begin, end } = operation;
  if (operation.kind === 'read') {
    const name = operation.values.at(-1) ?? 'an empty list';
    return [{ begin, end, place: operation.length + 0.5, isWrite: false, name }];
  }
  const { value: name, outcome, revision } = operation;
  const place = places.get(name);
  if (outcome !== 'refused') return place === undefined ? [] : [{ begin, end, place, isWrite: true, name }];
  // A refusal that has the current revision is a read of it.
  return revision === undefined ? [] : [{ begin, end, place: revision + 0.5, isWrite: false, name }];
}

function ofPair(earlier: Placed, later: Placed): Finding {
  const flaw = !later.isWrite ? 'stale read' : earlier.isWrite ? 'written out of order' : 'seen before it began';
  return finding(flaw, `${later.name} after ${earlier.name}`);
}
