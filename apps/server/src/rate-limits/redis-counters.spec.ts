import type { AccessTokenId, UserId } from '@worktrack/domain';
import { pino } from 'pino';
import { ScriptedRedis } from '../../test/scripted-redis.js';
import { openRateLimiter } from './open-rate-limiter.js';

const LIMITS = {
  enabled: true,
  windowSeconds: 30,
  requests: 1_000,
  userRequests: 3_000,
  organizationRequests: 0,
  textBytesPerMinute: 60_000,
  failures: 1_000,
  anonymous: 4,
};
const ADA = { token: { id: 'token-of-ada' as AccessTokenId }, user: { id: 'ada' as UserId } };

describe('Rate limits in Redis', () => {
  const redis = new ScriptedRedis();
  let recorded: string[];
  let opened: Awaited<ReturnType<typeof openRateLimiter>>;

  beforeEach(async () => {
    recorded = [];
    redis.answers = true;
    const log = pino({}, { write: (line) => void recorded.push((JSON.parse(line) as { msg: string }).msg) });
    opened = await openRateLimiter({ redisUrl: await redis.listen(), rateLimits: LIMITS }, log);
  });
  afterEach(async () => {
    opened.close();
    await redis.close();
  });

  /** Asks until an answer comes from Redis: there the count is always one. */
  const untilShared = async (): Promise<void> => {
    await opened.limiter.countRequest(ADA);
    while ((await opened.limiter.countRequest(ADA)).remaining !== LIMITS.requests - 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const request = async (): Promise<void> => {
    await opened.limiter.failuresOf('192.0.2.1');
    await opened.limiter.countRequest(ADA);
  };

  /** Waits until the condition is true; the time limit of the test ends it otherwise. */
  const eventually = async (isTrue: () => boolean): Promise<void> => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('cost three round trips per request: one to look, one to count for the token and one for its user', async () => {
    await untilShared();
    redis.exchanges = 0;
    await request();
    expect(redis.exchanges).toBe(3);
    await opened.limiter.countFailure('192.0.2.1');
    expect(redis.exchanges).toBe(4);
  });

  it('cost one wait, not two a request, when Redis falls silent; they are shared again when it answers', async () => {
    await untilShared();
    redis.answers = false;
    redis.exchanges = 0;
    for (let n = 0; n < 20; n += 1) await request();
    expect(redis.exchanges).toBe(1);
    expect(recorded).toEqual(['Redis does not answer: rate limits are counted by each replica for itself.']);

    redis.answers = true;
    await untilShared();
    expect(recorded).toHaveLength(2);
    expect(recorded[1]).toBe('Redis answers again: rate limits are shared.');
  }, 30_000);

  it('wait for Redis for 100 ms, and then count in memory', async () => {
    await untilShared();
    redis.answers = false;
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    try {
      let isCounted = false;
      const counted = opened.limiter.countRequest(ADA).then(() => (isCounted = true));
      await jest.advanceTimersByTimeAsync(99);
      expect(isCounted).toBe(false);
      await jest.advanceTimersByTimeAsync(1);
      await counted;
      expect(opened.stores()).toEqual({ redis: false, memory: true });
    } finally {
      jest.useRealTimers();
    }
  });

  it('say where requests are counted, and log each change once', async () => {
    const inUse = (): string => {
      const { redis: shared, memory: own } = opened.stores();
      return [shared && 'redis', own && 'memory'].filter(Boolean).join();
    };
    expect(inUse()).toBe('memory');
    await untilShared();
    expect(inUse()).toBe('redis');
    redis.answers = false;
    await request();
    expect(inUse()).toBe('memory');
    // Connections are refused too: this is no further change.
    await redis.close();
    for (let n = 0; n < 20; n += 1) await request();
    expect(inUse()).toBe('memory');
    expect(recorded).toEqual(['Redis does not answer: rate limits are counted by each replica for itself.']);
  });

  it('log that Redis has closed the connection, even if it says goodbye', async () => {
    await untilShared();
    redis.hangUp();
    await eventually(() => recorded.length > 0);
    expect(recorded).toEqual(['Redis does not answer: rate limits are counted by each replica for itself.']);
    await eventually(() => recorded.length > 1);
    expect(recorded[1]).toBe('Redis answers again: rate limits are shared.');
    opened.close();
    await new Promise((closed) => setTimeout(closed, 50));
    expect(recorded).toHaveLength(2);
  });

  it('wait once for all requests that are under way when Redis falls silent', async () => {
    await untilShared();
    redis.answers = false;
    redis.exchanges = 0;
    await Promise.all(Array.from({ length: 50 }, request));
    // All of them ask before the first has waited in vain; none asks a second time.
    expect(redis.exchanges).toBe(50);
  });
});

describe('A Redis that accepts connections and never answers', () => {
  it('is never waited for', async () => {
    const redis = new ScriptedRedis();
    redis.answers = false;
    const opened = await openRateLimiter(
      { redisUrl: await redis.listen(), rateLimits: LIMITS },
      pino({ enabled: false }),
    );
    for (let n = 0; n < 100; n += 1) await opened.limiter.countRequest(ADA);
    expect(redis.exchanges).toBe(0);
    expect(await opened.limiter.countRequest(ADA)).toMatchObject({ remaining: LIMITS.requests - 101 });
    opened.close();
    await redis.close();
  });
});
