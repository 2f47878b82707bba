import { QuotaExhausted, type Attempt } from '@worktrack/application';
import { pino } from 'pino';
import { ScriptedRedis } from '../../test/scripted-redis.js';
import { openRateLimiter, type OpenRateLimiter } from './open-rate-limiter.js';
import type { WindowSignInThrottle } from './sign-in-throttle.js';

const RATE_LIMITS = {
  enabled: true,
  windowSeconds: 30,
  userRequests: 1,
  organizationRequests: 0,
  textBytesPerMinute: 60_000,
  requests: 1_000,
  failures: 1_000,
  anonymous: 1_000,
};
const OF_BROWSER = 10;
const OF_ACCOUNT = 10;
const OF_ACCOUNT_ANYWHERE = 100;
const OF_ADDRESS = 50;
const LINKS_OF_ADDRESS = 20;
const WINDOW_SECONDS = 900;

const ADA = 'ada@example.org';
let addresses = 0;
/** Returns an address that no other test uses. */
const newAddress = () => `198.51.${100 + Math.floor((addresses += 1) / 250)}.${addresses % 250}`;

const REFUSED = 'Sign-ins are refused: their failures cannot be counted.';
const BROWSER = '5f0c';

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

  it('are ten of an account in a network in both replicas together; other networks and other accounts are not refused', async () => {
    const address = newAddress();
    const byTurns = (n: number) => (n % 2 === 0 ? here : there).byPassword(ADA, address);
    expect(await allowedOf(OF_ACCOUNT, byTurns)).toBe(OF_ACCOUNT);
    for (const throttle of [here, there]) expectRefused(await throttle.byPassword(ADA, address));
    expect(await here.byPassword('bob@example.org', address)).toMatchObject({ allowed: true });
    expect(await here.byPassword(ADA, newAddress())).toMatchObject({ allowed: true });
  });

  it('are ten of an account in a network, however many come at the same time', async () => {
    const address = newAddress();
    const attempts = await Promise.all(
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? here : there).byPassword(ADA, address)),
    );
    expect(attempts.filter(({ allowed }) => allowed)).toHaveLength(OF_ACCOUNT);
  });

  it('are a hundred of an account, however many networks; no network takes more than ten of them', async () => {
    const one = newAddress();
    expect(await allowedOf(OF_ADDRESS, () => here.byPassword(ADA, one))).toBe(OF_ACCOUNT);
    const attempts = await Promise.all(
      Array.from({ length: 120 }, (_, n) => (n % 2 === 0 ? here : there).byPassword(ADA, newAddress())),
    );
    expect(attempts.filter(({ allowed }) => allowed)).toHaveLength(OF_ACCOUNT_ANYWHERE - OF_ACCOUNT);
    expectRefused(await here.byPassword(ADA, newAddress()));
  });

  it('by a browser that is known are ten of an account and a browser, whatever strangers have used up', async () => {
    const address = newAddress();
    for (let n = 0; n < OF_ADDRESS; n += 1) await here.byPassword(`nobody${n}@example.org`, address);
    for (let n = 0; n < OF_ACCOUNT_ANYWHERE; n += 1) await there.byPassword(ADA, newAddress());
    expectRefused(await here.byPassword(ADA, address));
    const known = (n: number) => (n % 2 === 0 ? here : there).byPassword(ADA, address, BROWSER);
    expect(await allowedOf(OF_BROWSER + 5, known)).toBe(OF_BROWSER);
    expectRefused(await here.byPassword(ADA, newAddress(), BROWSER));
    expect(await here.byPassword(ADA, address, 'another')).toMatchObject({ allowed: true });
    expect(await here.byPassword('bob@example.org', address, BROWSER)).toMatchObject({ allowed: true });
  });

  it('by a browser that is known are forgotten when one succeeds', async () => {
    const known = () => here.byPassword(ADA, newAddress(), BROWSER);
    expect(await allowedOf(OF_BROWSER - 1, known)).toBe(OF_BROWSER - 1);
    await (await known()).succeeded();
    expect(await allowedOf(OF_BROWSER + 5, known)).toBe(OF_BROWSER);
  });

  it('are fifty of an address, whatever the account; what is refused then does not count against an account', async () => {
    const address = newAddress();
    const fail = (n: number) => (n % 2 === 0 ? here : there).byPassword(`nobody${n}@example.org`, address);
    expect(await allowedOf(OF_ADDRESS, fail)).toBe(OF_ADDRESS);
    for (let n = 0; n < OF_ACCOUNT; n += 1) expectRefused(await there.byPassword(ADA, address));
    expect(await here.byPassword(ADA, newAddress())).toMatchObject({ allowed: true });
  });

  it('are forgotten for the account in its network when one succeeds, which counts neither for the network nor from anywhere', async () => {
    const address = newAddress();
    expect(await allowedOf(OF_ACCOUNT - 1, () => here.byPassword(ADA, address))).toBe(OF_ACCOUNT - 1);
    await (await there.byPassword(ADA, address)).succeeded();
    expect(await allowedOf(OF_ACCOUNT + 5, () => here.byPassword(ADA, address))).toBe(OF_ACCOUNT);
    // Nine and fifteen attempts of this network failed: 15 are counted by account, 24 by network.
    const fail = (n: number) => here.byPassword(`nobody${n}@example.org`, address);
    expect(await allowedOf(OF_ADDRESS, fail)).toBe(OF_ADDRESS - 24);
    const elsewhere = () => there.byPassword(ADA, newAddress());
    expect(await allowedOf(OF_ACCOUNT_ANYWHERE, elsewhere)).toBe(OF_ACCOUNT_ANYWHERE - 19);
  });

  it('are no failures when they are taken back, and earlier ones stay', async () => {
    const address = newAddress();
    for (let n = 0; n < OF_ACCOUNT - 1; n += 1) await here.byPassword(ADA, address);
    for (let n = 0; n < 3; n += 1) await (await here.byPassword(ADA, address)).takeBack();
    expect(await allowedOf(2, () => there.byPassword(ADA, address))).toBe(1);
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
    expect(keys.filter((key) => key.includes('sign-ins-of-account'))).toHaveLength(2);
    for (const key of keys) expect(key).not.toMatch(/ada|example/i);
  });

  it('are refused while Redis is silent, after a wait of five seconds: none is counted by a replica alone', async () => {
    redis.answers = false;
    const began = redis.exchanges;
    const attempts = [here, there].map((throttle) => throttle.byPassword(ADA, newAddress()));
    for (const attempt of attempts) {
      await expect(attempt).rejects.toThrow('Sign-ins cannot be counted at the moment: try again soon.');
    }
    for (let n = 0; n < 20; n += 1) {
      await expect(here.byPassword(ADA, newAddress(), BROWSER)).rejects.toThrow(QuotaExhausted);
      await expect(there.byLink(newAddress())).rejects.toThrow(QuotaExhausted);
    }
    expect(redis.exchanges - began).toBe(2);
    expect(recorded.filter((line) => line === REFUSED)).toHaveLength(2);
  }, 15_000);

  it('wait for a connection that comes back within five seconds', async () => {
    redis.hangUp();
    while (opened[0]?.stores().redis) await new Promise((resolve) => setImmediate(resolve));
    expect(await here.byPassword(ADA, newAddress())).toMatchObject({ allowed: true });
  });

  it('stay counted when they succeed and Redis has gone away', async () => {
    const address = newAddress();
    const attempts = [await here.byPassword(ADA, address), await here.byLink(address)];
    await redis.close();
    for (const { succeeded } of attempts) await expect(succeeded()).resolves.toBeUndefined();
    await expect(here.byPassword(ADA, address)).rejects.toThrow(QuotaExhausted);
  }, 15_000);
});
