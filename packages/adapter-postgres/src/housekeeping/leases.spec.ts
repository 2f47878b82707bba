import { TestDatabase } from '../../test/test-database.js';

describe('A lease', () => {
  let database: TestDatabase;
  let one: Awaited<ReturnType<TestDatabase['ports']>>['leases'];
  let other: typeof one;

  beforeAll(async () => {
    database = await TestDatabase.create();
    ({ leases: one } = await database.ports());
    ({ leases: other } = await database.ports());
  });

  afterAll(() => database.drop());

  const done = () => Promise.resolve('done');

  it('is held by one process at a time, and free again when its work is over, however that ends', async () => {
    const inner = await one.hold('a', 60, async () => [
      await other.hold('a', 60, done),
      await other.hold('b', 60, done),
    ]);
    expect(inner).toEqual([undefined, 'done']);
    expect(await other.hold('a', 60, done)).toBe('done');
    await expect(one.hold('a', 60, () => Promise.reject(new Error('Broken.')))).rejects.toThrow('Broken.');
    expect(await other.hold('a', 60, done)).toBe('done');
  });

  it('passes to another process when it ran out, and its first holder cannot renew it', async () => {
    await one.hold('c', 60, async (lease) => {
      expect(await lease.renew()).toBe(true);
      await database.sql(`update leases set held_until = now() - interval '1 second' where name = 'c'`);
      expect(
        await other.hold('c', 60, async (taken) => {
          expect(await lease.renew()).toBe(false);
          return taken.renew();
        }),
      ).toBe(true);
    });
  });

  it('that ran out is kept by its holder when nobody took it', async () => {
    await one.hold('d', 60, async (lease) => {
      await database.sql(`update leases set held_until = now() - interval '1 second' where name = 'd'`);
      expect(await lease.renew()).toBe(true);
      expect(await other.hold('d', 60, done)).toBeUndefined();
    });
  });

  it('is taken by exactly one of many that ask together', async () => {
    let refused = 0;
    let tellWinner: () => void = () => undefined;
    const allOthersRefused = new Promise<void>((resolve) => (tellWinner = resolve));
    const ask = async (n: number) => {
      const outcome = await (n % 2 === 0 ? one : other).hold('e', 60, async () => {
        await allOthersRefused;
        return n;
      });
      if (outcome === undefined && (refused += 1) === 7) tellWinner();
      return outcome;
    };
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, n) => ask(n)));
    expect(outcomes.filter((n) => n !== undefined)).toHaveLength(1);
  });
});
