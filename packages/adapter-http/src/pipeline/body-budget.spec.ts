import { Overloaded } from '@worktrack/application';
import { BodyBudget } from './body-budget.js';

const LIMITS = { most: 100, mostOfOne: 40, mostWaiting: 3, longestWait: 30 };

/** Returns `true` for each promise that is resolved by now, and `false` for the others. */
async function resolved(promises: readonly Promise<unknown>[]): Promise<boolean[]> {
  const known = promises.map(() => false);
  promises.forEach((one, at) => void one.then(() => (known[at] = true)));
  await new Promise((later) => setImmediate(later));
  return known;
}

describe('Room for bodies', () => {
  it('is given back once, however often that is said', async () => {
    const budget = new BodyBudget(LIMITS);
    const release = await budget.take('a', 30);
    expect(budget.held).toBe(30);
    release();
    release();
    expect(budget.held).toBe(0);
  });

  it('is bounded for all, and for each owner', async () => {
    const budget = new BodyBudget({ ...LIMITS, longestWait: 5_000 });
    const all = ['a', 'a', 'b', 'c', 'd'].map((owner) => budget.take(owner, 30));
    expect(await resolved(all)).toEqual([true, false, true, true, false]);
    expect(budget.held).toBe(90);
    (await all[2]!)();
    // The second request of `a` was earlier, but `a` already has its share.
    expect(await resolved(all)).toEqual([true, false, true, true, true]);
    (await all[0]!)();
    expect(await resolved(all)).toEqual([true, true, true, true, true]);
    for (const one of all) (await one)();
    expect(budget.held).toBe(0);
  });

  it('is refused to a request that waits too long, and when too many wait', async () => {
    const budget = new BodyBudget(LIMITS);
    const release = await budget.take('a', 40);
    const waiting = [1, 2, 3].map(() => budget.take('a', 1));
    await expect(budget.take('a', 1)).rejects.toThrow(Overloaded);
    for (const one of waiting) await expect(one).rejects.toThrow(Overloaded);
    release();
    expect(budget.held).toBe(0);
    (await budget.take('a', 40))();
  });
});
