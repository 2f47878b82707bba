import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type Caller, freshKey } from '../kit/client.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';

const { postgresUrl, template } = theRun();
const ME = '/api/v1/me';

/** Long enough that no test meets its end by chance, short enough that one can wait for it. */
const WINDOW = 4;
const QUOTA = 5;
const FAILURES = 3;
const ANONYMOUS = 20;

/** Starts a server with these limits, whose windows have `window` seconds. */
const startLimited = (window: number): Promise<RunningServer> =>
  startServer({
    postgresUrl,
    template,
    environment: {
      RATE_LIMIT_DISABLED: 'false',
      RATE_LIMIT_MAX: String(QUOTA),
      // The owner has many tokens here.
      RATE_LIMIT_USER_MAX: '1000',
      RATE_LIMIT_WINDOW_SECONDS: String(window),
      AUTH_FAILURE_LIMIT_MAX: String(FAILURES),
      ANONYMOUS_LIMIT_MAX: String(ANONYMOUS),
      TRUST_PROXY: '1',
    },
  });

let server: RunningServer;
let world: World;

beforeAll(async () => {
  server = await startLimited(WINDOW);
  world = new World('limits', server.baseUrl, server.databaseUrl);
});
afterAll(async () => {
  await server.stop();
});

const limits = ({ headers }: Answer): Record<'limit' | 'remaining' | 'reset', number> => ({
  limit: Number(headers['ratelimit-limit']),
  remaining: Number(headers['ratelimit-remaining']),
  reset: Number(headers['ratelimit-reset']),
});

async function useUp(caller: Caller): Promise<void> {
  for (let n = 0; n < QUOTA; n += 1) await caller.get(ME);
}

function expectLimited(answer: Answer): void {
  expectRefusal(answer, 'RATE_LIMITED');
  const retryAfter = Number(answer.headers['retry-after']);
  expect(retryAfter).toBeGreaterThanOrEqual(1);
  expect(retryAfter).toBeLessThanOrEqual(WINDOW);
}

describe('The quota of a token', () => {
  it('scenario 48: ends in 429 with Remaining 0, and lets the same key succeed once after the window', async () => {
    const caller = world.caller('spare 1');
    const conditions = { key: freshKey() };
    const items = `${world.project()}/work-items`;
    const create = (): Promise<Answer> => caller.post(items, { title: 'After the window' }, conditions);
    for (let n = 1; n <= QUOTA; n += 1) {
      const { limit, remaining, reset } = limits(await caller.get(ME));
      expect({ limit, remaining }).toEqual({ limit: QUOTA, remaining: QUOTA - n });
      expect(reset).toBeLessThanOrEqual(WINDOW);
    }
    const limited = await create();
    expectLimited(limited);
    expect(limits(limited)).toEqual({ limit: QUOTA, remaining: 0, reset: Number(limited.headers['retry-after']) });

    await pause(Number(limited.headers['retry-after']) * 1000);
    const created = await create();
    expect(created.status).toBe(201);
    expect(limits(created).remaining).toBe(QUOTA - 1);
    expect((await create()).headers['idempotency-replayed']).toBe('true');
  });

  it('counts every authenticated request, whatever its answer', async () => {
    const caller = world.caller('reader');
    const answers = [
      await caller.get(world.org('foreign')),
      await caller.get(world.project()),
      await caller.get('/api/v1/organizations?surprise=1'),
      await caller.head(world.org()),
      await caller.post(`${world.org()}/projects`, 'not even an object'),
    ];
    expect(answers.map((answer) => limits(answer).remaining)).toEqual([4, 3, 2, 1, 0]);
    expectLimited(await caller.get(world.org()));
  });

  it('is checked before scope, visibility and shape', async () => {
    const caller = world.caller('spare 2');
    await useUp(caller);
    for (const target of [world.org('foreign'), `${world.org()}?surprise=1`, world.project('NONE')]) {
      expectLimited(await caller.get(target));
    }
    expectLimited(await caller.post(`${world.org()}/projects`, { name: '' }, { key: null }));
  });

  it('is not touched by what needs no token: unknown paths, wrong methods, OPTIONS, probes, the document', async () => {
    const caller = world.caller('spare 3');
    await useUp(caller);
    expectRefusal(await caller.get('/api/v1/nowhere'), 'NOT_FOUND');
    expectRefusal(await caller.send({ method: 'PUT', target: ME }), 'METHOD_NOT_ALLOWED');
    expect((await caller.options(ME)).status).toBe(204);
    for (const target of ['/api/health', '/api/ready', '/api/v1/openapi.json']) {
      expect((await caller.get(target)).status).toBe(200);
    }
  });
});

