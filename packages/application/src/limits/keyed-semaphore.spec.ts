import fc from 'fast-check';
import { Abandoned, Overloaded } from '../shared/faults.js';
import { RequestWork } from '../shared/request-work.js';
import { KEY_KINDS, KeyedSemaphore, type Bounds, type Owner, type Release } from './keyed-semaphore.js';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const WAITING = { process: 1_000, one: 1_000, timeout: 60_000 };

/**
 * Holders that a test has asked for. Each is named by its Organization, its user and its credential, and a number: `a1x #2` is the
 * second request of the credential `a1x` of the user `a1` of the Organization `a`.
 */
class Asked {
  readonly begun: string[] = [];
  readonly refused: string[] = [];
  private readonly releases = new Map<string, Release>();

  constructor(readonly semaphore: KeyedSemaphore) {}

  ask(...names: readonly string[]): void {
    for (const name of names) this.askWith(name);
  }

  askWith(name: string, work?: RequestWork, slots = 1): void {
    this.semaphore.take(ownerOf(name), work, slots).then(
      (release) => {
        this.begun.push(name);
        this.releases.set(name, release);
      },
      (error: unknown) => this.refused.push(`${name}: ${error instanceof Error ? error.message : ''}`),
    );
  }

  async end(name: string): Promise<void> {
    this.releases.get(name)?.();
    await settled();
  }
}

function ownerOf(name: string): Owner {
  const [credential = ''] = name.split(' ');
  return { credential, user: credential.slice(0, 2), organization: credential.charAt(0) };
}

const numbered = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${name} #${at + 1}`);

/** A semaphore with these bounds, in which many may wait. */
const asking = (bounds: Partial<Bounds>): Asked =>
  new Asked(new KeyedSemaphore({ of: 'reports', process: 100, waiting: WAITING, ...bounds }));

describe('The slots of a semaphore', () => {
  afterEach(() => jest.useRealTimers());

  it('are so many for the process; the others wait in the order of arrival', async () => {
    const asked = asking({ process: 3 });
    asked.ask(...numbered('a1', 6));
    await settled();
    expect(asked.begun).toEqual(['a1 #1', 'a1 #2', 'a1 #3']);
    await asked.end('a1 #2');
    await asked.end('a1 #1');
    expect(asked.begun.slice(3)).toEqual(['a1 #4', 'a1 #5']);
  });

  it.each([
    ['credential', ['a1x #1', 'a1x #2'], 'a1x #3', 'a1y #1'],
    ['user', ['a1x #1', 'a1y #1'], 'a1z #1', 'a2x #1'],
    ['organization', ['a1x #1', 'a2x #1'], 'a3x #1', 'b1x #1'],
  ] as const)('are so many for each %s, and all others go on', async (kind, two, third, other) => {
    const asked = asking({ [kind]: 2 });
    asked.ask(...two, third, other);
    await settled();
    expect(asked.begun).toEqual([...two, other]);
    expect(asked.semaphore.fullBound(ownerOf(third))).toBe(kind);
    await asked.end(two[0]);
    expect(asked.begun.at(-1)).toBe(third);
  });

  it('are so many for each network of visitors', () => {
    const semaphore = new KeyedSemaphore({ of: 'bodies', process: 100, network: 1 });
    expect(semaphore.tryTake({ network: '192.0.2.1' })).toBeInstanceOf(Function);
    expect(semaphore.tryTake({ network: '192.0.2.1' })).toBeUndefined();
    expect(semaphore.tryTake({ network: '192.0.2.2' })).toBeInstanceOf(Function);
  });

  it('are all for one Organization while no other one waits, and a part while one does', async () => {
    const asked = asking({ process: 4, organizationWhileOthersWait: 3 });
    asked.ask(...numbered('a1', 6), 'b1 #1', 'b1 #2');
    await settled();
    expect(asked.begun).toEqual(numbered('a1', 4));
    await asked.end('a1 #1');
    await asked.end('a1 #2');
    expect(asked.begun.slice(4)).toEqual(['b1 #1', 'b1 #2']);
    // Now that no other one waits, the Organization has the slots that the other one gives back.
    await asked.end('b1 #1');
    expect(asked.begun.at(-1)).toBe('a1 #5');
  });

  it('go round among Organizations, so that one with many users keeps no other one waiting', async () => {
    const asked = asking({ process: 1 });
    asked.ask(...Array.from({ length: 9 }, (_, user) => `a${user + 1} #1`), 'b1 #1');
    await settled();
    await asked.end('a1 #1');
    expect(asked.begun).toEqual(['a1 #1', 'b1 #1']);
  });

  it('go round among the users of an Organization, whatever credentials they have', async () => {
    const asked = asking({ process: 1 });
    asked.ask('a1x #1', 'a1y #1', 'a1z #1', 'a2x #1', 'a3x #1', 'a2y #1');
    const order = ['a1x #1', 'a2x #1', 'a3x #1', 'a1y #1', 'a2y #1', 'a1z #1'];
    for (const name of order) {
      await settled();
      await asked.end(name);
    }
    expect(asked.begun).toEqual(order);
  });

  it('of bytes go to those who fit: a large one does not hold up the others', async () => {
    const asked = asking({ process: 100, user: 40 });
    for (const name of ['a1 #1', 'a1 #2', 'b1 #1', 'c1 #1', 'd1 #1']) asked.askWith(name, undefined, 30);
    await settled();
    expect([asked.begun, asked.semaphore.takenCount]).toEqual([['a1 #1', 'b1 #1', 'c1 #1'], 90]);
    await asked.end('b1 #1');
    expect(asked.begun.at(-1)).toBe('d1 #1');
  });

  it('are given back once, however often that is said', () => {
    const semaphore = new KeyedSemaphore({ of: 'reports', process: 2, user: 2 });
    const release = semaphore.tryTake({ user: 'a' });
    semaphore.tryTake({ user: 'a' });
    for (let times = 0; times < 3; times += 1) release?.();
    expect(semaphore.takenCount).toBe(1);
    expect(semaphore.tryTake({ user: 'a' })).toBeInstanceOf(Function);
    expect(semaphore.tryTake({ user: 'a' })).toBeUndefined();
  });
});

