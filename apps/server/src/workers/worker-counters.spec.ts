import { EventEmitter } from 'node:events';
import { QuotaExhausted } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import { pino } from 'pino';
import { memoryCounters } from '../rate-limits/memory-counters.js';
import { WindowSignInThrottle } from '../rate-limits/sign-in-throttle.js';
import { WindowRateLimiter } from '../rate-limits/window-rate-limiter.js';
import type { FromWorker } from './messages.js';
import { PrimaryCounters } from './primary-counters.js';
import { workerCounters } from './worker-counters.js';

const LIMITS = {
  enabled: true,
  windowSeconds: 600,
  requests: 1_000,
  userRequests: 1_000,
  organizationRequests: 0,
  textBytesPerMinute: 60_000,
  failures: 1_000,
  anonymous: 1_000,
};

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

/** A primary process that really counts, and takes that long for each answer. */
class SlowPrimary extends EventEmitter {
  constructor(
    private readonly counters: PrimaryCounters,
    private readonly milliseconds: number,
  ) {
    super();
  }

  send(message: FromWorker): boolean {
    if (message.worktrack !== 'count') return true;
    const { id } = message;
    setTimeout(() => {
      void this.counters
        .count(message)
        .then((standing) => this.emit('message', { worktrack: 'counted', id, standing }));
    }, this.milliseconds);
    return true;
  }
}

const SILENT = 'The primary process does not answer: each worker counts rate limits for itself.';
const REFUSED = 'Sign-ins are refused: their failures cannot be counted.';
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
    counters = workerCounters(memoryCounters(LIMITS), log, primary);
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
    expect(recorded).toEqual([SILENT]);
  });
});

describe('Search text at two workers', () => {
  it('is counted together: a user who has used up the window at one of them is refused at the other', async () => {
    const shared = new PrimaryCounters(LIMITS);
    const [here, there] = [0, 0].map(
      (slow) =>
        new WindowRateLimiter(
          workerCounters(memoryCounters(LIMITS), pino({ enabled: false }), new SlowPrimary(shared, slow)),
          LIMITS,
        ),
    );
    const ada = 'ada' as UserId;
    here?.spendText(ada, LIMITS.textBytesPerMinute);
    await new Promise((resolve) => setTimeout(resolve, 20));
    // The first text at the other worker learns the sum, and the next one is refused.
    there?.spendText(ada, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(() => there?.spendText(ada, 1)).toThrow(QuotaExhausted);
    expect(() => here?.spendText(ada, 1)).toThrow(QuotaExhausted);
  });
});

describe('Attempts to sign in at a worker', () => {
  let recorded: string[];
  const log = pino({}, { write: (line) => void recorded.push((JSON.parse(line) as { msg: string }).msg) });
  const throttleBy = (primary: SlowPrimary | ScriptedPrimary) =>
    new WindowSignInThrottle(workerCounters(memoryCounters(LIMITS), log, primary), true);

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    recorded = [];
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are ten of thirty at the same time at two workers, while the primary process takes seconds for each answer', async () => {
    const shared = new PrimaryCounters(LIMITS);
    const workers = [4_500, 3_000].map((slow) => throttleBy(new SlowPrimary(shared, slow)));
    const attempts = Promise.all(
      Array.from({ length: 30 }, (_, n) => workers[n % 2]!.byPassword('ada@example.org', '192.0.2.1')),
    );
    await jest.advanceTimersByTimeAsync(3 * 4_500);
    expect((await attempts).filter(({ allowed }) => allowed)).toHaveLength(10);
    expect(recorded).toEqual([]);
  });

  it('are refused, and not counted alone, when the primary process does not answer within five seconds', async () => {
    const primary = new ScriptedPrimary();
    primary.answers = false;
    const throttle = throttleBy(primary);
    let isRefused = false;
    const first = throttle.byPassword('ada@example.org', '192.0.2.1').catch((error: unknown) => {
      isRefused = true;
      return error;
    });
    await jest.advanceTimersByTimeAsync(4_999);
    expect(isRefused).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect(await first).toEqual(new QuotaExhausted('Sign-ins cannot be counted at the moment: try again soon.', 5));
    // Nobody asks for five seconds: all are refused without a wait.
    for (let n = 0; n < 20; n += 1) await expect(throttle.byLink('192.0.2.1')).rejects.toThrow(QuotaExhausted);
    expect({ asked: primary.asked, recorded }).toEqual({ asked: 1, recorded: [REFUSED] });
    primary.answers = true;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await throttle.byLink('192.0.2.1')).toMatchObject({ allowed: false });
    expect(recorded).toEqual([REFUSED, 'Sign-ins are counted again.']);
  });

  it('that succeeded stay counted when the primary process falls silent', async () => {
    const primary = new SlowPrimary(new PrimaryCounters(LIMITS), 0);
    const attempt = throttleBy(primary).byLink('192.0.2.1');
    await jest.advanceTimersByTimeAsync(0);
    primary.send = () => true;
    const succeeded = (await attempt).succeeded();
    await jest.advanceTimersByTimeAsync(5_000);
    await expect(succeeded).resolves.toBeUndefined();
  });
});