describe('The limit of failed authentications', () => {
  let lastAddress = 0;
  const freshAddress = (): string => `192.0.2.${(lastAddress += 1)}`;
  const from = (address: string, token?: string): Record<string, string> => ({
    'x-forwarded-for': address,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  });
  const fail = (address: string, caller = world.nobody): Promise<Answer> => caller.get(ME, from(address, 'garbage'));

  it('refuses every request of the address that needs authentication, without RateLimit headers', async () => {
    const address = freshAddress();
    for (let n = 0; n < FAILURES; n += 1) expectRefusal(await fail(address), 'INVALID_TOKEN');
    const good = world.token('spare 7').token;
    for (const answer of [
      await fail(address),
      await world.nobody.get(ME, from(address)),
      await world.nobody.get(ME, from(address, good)),
      await world.nobody.get(world.org('unknown'), from(address, good)),
    ]) {
      expectLimited(answer);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
    expect((await world.nobody.get('/api/v1/nowhere', from(address))).status).toBe(404);
    expect((await world.nobody.send({ method: 'PUT', target: ME, headers: from(address) })).status).toBe(405);
    for (const open of ['/api/health', '/api/ready', '/api/v1/openapi.json']) {
      expect((await world.nobody.get(open, from(address))).status).toBe(200);
    }
    expect((await world.nobody.get(ME, from(freshAddress(), good))).status).toBe(200);
  });

  it('counts INVALID_TOKEN alone: neither a missing token nor a refused permission', async () => {
    const address = freshAddress();
    for (let n = 0; n <= FAILURES; n += 1) {
      expectRefusal(await world.nobody.get(ME, from(address)), 'AUTH_REQUIRED');
      expectRefusal(await world.nobody.get(ME, { ...from(address), authorization: 'Basic x' }), 'AUTH_REQUIRED');
    }
    const good = from(address, world.token('spare 8').token);
    expectRefusal(await world.nobody.get(world.org('foreign'), good), 'NOT_FOUND');
    expect((await world.nobody.get(ME, good)).status).toBe(200);
  });

  it('holds for the address that the trusted hop saw, whatever stands before it', async () => {
    const address = freshAddress();
    for (let n = 0; n < FAILURES; n += 1) await fail(`203.0.113.${n}, ${address}`);
    expectLimited(await fail(`203.0.113.99, ${address}`));
    expectLimited(await fail(address));
    expectRefusal(await fail(`${address}, ${freshAddress()}`), 'INVALID_TOKEN');
  });
});

describe('The limit of requests without a token', () => {
  let lastAddress = 0;
  const freshAddress = (): string => `198.51.100.${(lastAddress += 1)}`;
  const from = (address: string, authorization?: string): Record<string, string> => ({
    'x-forwarded-for': address,
    ...(authorization === undefined ? {} : { authorization }),
  });
  const anonymous: readonly ((address: string) => Promise<Answer>)[] = [
    (address) => world.nobody.get('/api/v1/nowhere', from(address)),
    (address) => world.nobody.get('/api/v1/organizations/%ZZ', from(address)),
    (address) => world.nobody.send({ method: 'PUT', target: ME, headers: from(address) }),
    (address) => world.nobody.send({ method: 'OPTIONS', target: ME, headers: from(address) }),
    (address) => world.nobody.get('/api/v1/openapi.json', from(address)),
    (address) => world.nobody.head('/api/v1/openapi.json', from(address)),
    (address) => world.nobody.get(ME, from(address)),
    (address) => world.nobody.get(ME, from(address, 'Basic x')),
    // The server ignores a token where none is needed, so it does not help.
    (address) => world.nobody.get('/api/v1/nowhere', from(address, 'Bearer x')),
  ];
  const useUpFor = async (address: string): Promise<number[]> => {
    const statuses = [];
    for (let n = 0; n < ANONYMOUS; n += 1) statuses.push((await anonymous[n % anonymous.length]!(address)).status);
    return statuses;
  };

  it('counts all of them together for an address, and then refuses each, without RateLimit headers', async () => {
    const address = freshAddress();
    expect(await useUpFor(address)).not.toContain(429);
    for (const one of anonymous) {
      const answer = await one(address);
      expect(answer.status).toBe(429);
      const retryAfter = Number(answer.headers['retry-after']);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(retryAfter).toBeLessThanOrEqual(WINDOW);
      expect(answer.headers.connection).toBe('close');
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('ratelimit'))).toEqual([]);
    }
  });

  it('counts the pages of the documentation', async () => {
    const address = freshAddress();
    for (let n = 0; n < ANONYMOUS; n += 1) {
      expect((await world.nobody.get('/api/docs', from(address))).status).toBe(200);
    }
    expectRefusal(await world.nobody.get('/api/docs', from(address)), 'RATE_LIMITED');
  });

  it('leaves alone who has a token, the probes, other addresses and the failures of the address', async () => {
    const address = freshAddress();
    await useUpFor(address);
    expect((await anonymous[0]!(address)).status).toBe(429);
    const good = `Bearer ${world.token('spare 9').token}`;
    expect((await world.nobody.get(ME, from(address, good))).status).toBe(200);
    expectRefusal(await world.nobody.get(ME, from(address, 'Bearer garbage')), 'INVALID_TOKEN');
    for (let n = 0; n < 2 * ANONYMOUS; n += 1) {
      expect((await world.nobody.get('/api/health', from(address))).status).toBe(200);
    }
    expect((await world.nobody.get('/api/v1/openapi.json', from(freshAddress()))).status).toBe(200);
  });
});

