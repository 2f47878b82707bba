import type { OrganizationId, SprintId, WorkItemId } from '@worktrack/domain';
import { type SentStatement, type Value, statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';
import { Locks, SavepointLocks } from './locks.js';

const LOCK = statement('test.lock', 'select 1 for update');
const OTHER_LOCK = statement('test.other-lock', 'select 2 for update');
const [ACME, BETA] = ['acme', 'beta'] as [OrganizationId, OrganizationId];
const [A, B, C] = ['a', 'b', 'c'] as [WorkItemId, WorkItemId, WorkItemId];
const [S, T] = ['s', 't'] as [SprintId, SprintId];

const at = (second: number) => new Date(second * 1_000);
const nameAndValues = ({ statement: { name }, values }: SentStatement) => [name, values];

/** A session whose reads return what is queued, by the name of the statement, and which notes its round trips. */
class FakeSession {
  readonly trips: unknown[][] = [];
  readonly written: unknown[] = [];
  private readonly results = new Map<string, object[][]>();

  /** Queues the rows of the next execution of a statement whose name begins so. */
  returns(name: string, ...rows: object[]): this {
    this.results.set(name, [...(this.results.get(name) ?? []), rows]);
    return this;
  }

  private execute(sent: readonly SentStatement[]): object[][] {
    this.trips.push(sent.map(nameAndValues));
    return sent.map(({ statement: { name } }) => this.results.get(name)?.shift() ?? []);
  }

  rows(toSend: SentStatement['statement'], values: readonly Value[]): Promise<object[]> {
    return Promise.resolve(this.execute([{ statement: toSend, values }])[0] ?? []);
  }

  rowsOfEach(requests: readonly SentStatement[]): Promise<object[][]> {
    return Promise.resolve(this.execute(requests));
  }

  read(...requests: SentStatement[]): Promise<object[][]> {
    return Promise.resolve(this.execute(requests));
  }

  write(toSend: SentStatement['statement'], values: readonly Value[]): void {
    this.written.push([toSend.name, values]);
  }
}

const locksOf = (session: FakeSession) => new Locks(session as unknown as SqlTransaction);
const held = (organizationId: OrganizationId, ...ids: WorkItemId[]) => ids.map((id) => ({ id, organizationId }));
const list = (...ids: string[]) => JSON.stringify(ids.map((id) => ({ id })));

describe('The instant after the locks of a transaction', () => {
  it.each<[string, (locks: Locks) => void, unknown[][]]>([
    ['nothing', () => undefined, [['instant', []]]],
    [
      'one item',
      (locks) => {
        locks.hold(held(ACME, A));
      },
      [['instant.of-item', [ACME, A]]],
    ],
    [
      'one Sprint',
      (locks) => {
        locks.holdSprints(ACME, [S]);
      },
      [['instant.of-sprint', [ACME, S]]],
    ],
    [
      'one of each',
      (locks) => {
        locks.hold(held(ACME, A));
        locks.holdSprints(ACME, [S]);
      },
      [['instant.of-item-and-sprint', [ACME, A, S]]],
    ],
    [
      'one item twice',
      (locks) => {
        locks.hold(held(ACME, A));
        locks.hold(held(ACME, A));
      },
      [['instant.of-item', [ACME, A]]],
    ],
    [
      'items',
      (locks) => {
        locks.hold(held(ACME, A, B));
      },
      [['instant.of-items', [ACME, list(A, B)]]],
    ],
    [
      'items and a Sprint',
      (locks) => {
        locks.hold(held(ACME, A, B));
        locks.holdSprints(ACME, [S]);
      },
      [['instant.of-items-and-sprints', [ACME, list(A, B), list(S)]]],
    ],
    [
      'an item and Sprints',
      (locks) => {
        locks.hold(held(ACME, A));
        locks.holdSprints(ACME, [S, T]);
      },
      [['instant.of-items-and-sprints', [ACME, list(A), list(S, T)]]],
    ],
    [
      'Sprints',
      (locks) => {
        locks.holdSprints(ACME, [S, T]);
      },
      [['instant.of-items-and-sprints', [ACME, list(), list(S, T)]]],
    ],
    [
      'a set',
      (locks) => {
        locks.holdSet('sprint', [ACME, 'p', S]);
      },
      [['instant.with-set.sprint', [ACME, 'p', S, list(), list()]]],
    ],
    [
      'a set beside an item and a Sprint',
      (locks) => {
        locks.holdSet('tree', [ACME, 'p', A]);
        locks.hold(held(ACME, B));
        locks.holdSprints(ACME, [T]);
      },
      [['instant.with-set.tree', [ACME, 'p', A, list(B), list(T)]]],
    ],
    [
      'items of two Organizations',
      (locks) => {
        locks.hold([...held(ACME, A), ...held(BETA, B)]);
      },
      [
        ['instant.of-item', [ACME, A]],
        ['instant.of-item', [BETA, B]],
      ],
    ],
    [
      'an item and a Sprint of another Organization',
      (locks) => {
        locks.hold(held(ACME, A));
        locks.holdSprints(BETA, [S]);
      },
      [
        ['instant.of-item', [ACME, A]],
        ['instant.of-sprint', [BETA, S]],
      ],
    ],
    [
      'a set and an item of another Organization',
      (locks) => {
        locks.holdSet('sprint', [ACME, 'p', S]);
        locks.hold(held(BETA, B));
      },
      [
        ['instant.of-item', [BETA, B]],
        ['instant.with-set.sprint', [ACME, 'p', S, list(), list()]],
      ],
    ],
  ])('is read once, after the records of what is held: %s', async (_, hold, requests) => {
    const session = new FakeSession();
    for (const [index, [name]] of requests.entries()) session.returns(name as string, { instant: at(index) });
    const locks = locksOf(session);
    hold(locks);
    const instant = await locks.instant();
    expect(instant).toEqual(at(requests.length - 1));
    expect(await locks.instant()).toBe(instant);
    expect(session.trips).toEqual([requests]);
  });

  it('is the latest of several Organizations, whichever that is', async () => {
    const session = new FakeSession()
      .returns('instant.of-item', { instant: at(9) })
      .returns('instant.of-item', { instant: at(3) });
    const locks = locksOf(session);
    locks.hold([...held(ACME, A), ...held(BETA, B)]);
    expect(await locks.instant()).toEqual(at(9));
  });

  it('is a fault when the database returns none, or none of one Organization', async () => {
    await expect(locksOf(new FakeSession()).instant()).rejects.toThrow('The database returned no time.');
    const locks = locksOf(new FakeSession().returns('instant.of-item', { instant: at(1) }));
    locks.hold([...held(ACME, A), ...held(BETA, B)]);
    await expect(locks.instant()).rejects.toThrow('The database returned no time.');
  });

  it('ends the time of locks: a row that is locked later may have a later record', async () => {
    const session = new FakeSession().returns('instant', { instant: at(1) });
    const locks = locksOf(session);
    await locks.instant();
    const late = 'A lock was asked for after the instant was read.';
    await expect(locks.take(LOCK, [])).rejects.toThrow(late);
    await expect(locks.takeLast(ACME, LOCK, [])).rejects.toThrow(late);
    await expect(locks.takeOne(ACME, { statement: LOCK, values: [] }, { statement: LOCK, values: [] })).rejects.toThrow(
      late,
    );
    await expect(locks.follow(Promise.resolve({ instant: at(2) }))).rejects.toThrow(late);
    expect(() => {
      locks.takeWithNext(LOCK, []);
    }).toThrow(late);
    expect([session.trips.length, session.written.length]).toEqual([1, 0]);
  });

  it('follows one set only', () => {
    const locks = locksOf(new FakeSession());
    locks.holdSet('sprint', [ACME, 'p', S]);
    expect(() => {
      locks.holdSet('tree', [ACME, 'p', A]);
    }).toThrow('A transaction holds one set of Work Items.');
  });
});

describe('A lock that is probably the last one', () => {
  it('reads the instant in the same round trip', async () => {
    const session = new FakeSession().returns('test.lock', { id: A }).returns('instant.of-item', { instant: at(5) });
    const locks = locksOf(session);
    expect(await locks.takeLast(ACME, LOCK, ['v'], [A])).toEqual([{ id: A }]);
    expect(await locks.instant()).toEqual(at(5));
    expect(session.trips).toEqual([
      [
        ['test.lock', ['v']],
        ['instant.of-item', [ACME, A]],
      ],
    ]);
  });

  it('holds nothing when it is of no items', async () => {
    const session = new FakeSession().returns('instant', { instant: at(5) });
    await locksOf(session).takeLast(ACME, LOCK, []);
    expect(session.trips).toEqual([
      [
        ['test.lock', []],
        ['instant', []],
      ],
    ]);
  });

  it.each<[string, (locks: Locks) => unknown]>([
    ['take', (locks) => locks.take(OTHER_LOCK, [])],
    [
      'takeWithNext',
      (locks) => {
        locks.takeWithNext(OTHER_LOCK, []);
      },
    ],
  ])('has to be read after again when %s takes another one', async (_, takeAnother) => {
    const session = new FakeSession()
      .returns('instant.of-item', { instant: at(5) })
      .returns('instant.of-item', { instant: at(8) });
    const locks = locksOf(session);
    await locks.takeLast(ACME, LOCK, [], [A]);
    await takeAnother(locks);
    expect(await locks.instant()).toEqual(at(8));
  });

  it('is taken where all rows that are held belong to one Organization', async () => {
    const locks = locksOf(new FakeSession());
    locks.hold(held(BETA, B));
    await expect(locks.takeLast(ACME, LOCK, [], [A])).rejects.toThrow('Rows of several Organizations are held.');
  });
});

describe('The lock of one Work Item with a read under it', () => {
  const lock = { statement: LOCK, values: ['l'] };
  const read = { statement: OTHER_LOCK, values: ['r'] };
  const sessionWith = (...found: object[]) =>
    new FakeSession().returns('test.lock', { id: A }).returns('test.other-lock', ...found);

  it('takes its instant from the row when it is the only lock', async () => {
    const row = { instant: '1970-01-01T00:00:07.000Z' };
    const session = sessionWith(row);
    const locks = locksOf(session);
    expect(await locks.takeOne(ACME, lock, read)).toEqual([[{ id: A }], [row]]);
    expect(await locks.instant()).toEqual(at(7));
    expect(session.trips).toEqual([
      [
        ['test.lock', ['l']],
        ['test.other-lock', ['r']],
      ],
    ]);
  });

  it.each<[string, (locks: Locks) => void, string, unknown[]]>([
    [
      'an item',
      (locks) => {
        locks.hold(held(ACME, B));
      },
      'instant.of-items',
      [ACME, list(B, A)],
    ],
    [
      'a Sprint',
      (locks) => {
        locks.holdSprints(ACME, [S]);
      },
      'instant.of-item-and-sprint',
      [ACME, A, S],
    ],
    [
      'a set',
      (locks) => {
        locks.holdSet('sprint', [ACME, 'p', S]);
      },
      'instant.with-set.sprint',
      [ACME, 'p', S, list(A), list()],
    ],
  ])('reads its instant later when %s is held too', async (_, hold, name, values) => {
    const session = sessionWith({ instant: '1970-01-01T00:00:07.000Z' }).returns(name, { instant: at(9) });
    const locks = locksOf(session);
    hold(locks);
    await locks.takeOne(ACME, lock, read);
    expect(await locks.instant()).toEqual(at(9));
    expect(session.trips.at(-1)).toEqual([[name, values]]);
  });

  it('reads its instant later when no row was found', async () => {
    const session = sessionWith().returns('instant.of-item', { instant: at(9) });
    const locks = locksOf(session);
    await locks.takeOne(ACME, lock, read);
    expect(await locks.instant()).toEqual(at(9));
  });
});

describe('A transaction that follows what another connection took', () => {
  const taken = (second: number) => Promise.resolve({ instant: at(second) });

  it('has its instant where it holds nothing, without a round trip', async () => {
    const session = new FakeSession();
    const locks = locksOf(session);
    expect(await locks.follow(taken(4))).toEqual({ instant: at(4) });
    expect([await locks.instant(), session.trips]).toEqual([at(4), []]);
  });

  it.each<[string, (locks: Locks) => void, string]>([
    [
      'an item',
      (locks) => {
        locks.hold(held(ACME, A));
      },
      'instant.of-item',
    ],
    [
      'a Sprint',
      (locks) => {
        locks.holdSprints(ACME, [S]);
      },
      'instant.of-sprint',
    ],
    [
      'a set',
      (locks) => {
        locks.holdSet('sprint', [ACME, 'p', S]);
      },
      'instant.with-set.sprint',
    ],
  ])('has the later of both instants where it holds %s', async (_, hold, name) => {
    for (const [own, others, expected] of [
      [3, 4, 4],
      [5, 4, 5],
    ] as const) {
      const locks = locksOf(new FakeSession().returns(name, { instant: at(own) }));
      hold(locks);
      await locks.follow(taken(others));
      expect(await locks.instant()).toEqual(at(expected));
    }
  });

  it('does not read again what the last lock has read', async () => {
    const session = new FakeSession().returns('instant.of-item', { instant: at(6) });
    const locks = locksOf(session);
    await locks.takeLast(ACME, LOCK, [], [A]);
    await locks.follow(taken(4));
    expect([await locks.instant(), session.trips.length]).toEqual([at(6), 1]);
  });
});

describe('Locks', () => {
  it('are found again by statement and values, also those that are sent with the next read', async () => {
    const session = new FakeSession().returns('test.lock', { id: A });
    const locks = locksOf(session);
    await locks.take(LOCK, ['x']);
    locks.takeWithNext(OTHER_LOCK, ['y']);
    expect(locks.foundBy(LOCK, ['x'])).toEqual([{ id: A }]);
    expect(locks.foundBy(OTHER_LOCK, ['y'])).toEqual([]);
    expect([locks.foundBy(LOCK, ['y']), locks.foundBy(OTHER_LOCK, ['x'])]).toEqual([undefined, undefined]);
    expect(session.written).toEqual([['test.other-lock', ['y']]]);
  });
});

describe('Locks within a savepoint', () => {
  const opened = async () => {
    const [outer, inner] = [new FakeSession().returns('test.lock', { id: A }), new FakeSession()];
    const locks = locksOf(outer);
    await locks.take(LOCK, ['x']);
    return { outer, inner, locks, within: new SavepointLocks(inner as unknown as SqlTransaction, locks) };
  };

  it('are not taken again, and their rows are those of before', async () => {
    const { inner, within } = await opened();
    expect(await within.take(LOCK, ['x'])).toEqual([{ id: A }]);
    within.takeWithNext(LOCK, ['x']);
    expect([inner.trips, inner.written]).toEqual([[], []]);
  });

  it('are taken where the transaction has not taken them', async () => {
    const { inner, within } = await opened();
    inner.returns('test.lock', { id: B }).returns('test.lock', { id: C });
    expect(await within.take(LOCK, ['y'])).toEqual([{ id: B }]);
    within.takeWithNext(OTHER_LOCK, ['z']);
    expect(await within.takeLast(ACME, LOCK, ['z'])).toEqual([{ id: C }]);
    expect(inner.trips).toEqual([[['test.lock', ['y']]], [['test.lock', ['z']]]]);
    expect(inner.written).toEqual([['test.other-lock', ['z']]]);
  });

  it('have the instant of the transaction', async () => {
    const { outer, inner, within, locks } = await opened();
    outer.returns('instant', { instant: at(2) });
    expect(await within.instant()).toBe(await locks.instant());
    expect(inner.trips).toEqual([]);
  });
});
