import { RateLimiterMemory } from 'rate-limiter-flexible';
import { BoundedCounter } from './bounded-counter.js';

describe('A bounded counter', () => {
  const countIn = async (counter: BoundedCounter, key: string) => (await counter.get(key))?.consumedPoints ?? 0;

  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-03-02T09:00:00.000Z') }));
  afterEach(() => jest.useRealTimers());

  it('forgets the key whose window began first when there are too many', async () => {
    const counter = new BoundedCounter(new RateLimiterMemory({ points: 5, duration: 30 }), 3);
    for (const key of ['a', 'b', 'a', 'c', 'd']) await counter.penalty(key);
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => countIn(counter, key)))).toEqual([0, 1, 1, 1]);
  });

  it('keeps a key that began a new window rather than one that began before it', async () => {
    const counter = new BoundedCounter(new RateLimiterMemory({ points: 5, duration: 30 }), 2);
    await counter.penalty('a');
    jest.advanceTimersByTime(20_000);
    await counter.penalty('b');
    jest.advanceTimersByTime(10_000);
    await counter.penalty('a');
    await counter.penalty('c');
    expect(await Promise.all(['a', 'b', 'c'].map((key) => countIn(counter, key)))).toEqual([1, 0, 1]);
  });

  it('never holds more keys than that, whatever the length of a window', async () => {
    const memory = new RateLimiterMemory({ points: 5, duration: 86_400 });
    const forgotten = jest.spyOn(memory, 'delete');
    const counter = new BoundedCounter(memory, 100);
    for (let client = 0; client < 1_000; client += 1) await counter.penalty(`2001:db8:0:${client}::/64`);
    expect(forgotten).toHaveBeenCalledTimes(900);
    expect(jest.getTimerCount()).toBe(100);
  });
});