/** Two addresses as proxies forward them, and whether they are the same client to the server. */
interface Pair {
  readonly says: string;
  readonly forwarded: readonly [string, string];
  readonly same: boolean;
}

const TRUST: readonly { TRUST_PROXY: string; pairs: readonly Pair[] }[] = [
  {
    TRUST_PROXY: 'false',
    pairs: [{ says: 'the header is ignored', forwarded: ['192.0.2.1', '192.0.2.2'], same: true }],
  },
  {
    TRUST_PROXY: '127.0.0.1, 10.0.0.1',
    pairs: [
      { says: 'clients of this proxy differ', forwarded: ['192.0.2.1', '192.0.2.2'], same: false },
      {
        says: 'what an untrusted address forwards is not believed',
        forwarded: ['198.51.100.1, 192.0.2.3', '198.51.100.2, 192.0.2.3'],
        same: true,
      },
      {
        says: 'clients behind two trusted proxies differ',
        forwarded: ['192.0.2.4, 10.0.0.1', '192.0.2.5, 10.0.0.1'],
        same: false,
      },
    ],
  },
];

describe.each(TRUST)('With TRUST_PROXY=$TRUST_PROXY', ({ TRUST_PROXY, pairs }) => {
  let behind: RunningServer;
  beforeAll(async () => {
    behind = await startServer({
      postgresUrl,
      databaseUrl: server.databaseUrl,
      environment: {
        RATE_LIMIT_DISABLED: 'false',
        AUTH_FAILURE_LIMIT_MAX: '1',
        // The owner has many tokens here.
        RATE_LIMIT_USER_MAX: '1000',
        RATE_LIMIT_WINDOW_SECONDS: '600',
        TRUST_PROXY,
      },
    });
  });
  afterAll(async () => {
    await behind.stop();
  });

  it.each(pairs)('$says', async ({ forwarded: [one, other], same }) => {
    const nobody = world.nobody.at(behind.baseUrl);
    const attempt = (address: string): Promise<Answer> =>
      nobody.get(ME, { 'x-forwarded-for': address, authorization: 'Bearer garbage' });
    expectRefusal(await attempt(one), 'INVALID_TOKEN');
    expectRefusal(await attempt(other), same ? 'RATE_LIMITED' : 'INVALID_TOKEN');
  });
});

describe('Without limits', () => {
  it('the headers are still sent, and Remaining equals Limit', async () => {
    const shared = new World('limits');
    for (let n = 0; n < 3; n += 1) {
      const { limit, remaining } = limits(await shared.owner.get(ME));
      expect(remaining).toBe(limit);
    }
    for (let n = 0; n < 5; n += 1) {
      expectRefusal(await shared.nobody.get(ME, { authorization: 'Bearer garbage' }), 'INVALID_TOKEN');
    }
  });
});
