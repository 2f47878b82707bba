import { MemoryCounter } from './memory-counter.js';

describe('A counter in memory', () => {
  const countIn = async (counter: MemoryCounter, key: string) => (await counter.get(key))?.consumedPoints ?? 0;

  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-03-02T09:00:00.000Z') }));
  afterEach(() => jest.useRealTimers());

  it('counts, and shows the rest of the window', async () => {
    const counter = new MemoryCounter(30);
    expect(await counter.penalty('a')).toEqual({ consumedPoints: 1, msBeforeNext: 30_000 });
    jest.advanceTimersByTime(29_999);
    expect(await counter.penalty('a')).toEqual({ consumedPoints: 2, msBeforeNext: 1 });
    expect(await counter.penalty('b')).toEqual({ consumedPoints: 1, msBeforeNext: 30_000 });
    jest.advanceTimersByTime(1);
    expect(await counter.penalty('a')).toEqual({ consumedPoints: 1, msBeforeNext: 30_000 });
    expect(await counter.get('b')).toEqual({ consumedPoints: 1, msBeforeNext: 29_999 });
  });

  it('takes back no more than was counted in this window', async () => {
    const counter = new MemoryCounter(30);
    await counter.reward('a');
    expect(await countIn(counter, 'a')).toBe(0);
    for (const key of ['a', 'a', 'b']) await counter.penalty(key);
    for (let times = 0; times < 3; times += 1) await counter.reward('a');
    expect(await countIn(counter, 'a')).toBe(0);
    expect([await counter.delete('b'), await counter.delete('b')]).toEqual([true, false]);
    expect(await counter.penalty('a')).toMatchObject({ consumedPoints: 1 });
    jest.advanceTimersByTime(30_000);
    await counter.reward('a');
    expect(await counter.penalty('a')).toMatchObject({ consumedPoints: 1 });
  });

  it('forgets the key whose window began first when there are too many', async () => {
    const counter = new MemoryCounter(30, 3);
    for (const key of ['a', 'b', 'a', 'c', 'd']) await counter.penalty(key);
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => countIn(counter, key)))).toEqual([0, 1, 1, 1]);
  });

  it('keeps a key that began a new window rather than one that began before it', async () => {
    const counter = new MemoryCounter(30, 2);
    await counter.penalty('a');
    jest.advanceTimersByTime(20_000);
    await counter.penalty('b');
    jest.advanceTimersByTime(10_000);
    await counter.penalty('a');
    await counter.penalty('c');
    expect(await Promise.all(['a', 'b', 'c'].map((key) => countIn(counter, key)))).toEqual([1, 0, 1]);
  });

  it('never holds more keys than that, and after their windows no more than begin', async () => {
    const counter = new MemoryCounter(86_400, 100);
    for (let client = 0; client < 1_000; client += 1) await counter.penalty(`2001:db8:0:${client}::/64`);
    expect(counter.size).toBe(100);
    jest.advanceTimersByTime(86_400_000);
    for (let client = 0; client < 60; client += 1) await counter.penalty(`2001:db8:1:${client}::/64`);
    expect(counter.size).toBe(60);
    expect(jest.getTimerCount()).toBe(0);
  });
});
