import { setTimeout as delay } from 'node:timers/promises';
import type { Claim, Fingerprint, IdempotencyKey, StoredReply } from '@worktrack/application';
import type { ProjectId, UserId } from '@worktrack/domain';
import { TestDatabase } from '../testing/test-database.js';
import { World } from '../testing/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

const FINGERPRINT = Buffer.alloc(32, 7) as Buffer as Fingerprint;

describe('The idempotency records', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let ada: UserId;
  let keys = 0;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ada = await world.user();
    ports = await database.ports({ poolMax: 20 });
  });

  afterAll(() => database.drop());

  const newKey = () => `key-${(keys += 1)}-of-this-test` as IdempotencyKey;
  const reply = (body: string | null = '{"ok":true}'): StoredReply => ({ status: 200, body, shows: [] });

  const claim = (key: IdempotencyKey, user = ada) => ports.unitOfWork.run((tx) => tx.idempotency.claim(user, key));
  const complete = (key: IdempotencyKey, stored: StoredReply, user = ada) =>
    ports.unitOfWork.run(async (tx) => {
      expect(await tx.idempotency.claim(user, key)).toEqual({ state: 'free' });
      tx.idempotency.complete(user, key, FINGERPRINT, stored);
    });
  const age = (key: IdempotencyKey, interval: string) =>
    database.sql('update idempotency_records set created_at = created_at - $2::interval where key = $1', [
      key,
      interval,
    ]);

  it('give back the reply as it was sent, to the last byte', async () => {
    const key = newKey();
    const stored: StoredReply = {
      status: 201,
      etag: '"wi-1"',
      location: '/somewhere',
      body: '{"title":"Zoë \\u2028 𝒳","n":1e2}',
      shows: [ada as string as ProjectId],
    };
    await complete(key, stored);
    expect(await claim(key)).toEqual({ state: 'completed', fingerprint: FINGERPRINT, reply: stored });
  });

  it('give back a reply without a body, an entity tag or a location', async () => {
    const key = newKey();
    await complete(key, { status: 204, body: null, shows: [] });
    expect(await claim(key)).toEqual({
      state: 'completed',
      fingerprint: FINGERPRINT,
      reply: { status: 204, etag: undefined, location: undefined, body: null, shows: [] },
    });
  });

  it('belong to one user', async () => {
    const key = newKey();
    await complete(key, reply());
    expect(await claim(key, await world.user())).toEqual({ state: 'free' });
  });

  it('leave nothing of a mutation that failed', async () => {
    const key = newKey();
    const attempt = ports.unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(ada, key);
      tx.idempotency.complete(ada, key, FINGERPRINT, reply());
      throw new Error('refused');
    });
    await expect(attempt).rejects.toThrow('refused');
    expect(await claim(key)).toEqual({ state: 'free' });
  });

  it('tell at once that the first request is still running', async () => {
    const key = newKey();
    await ports.unitOfWork.run(async (tx) => {
      expect(await tx.idempotency.claim(ada, key)).toEqual({ state: 'free' });
      expect(await claim(key)).toEqual({ state: 'running' });
    });
    expect(await claim(key)).toEqual({ state: 'free' });
  });

  it('tell a completed record even while another request holds the key', async () => {
    const key = newKey();
    await complete(key, reply());
    await ports.unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(ada, key);
      expect(await claim(key)).toMatchObject({ state: 'completed' });
    });
  });

  it('let one of twenty callers act, whenever the others come', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = newKey();
      let effects = 0;
      const call = async (caller: number): Promise<Claim['state']> => {
        await delay(caller % 5);
        return ports.unitOfWork.run(async (tx) => {
          const { state } = await tx.idempotency.claim(ada, key);
          if (state === 'free') {
            effects += 1;
            tx.idempotency.complete(ada, key, FINGERPRINT, reply());
          }
          return state;
        });
      };
      const states = await Promise.all(Array.from({ length: 20 }, (_, caller) => call(caller)));
      expect(effects).toBe(1);
      expect(states.filter((state) => state === 'free')).toHaveLength(1);
      expect(await claim(key)).toMatchObject({ state: 'completed' });
    }
  });

  it('count for 24 hours and not a moment longer; then the key is as good as new', async () => {
    const key = newKey();
    await complete(key, reply('"first"'));
    await age(key, '23 hours 59 minutes 50 seconds');
    expect(await claim(key)).toMatchObject({ state: 'completed' });
    await age(key, '10 seconds');
    await complete(key, reply('"second"'));
    expect(await claim(key)).toMatchObject({ state: 'completed', reply: { body: '"second"' } });
  });

  it('are purged when they count no longer, and only then', async () => {
    const old = newKey();
    const young = newKey();
    await complete(old, reply());
    await complete(young, reply());
    await age(old, '24 hours');
    await database.sql(
      `insert into idempotency_records (user_id, key, fingerprint, status, project_ids, created_at)
       select $1, 'old-key-' || number, '', 200, '{}', clock_timestamp() - interval '25 hours'
       from generate_series(1, 2345) as number`,
      [ada],
    );
    expect(await ports.purgeIdempotencyRecords()).toBe(2346);
    expect(await ports.purgeIdempotencyRecords()).toBe(0);
    expect(await claim(young)).toMatchObject({ state: 'completed' });
  });
});
