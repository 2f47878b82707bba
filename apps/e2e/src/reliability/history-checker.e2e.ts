import { Chance, seed } from '../kit/random.js';
import { findingsIn, type Flaw, type Operation, type Read, type Write } from './history-checker.js';

/** A write between two readings of the clock. */
const write = (begin: number, end: number, value: string, more: Partial<Write> = {}): Write => ({
  ...{ kind: 'write', begin, end, value, outcome: 'done' },
  ...more,
});
const read = (begin: number, end: number, length: number, ...values: string[]): Read => ({
  ...{ kind: 'read', begin, end, length, values },
});
const over = (expected: number, revision = expected + 1): Partial<Write> => ({ expected, revision });
const refused = (expected: number, revision: number): Partial<Write> => ({ outcome: 'refused', expected, revision });
const unknown = { outcome: 'unknown' } as const;

const BORN = write(0, 1, 'A', { revision: 1 });

const flawsIn = (operations: readonly Operation[], log: readonly string[]): Flaw[] => [
  ...new Set(findingsIn(operations, log).map(({ flaw }) => flaw)),
];

/** Histories made by hand, each with the flaws that it has and no others. */
const BAD: readonly [what: string, flaws: Flaw[], operations: readonly Operation[], log: readonly string[]][] = [
  [
    'two writers replace the same revision, and one of them is overwritten',
    ['lost write'],
    [BORN, write(2, 5, 'B', over(1)), write(3, 4, 'C', over(1))],
    ['A', 'C'],
  ],
  [
    'two writers replace the same revision, one after the other',
    ['write over another revision', 'wrong revision'],
    [BORN, write(2, 5, 'B', over(1)), write(3, 4, 'C', over(1))],
    ['A', 'B', 'C'],
  ],
  [
    'a write that was not answered takes effect twice',
    ['doubled write'],
    [BORN, write(2, Infinity, 'B', unknown), write(3, 4, 'C')],
    ['A', 'B', 'C', 'B'],
  ],
  [
    'a read that begins after a write has ended shows the value before it',
    ['stale read'],
    [BORN, write(2, 3, 'B', over(1)), read(4, 5, 1, 'A')],
    ['A', 'B'],
  ],
  [
    'of two reads while a write runs, the second shows less than the first',
    ['stale read'],
    [BORN, write(2, 9, 'B', over(1)), read(3, 4, 2, 'B'), read(5, 6, 1, 'A')],
    ['A', 'B'],
  ],
  [
    'a read shows a value that is never there again',
    ['read beside the log'],
    [BORN, write(2, 9, 'B', { outcome: 'refused' }), read(3, 4, 2, 'B')],
    ['A'],
  ],
  [
    'a read shows a write that has not begun',
    ['seen before it began'],
    [BORN, read(2, 3, 2, 'B'), write(4, 5, 'B', over(1))],
    ['A', 'B'],
  ],
  [
    'a write is placed before one that had ended',
    ['written out of order'],
    [BORN, write(2, 3, 'B'), write(4, 5, 'C')],
    ['A', 'C', 'B'],
  ],
  [
    'a write without an answer is placed before one that had ended',
    ['written out of order'],
    [BORN, write(2, 3, 'B'), write(4, Infinity, 'C', unknown)],
    ['A', 'C', 'B'],
  ],
  [
    'a refused write takes effect',
    ['refused write took effect'],
    [BORN, write(2, 3, 'B', over(1)), write(4, 5, 'C', refused(1, 2))],
    ['A', 'B', 'C'],
  ],
  [
    'a write is refused over the revision that it expects',
    ['needless refusal'],
    [BORN, write(2, 3, 'B', refused(1, 1))],
    ['A'],
  ],
  [
    'a refusal has an older revision than a read before it',
    ['stale read'],
    [BORN, write(2, 3, 'B', over(1)), write(4, 5, 'C', over(2)), write(6, 7, 'D', refused(1, 2))],
    ['A', 'B', 'C'],
  ],
  [
    'a write without an answer replaces another revision than it expected',
    ['write over another revision'],
    [BORN, write(2, 3, 'B', over(1)), write(4, Infinity, 'C', { ...unknown, expected: 1 })],
    ['A', 'B', 'C'],
  ],
  [
    'the log has a value of nobody',
    ['unwritten value', 'wrong revision'],
    [BORN, write(2, 3, 'B', { revision: 2 })],
    ['A', 'X', 'B'],
  ],
  ['an appended comment is lost', ['lost write'], [write(0, 1, 'A'), write(2, 3, 'B')], ['B']],
  [
    'a list of comments lacks one in its middle',
    ['read beside the log'],
    [write(0, 1, 'A'), write(0, 2, 'B'), write(0, 3, 'C'), read(2, 6, 2, 'A', 'C')],
    ['A', 'B', 'C'],
  ],
  [
    'a list of comments has two of them the other way round',
    ['read beside the log'],
    [write(0, 1, 'A'), write(0, 1, 'B'), read(2, 3, 2, 'B', 'A')],
    ['A', 'B'],
  ],
  [
    'a list of comments lacks the last one, which had been answered',
    ['stale read'],
    [write(0, 1, 'A'), write(0, 1, 'B'), read(2, 3, 1, 'A')],
    ['A', 'B'],
  ],
];

