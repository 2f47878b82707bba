import { setTimeout as delay } from 'node:timers/promises';
import type { ServerLogger } from '../logging.js';
import { beginPurgingKeys, type Purging } from './purging.js';

describe('The purging of expired keys', () => {
  let purging: Purging | undefined;
  const lines: unknown[][] = [];
  const write = (...line: unknown[]) => lines.push(line);
  const log = { info: write, warn: write } as unknown as ServerLogger;

  beforeEach(() => {
    lines.length = 0;
  });
  afterEach(() => purging?.end());

  /** `purge` returns the answers one after the other, then 0; `done` resolves when all were taken. */
  function batches(...answers: (number | Error)[]): {
    purge: () => Promise<number>;
    calls: () => number;
    done: Promise<void>;
  } {
    let calls = 0;
    let finish: () => void;
    const done = new Promise<void>((resolve) => (finish = resolve));
    const purge = () => {
      calls += 1;
      const answer = answers.shift();
      if (answers.length === 0) finish();
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer ?? 0);
    };
    return { purge, calls: () => calls, done };
  }

  it('begins after a while, and goes on until a batch is empty', async () => {
    const { purge, calls, done } = batches(1_000, 1_000, 7, 0);
    purging = beginPurgingKeys(purge, log, { period: 50 });
    expect(calls()).toBe(0);
    await done;
    await purging.end();
    expect(calls()).toBe(4);
    expect(lines).toEqual([[{ purged: 2_007 }, expect.any(String)]]);
  });

  it('reports a failed batch, and tries again in the next round', async () => {
    const { purge, done } = batches(new Error('no database'), 3, 0);
    purging = beginPurgingKeys(purge, log, { period: 20 });
    await done;
    await purging.end();
    expect(lines).toEqual([
      [{ err: new Error('no database') }, expect.any(String)],
      [{ purged: 3 }, expect.any(String)],
    ]);
  });

  it('ends between two batches', async () => {
    let calls = 0;
    let begun: () => void;
    const first = new Promise<void>((resolve) => (begun = resolve));
    const endless = async () => {
      calls += 1;
      begun();
      await delay(10);
      return 1;
    };
    purging = beginPurgingKeys(endless, log, { period: 1 });
    await first;
    await purging.end();
    expect(calls).toBe(1);
    await delay(200);
    expect(calls).toBe(1);
  });

  it('deletes at most five batches in a round, and begins the next one early when there may be more', async () => {
    const waits: number[] = [];
    const wait = (milliseconds: number, then: () => void) => {
      waits.push(milliseconds);
      return setTimeout(then, 1);
    };
    const { purge, done } = batches(...Array<number>(7).fill(1_000), 0);
    purging = beginPurgingKeys(purge, log, { period: 60_000, random: () => 0.5, wait });
    await done;
    await purging.end();
    expect(lines).toEqual([
      [{ purged: 5_000 }, expect.any(String)],
      [{ purged: 2_000 }, expect.any(String)],
    ]);
    expect(waits.slice(0, 2)).toEqual([60_000, 5_000]);
  });

  it.each([
    [0, 45_000],
    [0.5, 60_000],
    [1, 75_000],
  ])('waits a random time, so that processes do not purge together: %d gives %i ms', (drawn, milliseconds) => {
    const waits: number[] = [];
    const wait = (time: number, then: () => void) => {
      waits.push(time);
      return setTimeout(then, time);
    };
    const { purge } = batches(0);
    purging = beginPurgingKeys(purge, log, { random: () => drawn, wait });
    expect(waits).toEqual([milliseconds]);
  });
});
