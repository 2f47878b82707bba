import { EventEmitter } from 'node:events';
import { pino } from 'pino';
import { MemoryCounter } from '../rate-limits/memory-counter.js';
import type { FromWorker } from './messages.js';
import { workerCounters } from './worker-counters.js';

const WINDOW = 600;

/** A primary process that answers, or does not. It says that a hundred were counted by every key. */
class ScriptedPrimary extends EventEmitter {
  answers = true;
  asked = 0;

  send({ id }: FromWorker): boolean {
    this.asked += 1;
    const standing = { consumedPoints: 100, msBeforeNext: 1_000 };
    if (this.answers) this.emit('message', { worktrack: 'counted', id, standing });
    return true;
  }
}

const ownCounters = () => ({
  requests: new MemoryCounter(WINDOW),
  users: new MemoryCounter(WINDOW),
  organizations: new MemoryCounter(WINDOW),
  failures: new MemoryCounter(WINDOW),
  anonymous: new MemoryCounter(WINDOW),
  accounts: new MemoryCounter(WINDOW),
  addresses: new MemoryCounter(WINDOW),
  links: new MemoryCounter(WINDOW),
});

const SILENT = 'The primary process does not answer: each worker counts rate limits for itself.';
const BACK = 'The primary process answers again: rate limits are shared.';

describe('The counters of a worker', () => {
  let primary: ScriptedPrimary;
  let recorded: string[];
  let counters: ReturnType<typeof workerCounters>;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    primary = new ScriptedPrimary();
    recorded = [];
    const log = pino({}, { write: (line) => void recorded.push((JSON.parse(line) as { msg: string }).msg) });
    counters = workerCounters(ownCounters(), log, primary);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Counts as for one request. Returns the sum of its token. */
  const counting = async (): Promise<number> => {
    await counters.failures.get('192.0.2.1');
    const { consumedPoints } = await counters.requests.penalty('token');
    await counters.users.penalty('user');
    return consumedPoints;
  };

  /** Returns the sum of the token after one request, which waits for this number of milliseconds at most. */
  const request = async (milliseconds: number): Promise<number> => {
    const counted = counting();
    await jest.advanceTimersByTimeAsync(milliseconds);
    return counted;
  };

  it('are those of the primary process, which is asked each time', async () => {
    expect([await request(0), await request(0)]).toEqual([100, 100]);
    expect({ asked: primary.asked, recorded }).toEqual({ asked: 6, recorded: [] });
    expect(counters.requests.penaltyNow('token')).toBeUndefined();
    expect(counters.failures.isUntouched('192.0.2.1')).toBe(false);
  });

  it('cost one wait of 100 ms when the primary process is silent; then the worker counts for itself at once', async () => {
    primary.answers = false;
    let isCounted = false;
    const first = counting().finally(() => (isCounted = true));
    await jest.advanceTimersByTimeAsync(99);
    expect(isCounted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await first).toBe(1);
    for (let sum = 2; sum <= 20; sum += 1) expect(await request(0)).toBe(sum);
    expect({ asked: primary.asked, recorded }).toEqual({ asked: 1, recorded: [SILENT] });
  });

  it('ask the primary process again after five seconds, by one request, and are shared when it answers', async () => {
    primary.answers = false;
    await request(100);
    await jest.advanceTimersByTimeAsync(4_800);
    expect(await request(0)).toBe(2);
    expect(primary.asked).toBe(1);
    await jest.advanceTimersByTimeAsync(200);
    const counted = Promise.all([counting(), counting(), counting()]);
    await jest.advanceTimersByTimeAsync(100);
    expect({ asked: primary.asked, some: await counted }).toEqual({ asked: 2, some: [5, 3, 4] });
    primary.answers = true;
    await jest.advanceTimersByTimeAsync(5_000);
    await request(0);
    expect(await request(0)).toBe(100);
    expect(recorded).toEqual([SILENT, BACK]);
  });

  it('are those of the worker when no message can be sent', async () => {
    primary.send = (...[, , , sent]: unknown[]) => {
      (sent as (error: Error) => void)(new Error('The channel is closed.'));
      return false;
    };
    expect([await request(0), await request(0)]).toEqual([1, 2]);
    expect(await counters.accounts.delete('ada')).toBe(false);
    expect(recorded).toEqual([SILENT]);
  });
});
