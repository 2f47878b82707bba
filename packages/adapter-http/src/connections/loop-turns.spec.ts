import { LoopTurns } from './loop-turns.js';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Turns of the event loop', () => {
  it('do at most so much each, in the order it came', async () => {
    const turns = new LoopTurns(3);
    const done: number[] = [];
    const works = Array.from({ length: 8 }, (_, n) => () => {
      turns.count();
      done.push(n);
    });
    for (const work of works) turns.later(work);
    const seen: number[] = [];
    while (done.length < works.length) {
      await nextTurn();
      seen.push(done.length);
    }
    expect(seen).toEqual([3, 6, 8]);
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('are full once so much was done, and while others wait', async () => {
    const turns = new LoopTurns(2);
    expect(turns.isFull).toBe(false);
    turns.count();
    expect(turns.isFull).toBe(false);
    turns.count();
    expect(turns.isFull).toBe(true);
    await nextTurn();
    expect(turns.isFull).toBe(false);
    turns.later(() => undefined);
    expect(turns.isFull).toBe(true);
  });

  it('count work that came to nothing', async () => {
    const turns = new LoopTurns(2);
    turns.later(() => undefined);
    turns.later(() => undefined);
    let isFull = false;
    turns.later(() => (isFull = true));
    await nextTurn();
    expect(isFull).toBe(false);
    await nextTurn();
    expect(isFull).toBe(true);
  });

  it('leave out what is forgotten, also by the work before it, and do nothing twice', async () => {
    const turns = new LoopTurns(5);
    let calls = 0;
    const counted = (): void => void (calls += 1);
    const never = (): never => {
      throw new Error('This was forgotten.');
    };
    turns.later(counted);
    turns.later(counted);
    turns.later(() => {
      turns.forget(never);
    });
    turns.later(never);
    await nextTurn();
    await nextTurn();
    expect(calls).toBe(1);
  });
});