describe('The wait for a slot', () => {
  afterEach(() => jest.useRealTimers());

  it('ends with a refusal after its time, and later requests go on', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const asked = asking({ process: 1, waiting: { ...WAITING, timeout: 5_000 } });
    asked.ask('a1 #1', 'b1 #1');
    jest.advanceTimersByTime(4_999);
    await settled();
    expect(asked.refused).toEqual([]);
    jest.advanceTimersByTime(1);
    await settled();
    expect(asked.refused).toEqual(['b1 #1: Other reports took too long.']);
    asked.ask('c1 #1');
    await asked.end('a1 #1');
    expect([asked.begun, asked.semaphore.waitingCount]).toEqual([['a1 #1', 'c1 #1'], 0]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends immediately with the work of the request, and the slot goes to the next one', async () => {
    const asked = asking({ process: 1 });
    const work = new RequestWork(60_000);
    asked.ask('a1 #1');
    asked.askWith('b1 #1', work);
    asked.ask('c1 #1');
    await settled();
    work.clientLeft();
    await settled();
    expect([asked.refused, asked.semaphore.waitingCount]).toEqual([['b1 #1: The client went away.'], 1]);
    await asked.end('a1 #1');
    expect(asked.begun).toEqual(['a1 #1', 'c1 #1']);
    await expect(asked.semaphore.take({}, work)).rejects.toBeInstanceOf(Abandoned);
  });

  it('is refused where too many wait already, in all or of one user or network', async () => {
    const asked = asking({ process: 1, waiting: { process: 4, one: 2, timeout: 60_000 } });
    asked.ask('a1 #1', 'a1 #2', 'a1 #3', 'a1 #4', 'a2 #1', 'b1 #1', 'c1 #1');
    await settled();
    expect(asked.refused).toEqual(['a1 #4: Too many reports wait.', 'c1 #1: Too many reports wait.']);
    const nobody = new KeyedSemaphore({ of: 'uploads', process: 1 });
    await nobody.take({});
    await expect(nobody.take({})).rejects.toBeInstanceOf(Overloaded);
  });

  it('in the queue itself has no end but that of its owner', () => {
    const semaphore = new KeyedSemaphore({ of: 'requests', process: 1 });
    const release = semaphore.tryTake({});
    const begun: string[] = [];
    semaphore.enqueue({}, 1, () => begun.push('first'))();
    semaphore.enqueue({}, 1, () => begun.push('second'));
    semaphore.serve();
    expect(begun).toEqual([]);
    release?.();
    expect(begun).toEqual(['second']);
  });
});