it.each(BAD)('A history is refused in which %s', (_what, flaws, operations, log) => {
  expect(flawsIn(operations, log).sort()).toEqual(flaws);
});

it('A history is accepted in which overlapping operations have some order', () => {
  const operations = [
    BORN,
    write(2, 9, 'B', over(1)),
    read(3, 4, 1, 'A'),
    read(5, 6, 2, 'B'),
    write(7, 8, 'C', refused(1, 2)),
    write(10, Infinity, 'D', unknown),
    read(11, 12, 2, 'B'),
    write(13, 14, 'E', over(3)),
    write(15, Infinity, 'F', unknown),
  ];
  expect(findingsIn(operations, ['A', 'B', 'D', 'E'])).toEqual([]);
});

/** Looks for a legal order of the operations by trying all of them. */
function hasOrder(operations: readonly Operation[], log: readonly string[], soFar: readonly string[] = []): boolean {
  const firstEnd = Math.min(...operations.map(({ end }) => end));
  if (operations.every((operation) => operation.kind === 'write' && operation.outcome === 'unknown')) {
    if (soFar.join() === log.join()) return true;
  }
  return operations.some((operation, at) => {
    if (operation.begin > firstEnd) return false;
    const after = stepped(operation, soFar);
    return after !== undefined && hasOrder(operations.toSpliced(at, 1), log, after);
  });
}

/** Returns the log after an operation, or nothing when its answer is wrong there. */
function stepped(operation: Operation, soFar: readonly string[]): readonly string[] | undefined {
  const { length } = soFar;
  if (operation.kind === 'read') {
    const { values } = operation;
    const isRight = operation.length === length && values.join() === soFar.slice(length - values.length).join();
    return isRight ? soFar : undefined;
  }
  const { outcome, expected, revision, value } = operation;
  if (outcome === 'refused') {
    const isRight = revision === undefined || (revision === length && expected !== length);
    return isRight ? soFar : undefined;
  }
  const isRight = (expected ?? length) === length && (revision ?? length + 1) === length + 1;
  return isRight ? [...soFar, value] : undefined;
}

/** A history of a log that works, of which some parts are then changed at random. */
function randomHistory(chance: Chance): { operations: Operation[]; log: string[] } {
  const log: string[] = [];
  const operations = Array.from({ length: 1 + chance.below(6) }, (_, at): Operation => {
    const begin = at * 3 - chance.below(8);
    const end = at * 3 + 1 + chance.below(8);
    const value = String.fromCharCode(65 + at);
    const { length } = log;
    const fate = chance.below(5);
    if (fate === 0) return read(begin, end, length, ...log.slice(chance.below(length + 1)));
    if (fate === 1) return write(begin, end, value, refused(length + 1 + chance.below(2), length));
    const isApplied = fate !== 2 || chance.once(2);
    const condition = chance.once(2) ? { expected: length } : {};
    if (isApplied) log.push(value);
    if (fate === 2) return write(begin, Infinity, value, { ...unknown, ...condition });
    return write(begin, end, value, { ...condition, ...(chance.once(2) && { revision: length + 1 }) });
  });
  const move = (): number => chance.of([-1, 1]);
  const changed = operations.map((operation): Operation => {
    if (!chance.once(6)) return operation;
    if (chance.once(3)) return { ...operation, begin: operation.begin + 3, end: operation.end + 3 };
    if (operation.kind === 'read')
      return { ...operation, length: Math.max(operation.values.length, operation.length + move()) };
    const { revision, expected } = operation;
    if (revision !== undefined) return { ...operation, revision: Math.max(0, revision + move()) };
    return expected === undefined ? { ...operation, outcome: 'done' } : { ...operation, expected: expected + move() };
  });
  if (log.length > 1 && chance.once(8)) log.splice(chance.below(log.length), 1);
  return { operations: changed.map((operation) => ({ ...operation })), log };
}

it('The checker agrees with a search through all orders of small histories', () => {
  const chance = new Chance(seed);
  const counts = { accepted: 0, refused: 0 };
  for (let round = 0; round < 3_000; round += 1) {
    const { operations, log } = randomHistory(chance);
    const isAccepted = findingsIn(operations, log).length === 0;
    if (isAccepted !== hasOrder(operations, log))
      throw new Error(JSON.stringify({ isAccepted, operations, log }, null, 1));
    counts[isAccepted ? 'accepted' : 'refused'] += 1;
  }
  expect({ accepted: counts.accepted > 500, refused: counts.refused > 500 }).toEqual({ accepted: true, refused: true });
});
