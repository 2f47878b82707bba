import { QuotaExhausted, type Requester } from '@worktrack/application';
import type { AccessTokenId, OrganizationId, UserId } from '@worktrack/domain';
import { pino } from 'pino';
import { openRateLimiter } from './open-rate-limiter.js';
import type { WindowRateLimiter } from './window-rate-limiter.js';

const LIMITS = {
  enabled: true,
  windowSeconds: 30,
  requests: 3,
  userRequests: 5,
  organizationRequests: 0,
  textBytesPerMinute: 60_000,
  failures: 2,
  anonymous: 4,
};
const SILENT = pino({ enabled: false });
const ADA = { token: { id: 'token-of-ada' as AccessTokenId }, user: { id: 'ada' as UserId } };
const BOB = { token: { id: 'token-of-bob' as AccessTokenId }, user: { id: 'bob' as UserId } };

describe('The rate limiter in memory', () => {
  let limiter: WindowRateLimiter;

  beforeEach(async () => {
    jest.useFakeTimers({ now: new Date('2026-03-02T09:00:00.000Z') });
    limiter = (await openRateLimiter({ redisUrl: undefined, rateLimits: LIMITS }, SILENT)).limiter;
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
    for (let done = 0; done < count; done += 1) await work();
  };

  it('allows exactly the limit in a window and counts down', async () => {
    const seen = [];
    for (let request = 0; request < 5; request += 1) seen.push(await limiter.countRequest(ADA));
    expect(seen).toEqual([
      { allowed: true, limit: 3, remaining: 2, resetSeconds: 30 },
      { allowed: true, limit: 3, remaining: 1, resetSeconds: 30 },
      { allowed: true, limit: 3, remaining: 0, resetSeconds: 30 },
      { allowed: false, limit: 3, remaining: 0, resetSeconds: 30 },
      { allowed: false, limit: 3, remaining: 0, resetSeconds: 30 },
    ]);
  });

  describe('of search text', () => {
    /** Returns the seconds to wait; 0 when the bytes can be written. */
    const spend = async (user: Requester['user'], bytes: number): Promise<number> => {
      try {
        limiter.spendText(user.id, bytes);
        await Promise.resolve();
        return 0;
      } catch (error) {
        if (error instanceof QuotaExhausted) return error.retryAfterSeconds;
        throw error;
      }
    };

    it('lets a user write until the window is used up, with any token, and says how long to wait', async () => {
      expect([await spend(ADA.user, 59_999), await spend(ADA.user, 1), await spend(ADA.user, 1)]).toEqual([0, 0, 30]);
      expect(await spend(BOB.user, 1)).toBe(0);
      jest.advanceTimersByTime(59_500);
      expect(await spend(ADA.user, 1)).toBe(1);
      jest.advanceTimersByTime(500);
      expect(await spend(ADA.user, 60_000)).toBe(0);
    });

    it('lets one text through that is larger than the whole window, and counts nothing of a refusal', async () => {
      expect([await spend(ADA.user, 180_000), await spend(ADA.user, 1), await spend(ADA.user, 1)]).toEqual([0, 30, 30]);
      jest.advanceTimersByTime(60_000);
      expect(await spend(ADA.user, 1)).toBe(0);
    });
  });

  describe('of a user', () => {
    const withToken = (name: string): Requester => ({ token: { id: name as AccessTokenId }, user: ADA.user });

    it('allows exactly its limit over all tokens', async () => {
      const count = (name: string) => limiter.countRequest(withToken(name));
      const names = ['one', 'other', 'one', 'other', 'one', 'other', 'third'];
      const allowed = [];
      for (const name of names) allowed.push((await count(name)).allowed);
      expect(allowed).toEqual([true, true, true, true, true, false, false]);
      // Nothing remains, so clients that look at the quota wait for the window of the user.
      expect(await count('fourth')).toEqual({ allowed: false, limit: 3, remaining: 0, resetSeconds: 30 });
      expect(await limiter.countRequest(BOB)).toMatchObject({ allowed: true, remaining: 2 });
    });

    it('counts nothing that the limit of a token refuses', async () => {
      await times(20, () => limiter.countRequest(withToken('runaway')));
      expect(await limiter.countRequest(withToken('other'))).toMatchObject({ allowed: true });
      expect(await limiter.countRequest(withToken('other'))).toMatchObject({ allowed: true });
      expect(await limiter.countRequest(withToken('other'))).toMatchObject({ allowed: false });
    });
  });

  it('counts in an Organization only where there is a limit', async () => {
    const acme = 'acme' as OrganizationId;
    expect(await limiter.countInOrganization(acme)).toBeUndefined();
    const rateLimits = { ...LIMITS, organizationRequests: 2 };
    const { limiter: limiting } = await openRateLimiter({ redisUrl: undefined, rateLimits }, SILENT);
    const allowed = [];
    for (let n = 0; n < 3; n += 1) allowed.push((await limiting.countInOrganization(acme))?.allowed);
    expect(allowed).toEqual([true, true, false]);
    expect(await limiting.countInOrganization('other' as OrganizationId)).toMatchObject({
      allowed: true,
      remaining: 1,
    });
  });

  it('counts each token for itself', async () => {
    await times(4, () => limiter.countRequest(ADA));
    expect(await limiter.countRequest(BOB)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('reports the rest of the window in whole seconds, rounded up', async () => {
    await limiter.countRequest(ADA);
    jest.advanceTimersByTime(28_001);
    expect(await limiter.countRequest(ADA)).toMatchObject({ remaining: 1, resetSeconds: 2 });
    jest.advanceTimersByTime(1_998);
    expect(await limiter.countRequest(ADA)).toMatchObject({ remaining: 0, resetSeconds: 1 });
  });

  it('is not made longer by requests within it, and the next window begins with the first request after it', async () => {
    await times(3, () => limiter.countRequest(ADA));
    jest.advanceTimersByTime(29_999);
    expect(await limiter.countRequest(ADA)).toMatchObject({ allowed: false });
    jest.advanceTimersByTime(1);
    jest.advanceTimersByTime(17_000);
    expect(await limiter.countRequest(ADA)).toEqual({ allowed: true, limit: 3, remaining: 2, resetSeconds: 30 });
  });

  it('never shows a window that is longer than one, even when the clock is set back', async () => {
    await times(4, () => limiter.countRequest(ADA));
    jest.setSystemTime(new Date('2026-03-02T08:00:00.000Z'));
    expect((await limiter.countRequest(ADA)).resetSeconds).toBe(30);
    jest.advanceTimersByTime(30_000);
    expect(await limiter.countRequest(ADA)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('refuses an address from its limit of failures on, and asking does not count', async () => {
    await times(5, () => limiter.failuresOf('192.0.2.1'));
    expect(await limiter.failuresOf('192.0.2.1')).toEqual({ allowed: true, limit: 2, remaining: 2, resetSeconds: 30 });
    await limiter.countFailure('192.0.2.1');
    expect(await limiter.failuresOf('192.0.2.1')).toMatchObject({ allowed: true, remaining: 1 });
    await limiter.countFailure('192.0.2.1');
    jest.advanceTimersByTime(10_000);
    expect(await limiter.failuresOf('192.0.2.1')).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 20 });
    expect(await limiter.failuresOf('192.0.2.2')).toMatchObject({ allowed: true, remaining: 2 });
    jest.advanceTimersByTime(20_000);
    expect(await limiter.failuresOf('192.0.2.1')).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('counts requests without a token by address, apart from its failures', async () => {
    await limiter.countFailure('192.0.2.1');
    const seen = [];
    for (let request = 0; request < 5; request += 1) seen.push(await limiter.countAnonymous('192.0.2.1'));
    expect(seen.map(({ allowed }) => allowed)).toEqual([true, true, true, true, false]);
    expect(seen.at(-1)).toEqual({ allowed: false, limit: 4, remaining: 0, resetSeconds: 30 });
    expect(await limiter.countAnonymous('192.0.2.2')).toMatchObject({ allowed: true, remaining: 3 });
    expect(await limiter.failuresOf('192.0.2.1')).toMatchObject({ allowed: true, remaining: 1 });
    jest.advanceTimersByTime(30_000);
    expect(await limiter.countAnonymous('192.0.2.1')).toMatchObject({ allowed: true, remaining: 3 });
  });

  it('checks and counts a failure in one step: of a thousand at once exactly the limit are allowed', async () => {
    const quotas = await Promise.all(Array.from({ length: 1_000 }, () => limiter.countFailure('192.0.2.1')));
    expect(quotas.filter(({ allowed }) => allowed)).toHaveLength(2);
    expect(quotas.at(-1)).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 30 });
  });

  it('knows without asking the counter which address has used up its failures, until the window ends', async () => {
    expect(limiter.failuresUsedUp('192.0.2.1')).toBeUndefined();
    await limiter.countFailure('192.0.2.1');
    expect(limiter.failuresUsedUp('192.0.2.1')).toBeUndefined();
    await limiter.countFailure('192.0.2.1');
    jest.advanceTimersByTime(10_000);
    expect(limiter.failuresUsedUp('192.0.2.1')).toEqual({ allowed: false, limit: 2, remaining: 0, resetSeconds: 20 });
    expect(limiter.failuresUsedUp('192.0.2.2')).toBeUndefined();
    jest.advanceTimersByTime(20_000);
    expect(limiter.failuresUsedUp('192.0.2.1')).toBeUndefined();
    expect(await limiter.countFailure('192.0.2.1')).toMatchObject({ allowed: true, remaining: 1 });
  });

  it('counts the addresses of one /64 network of IPv6 together, whatever is counted', async () => {
    const [first, second, elsewhere] = ['2001:db8:1:2::a', '2001:db8:1:2:3:4:5:6', '2001:db8:1:3::a'] as const;
    await limiter.countFailure(first);
    expect(await limiter.failuresOf(second)).toMatchObject({ allowed: true, remaining: 1 });
    await limiter.countFailure(second);
    expect(await limiter.failuresOf(first)).toMatchObject({ allowed: false });
    expect(limiter.failuresUsedUp(second)).toMatchObject({ allowed: false });
    expect(limiter.failuresUsedUp(elsewhere)).toBeUndefined();
    await limiter.countAnonymous(first);
    expect(await limiter.countAnonymous(second)).toMatchObject({ remaining: 2 });
    expect(await limiter.countAnonymous(elsewhere)).toMatchObject({ remaining: 3 });
  });

  it('counts an address of IPv4 as the same client when it is written as IPv6', async () => {
    await limiter.countAnonymous('192.0.2.1');
    expect(await limiter.countAnonymous('::ffff:192.0.2.1')).toMatchObject({ remaining: 2 });
  });

  it('allows everything and counts nothing when it is switched off', async () => {
    const off = { redisUrl: 'redis://unused.invalid', rateLimits: { ...LIMITS, enabled: false } };
    const { limiter: open } = await openRateLimiter(off, SILENT);
    await times(10, () => open.countRequest(ADA));
    await times(10, () => open.countFailure('192.0.2.1'));
    expect(await open.countRequest(ADA)).toEqual({ allowed: true, limit: 3, remaining: 3, resetSeconds: 30 });
    expect(await open.failuresOf('192.0.2.1')).toMatchObject({ allowed: true, remaining: 2 });
    await times(10, () => open.countAnonymous('192.0.2.1'));
    expect(await open.countAnonymous('192.0.2.1')).toMatchObject({ allowed: true, remaining: 4 });
  });
});

describe('The rate limiter on a Redis that does not answer', () => {
  it('counts in memory instead, at once', async () => {
    const nobodyListens = { redisUrl: 'redis://127.0.0.1:9', rateLimits: LIMITS };
    const opened = await openRateLimiter(nobodyListens, SILENT);
    const { limiter } = opened;
    const seen = [];
    for (let request = 0; request < 4; request += 1) seen.push((await limiter.countRequest(ADA)).allowed);
    await limiter.countFailure('192.0.2.1');
    const failures = await limiter.failuresOf('192.0.2.1');
    opened.close();
    expect(seen).toEqual([true, true, true, false]);
    expect(failures).toMatchObject({ allowed: true, remaining: 1 });
  });
});
