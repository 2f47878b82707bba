import type { Attempt } from '@worktrack/application';
import { pino } from 'pino';
import { ScriptedRedis } from '../../test/scripted-redis.js';
import { openRateLimiter, type OpenRateLimiter } from './open-rate-limiter.js';
import type { WindowSignInThrottle } from './sign-in-throttle.js';

const RATE_LIMITS = {
  enabled: true,
  windowSeconds: 30,
  userRequests: 1,
  organizationRequests: 0,
  requests: 1_000,
  failures: 1_000,
  anonymous: 1_000,
};
const OF_ACCOUNT = 10;
const OF_ADDRESS = 50;
const LINKS_OF_ADDRESS = 20;
const WINDOW_SECONDS = 900;

const ADA = 'ada@example.org';
let addresses = 0;
/** Returns an address that no other test uses. */
const newAddress = () => `198.51.${100 + Math.floor((addresses += 1) / 250)}.${addresses % 250}`;

/** Runs attempts one after the other, and returns how many were allowed. */
async function allowedOf(count: number, attempt: (n: number) => Promise<Attempt>): Promise<number> {
  let allowed = 0;
  for (let n = 0; n < count; n += 1) allowed += (await attempt(n)).allowed ? 1 : 0;
  return allowed;
}

function expectRefused({ allowed, resetSeconds }: Attempt): void {
  expect(allowed).toBe(false);
  expect(Number.isInteger(resetSeconds)).toBe(true);
  expect(resetSeconds).toBeGreaterThanOrEqual(1);
  expect(resetSeconds).toBeLessThanOrEqual(WINDOW_SECONDS);
}