describe('A long queue', () => {
  /** Counts how often the semaphore looks at the keys of an owner. */
  const counted = (owner: Owner, looks: { count: number }): Owner =>
    new Proxy(owner, {
      get: (target, name) => {
        looks.count += 1;
        return target[name as keyof Owner];
      },
    });

  it('costs a request of another user the same, however many requests of a blocked one wait', () => {
    const costs = [10, 1_000].map((length) => {
      const semaphore = new KeyedSemaphore({ of: 'requests', process: 10, user: 1 });
      const looks = { count: 0 };
      const greedy = counted({ user: 'greedy', organization: 'a' }, looks);
      semaphore.tryTake(greedy);
      for (let n = 0; n < length; n += 1) semaphore.enqueue(greedy, 1, () => undefined);
      looks.count = 0;
      semaphore.tryTake({ user: 'other', organization: 'b' })?.();
      return looks.count;
    });
    expect(costs[1]).toBe(costs[0]);
    expect(costs[0]).toBeGreaterThan(0);
  });

  it('is left without a look at those who stay', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const looks = { count: 0 };
    const semaphore = new KeyedSemaphore({
      of: 'requests',
      process: 10,
      user: 1,
      organizationWhileOthersWait: 8,
      waiting: WAITING,
    });
    const greedy = counted({ user: 'greedy', organization: 'a' }, looks);
    semaphore.tryTake(greedy);
    const refused = Promise.allSettled(Array.from({ length: 500 }, () => semaphore.take(greedy)));
    await settled();
    looks.count = 0;
    jest.advanceTimersByTime(WAITING.timeout);
    await refused;
    expect(semaphore.waitingCount).toBe(0);
    expect(looks.count / 500).toBeLessThan(20);
    jest.useRealTimers();
  });

  it('counts the requests of a user over all Organizations', async () => {
    const asked = asking({ process: 1, waiting: { process: 10, one: 2, timeout: 60_000 } });
    const take = (organization: string) => asked.semaphore.take({ user: 'ada', organization });
    const first = await take('a');
    const waiting = ['a', 'b'].map(take);
    await expect(take('c')).rejects.toThrow('Too many reports wait.');
    first();
    // Both waits end here: a refusal after the end of the test would fail the next suite.
    for (const wait of waiting)
      void wait.then((release) => {
        release();
      });
    await Promise.all(waiting);
    expect(asked.semaphore.takenCount).toBe(0);
  });
});

describe('A semaphore with pauses', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  const PAUSE = { waiting: 8, milliseconds: 100 };
  const after = async (milliseconds: number): Promise<void> => {
    jest.advanceTimersByTime(milliseconds);
    await settled();
  };

  it('lets an Organization for which many wait pause as long as the last one took, and others go on', async () => {
    const asked = asking({ process: 2, organization: 1, pause: PAUSE });
    asked.ask(...numbered('a1', 10));
    await after(30);
    await asked.end('a1 #1');
    asked.ask('b1 #1');
    await after(29);
    expect(asked.begun).toEqual(['a1 #1', 'b1 #1']);
    await after(1);
    expect(asked.begun.at(-1)).toBe('a1 #2');
    // A long one is followed by a pause of a tenth of a second; where eight wait there is none.
    asked.ask('a1 #11');
    await after(5_000);
    await asked.end('a1 #2');
    await after(99);
    expect(asked.begun).toHaveLength(3);
    await after(1);
    expect(asked.begun.at(-1)).toBe('a1 #3');
    await asked.end('a1 #3');
    expect(asked.begun.at(-1)).toBe('a1 #4');
  });

  it('lets an Organization with two slots pause until the longer of two pauses has passed', async () => {
    const asked = asking({ process: 4, organization: 2, pause: PAUSE });
    asked.ask(...numbered('a1', 12));
    await after(40);
    await asked.end('a1 #1');
    await after(30);
    await asked.end('a1 #2');
    // The first pause would end after 40 ms, the second one ends after 70.
    await after(69);
    expect(asked.begun).toHaveLength(2);
    await after(1);
    expect(asked.begun).toEqual(['a1 #1', 'a1 #2', 'a1 #3', 'a1 #4']);
  });
});

describe(`Any sequence of requests (SEED=${seed})`, () => {
  const name = fc
    .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2'), fc.constantFrom('x', 'y'))
    .map((parts) => parts.join(''));
  const step = fc.oneof(
    fc.record({ kind: fc.constant('ask' as const), name, slots: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ kind: fc.constant('end' as const), at: fc.nat(50) }),
    fc.record({ kind: fc.constant('leave' as const), at: fc.nat(50) }),
  );
  const bounds = fc.record({
    process: fc.integer({ min: 6, max: 12 }),
    organization: fc.integer({ min: 5, max: 8 }),
    organizationWhileOthersWait: fc.integer({ min: 4, max: 5 }),
    user: fc.integer({ min: 3, max: 5 }),
    credential: fc.integer({ min: 3, max: 4 }),
  });

  it('exceeds no bound, loses no slot and leaves nobody waiting who fits', () => {
    fc.assert(
      fc.property(bounds, fc.array(step, { maxLength: 80 }), (given, steps) => {
        const semaphore = new KeyedSemaphore({ of: 'requests', ...given });
        const held: { owner: Owner; slots: number; release: Release }[] = [];
        const waiting: { owner: Owner; slots: number; leave: Release }[] = [];
        const sumOf = (kind: (typeof KEY_KINDS)[number], key: string | undefined): number =>
          held.reduce((sum, { owner, slots }) => (owner[kind] === key ? sum + slots : sum), 0);
        for (const each of steps) {
          if (each.kind === 'end') held.splice(each.at, 1)[0]?.release();
          if (each.kind === 'leave') waiting.splice(each.at, 1)[0]?.leave();
          if (each.kind === 'ask') {
            const { slots } = each;
            const owner = ownerOf(each.name);
            const entry = { owner, slots, leave: (): void => undefined };
            waiting.push(entry);
            entry.leave = semaphore.enqueue(owner, slots, (release) => {
              waiting.splice(waiting.indexOf(entry), 1);
              held.push({ owner, slots, release });
            });
          }
          semaphore.serve();
          expect(semaphore.takenCount).toBe(held.reduce((sum, { slots }) => sum + slots, 0));
          expect(semaphore.takenCount).toBeLessThanOrEqual(given.process);
          expect(semaphore.waitingCount).toBe(waiting.length);
          for (const { owner } of held)
            for (const kind of ['organization', 'user', 'credential'] as const)
              expect(sumOf(kind, owner[kind])).toBeLessThanOrEqual(given[kind]);
          // Of each user the one that came first does not fit, or its Organization is full for the first of another user.
          const firsts = new Map(waiting.toReversed().map(({ owner, slots }) => [owner.user, { owner, slots }]));
          const fulls = [...firsts.values()].map(({ owner, slots }) => ({
            owner,
            full: semaphore.fullBound(owner, slots),
          }));
          const isPassedOver = ({ organization }: Owner): boolean =>
            fulls.some(({ owner, full }) => owner.organization === organization && full === 'organization');
          expect(fulls.filter(({ owner, full }) => full === undefined && !isPassedOver(owner))).toEqual([]);
        }
        for (const { leave } of waiting) leave();
        for (const { release } of [...held]) release();
        expect([semaphore.takenCount, semaphore.waitingCount]).toEqual([0, 0]);
      }),
      { seed, numRuns: process.env.TEST_DEEP ? 5_000 : 100 },
    );
  });
});