describe('Attempts to sign in, counted in Redis by two replicas', () => {
  let redis: ScriptedRedis;
  let recorded: string[];
  let opened: OpenRateLimiter[];
  let here: WindowSignInThrottle;
  let there: WindowSignInThrottle;

  beforeEach(async () => {
    redis = new ScriptedRedis(new Map());
    recorded = [];
    const log = pino({}, { write: (line) => void recorded.push((JSON.parse(line) as { msg: string }).msg) });
    const redisUrl = await redis.listen();
    const open = () => openRateLimiter({ redisUrl, rateLimits: RATE_LIMITS }, log);
    opened = [await open(), await open()];
    [here, there] = opened.map(({ signInThrottle }) => signInThrottle) as [WindowSignInThrottle, WindowSignInThrottle];
    for (const throttle of [here, there]) await untilShared(throttle);
  });
  afterEach(async () => {
    for (const each of opened) each.close();
    await redis.close();
  });

  /** Makes attempts until one of them arrives at Redis. */
  async function untilShared(throttle: WindowSignInThrottle): Promise<void> {
    for (const before = redis.exchanges; redis.exchanges === before;) {
      await throttle.byLink(newAddress());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  it('are ten of an account in both replicas together; then all are refused, and other accounts are not', async () => {
    const byTurns = (n: number) => (n % 2 === 0 ? here : there).byPassword(ADA, newAddress());
    expect(await allowedOf(OF_ACCOUNT, byTurns)).toBe(OF_ACCOUNT);
    for (const throttle of [here, there]) expectRefused(await throttle.byPassword(ADA, newAddress()));
    expect(await here.byPassword('bob@example.org', newAddress())).toMatchObject({ allowed: true });
  });

  it('are ten of an account, however many come at once', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? here : there).byPassword(ADA, newAddress())),
    );
    expect(attempts.filter(({ allowed }) => allowed)).toHaveLength(OF_ACCOUNT);
  });

  it('are fifty of an address, whatever the account; what is refused then does not count against an account', async () => {
    const address = newAddress();
    const fail = (n: number) => (n % 2 === 0 ? here : there).byPassword(`nobody${n}@example.org`, address);
    expect(await allowedOf(OF_ADDRESS, fail)).toBe(OF_ADDRESS);
    for (let n = 0; n < OF_ACCOUNT; n += 1) expectRefused(await there.byPassword(ADA, address));
    expect(await here.byPassword(ADA, newAddress())).toMatchObject({ allowed: true });
  });

  it('are forgotten for the account when one succeeds, and the success does not count against the address', async () => {
    const address = newAddress();
    expect(await allowedOf(OF_ACCOUNT - 1, () => here.byPassword(ADA, newAddress()))).toBe(OF_ACCOUNT - 1);
    await (await there.byPassword(ADA, address)).succeeded();
    expect(await allowedOf(OF_ACCOUNT + 5, () => here.byPassword(ADA, newAddress()))).toBe(OF_ACCOUNT);
    const fail = (n: number) => here.byPassword(`nobody${n}@example.org`, address);
    expect(await allowedOf(OF_ADDRESS + 5, fail)).toBe(OF_ADDRESS);
  });

  it('by link are twenty of an address that fail; those that succeed do not count', async () => {
    const address = newAddress();
    for (let n = 0; n < 2 * LINKS_OF_ADDRESS; n += 1) {
      const attempt = await (n % 2 === 0 ? here : there).byLink(address);
      expect(attempt.allowed).toBe(true);
      await attempt.succeeded();
    }
    expect(await allowedOf(LINKS_OF_ADDRESS + 5, (n) => (n % 2 === 0 ? here : there).byLink(address))).toBe(
      LINKS_OF_ADDRESS,
    );
    expectRefused(await there.byLink(address));
    expect(await there.byPassword(ADA, address)).toMatchObject({ allowed: true });
  });

  it('show no e-mail address to Redis', async () => {
    await here.byPassword(ADA, newAddress());
    const keys = [...(redis.counts?.keys() ?? [])];
    expect(keys.filter((key) => key.includes('sign-ins-of-account'))).toHaveLength(1);
    for (const key of keys) expect(key).not.toMatch(/ada|example/i);
  });

  it('are counted by each replica for itself while Redis is silent: no attempt is free, and none fails', async () => {
    redis.answers = false;
    const allowed = await Promise.all(
      [here, there].map((throttle) => allowedOf(OF_ACCOUNT + 5, () => throttle.byPassword(ADA, newAddress()))),
    );
    expect(allowed).toEqual([OF_ACCOUNT, OF_ACCOUNT]);
    const address = newAddress();
    expect(await allowedOf(LINKS_OF_ADDRESS + 5, () => here.byLink(address))).toBe(LINKS_OF_ADDRESS);
    expectRefused(await here.byPassword(ADA, newAddress()));
    expect(new Set(recorded)).toEqual(
      new Set(['Redis does not answer: rate limits are counted by each replica for itself.']),
    );
  });

  it('are counted when Redis goes away, and a success is recorded without it', async () => {
    const address = newAddress();
    const attempt = await here.byPassword(ADA, address);
    await redis.close();
    await attempt.succeeded();
    expect(await allowedOf(OF_ACCOUNT + 5, () => here.byPassword(ADA, newAddress()))).toBe(OF_ACCOUNT);
    expectRefused(await here.byPassword(ADA, newAddress()));
  });

  it('get no more attempts of an address by a success that Redis does not hear of', async () => {
    const address = newAddress();
    const attempts = await Promise.all(Array.from({ length: 5 }, (_, n) => here.byPassword(`user${n}@x.org`, address)));
    const links = await Promise.all(Array.from({ length: 5 }, () => here.byLink(address)));
    await redis.close();
    for (const { succeeded } of [...attempts, ...links]) await succeeded();
    const fail = (n: number) => here.byPassword(`nobody${n}@example.org`, address);
    expect(await allowedOf(OF_ADDRESS + 10, fail)).toBe(OF_ADDRESS);
    expect(await allowedOf(LINKS_OF_ADDRESS + 10, () => here.byLink(address))).toBe(LINKS_OF_ADDRESS);
  });
});
