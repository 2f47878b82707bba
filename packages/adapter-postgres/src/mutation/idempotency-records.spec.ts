import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { KeyTaken, type Fingerprint, type IdempotencyKey, type StoredReply } from '@worktrack/application';
import type { ProjectId, UserId } from '@worktrack/domain';
import { stateOfKey } from '../../test/key-state.js';
import { Explaining } from '../../test/plan.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { allStatements } from '../engine/statement.js';

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

  const claim = (key: IdempotencyKey, user = ada) => stateOfKey(ports.unitOfWork, user, key);
  const complete = (key: IdempotencyKey, stored: StoredReply, user = ada) =>
    ports.unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(user, key)();
      await tx.idempotency.complete(user, key, FINGERPRINT, stored);
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

  it('leave nothing of a mutation that failed', async () => {
    const key = newKey();
    const attempt = ports.unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(ada, key)();
      await tx.idempotency.complete(ada, key, FINGERPRINT, reply());
      throw new Error('refused');
    });
    await expect(attempt).rejects.toThrow('refused');
    expect(await claim(key)).toMatchObject({ state: 'free' });
  });

  it('report immediately that the first request is still running', async () => {
    const key = newKey();
    await ports.unitOfWork.run(async (tx) => {
      await tx.idempotency.claim(ada, key)();
      expect(await claim(key)).toEqual({ state: 'running' });
    });
    expect(await claim(key)).toMatchObject({ state: 'free' });
  });

  describe('claimed together with the first statement of the work', () => {
    /** Changes a row under the key, and returns what became of it. */
    const change = (key: IdempotencyKey, user = ada) =>
      ports.administration
        .run(async (tx) => {
          const claimed = tx.idempotency.claim(user, key);
          const [worked] = await Promise.allSettled([tx.users.list()]);
          await claimed();
          expect(worked.status).toBe('fulfilled');
          await tx.idempotency.complete(user, key, FINGERPRINT, reply());
          return 'done';
        })
        .catch((error: unknown) => (error instanceof KeyTaken ? 'not free' : Promise.reject(error as Error)));

    it('let the work go on under a free key only', async () => {
      const key = newKey();
      expect([await change(key), await change(key), await change(key)]).toEqual(['done', 'not free', 'not free']);
      await age(key, '24 hours');
      expect(await change(key)).toBe('done');
      expect(await change(key, await world.user())).toBe('done');
    });

    it('refuse the key while another request has it, and give it back after a failure', async () => {
      const key = newKey();
      await ports.unitOfWork.run(async (tx) => {
        await tx.idempotency.claim(ada, key)();
        expect(await change(key)).toBe('not free');
      });
      const failing = ports.unitOfWork.run(async (tx) => {
        const claimed = tx.idempotency.claim(ada, key);
        // Nothing was sent yet: waiting for the claim sends it.
        expect(await claimed()).toEqual({ bytes: expect.any(Number), roomInSeconds: expect.any(Number) });
        throw new Error('refused');
      });
      await expect(failing).rejects.toThrow('refused');
      expect(await change(key)).toBe('done');
    });

    it('take no other failure for a key that is not free, and keep the cause of this one', async () => {
      const claimed = (user: UserId, key: IdempotencyKey) =>
        ports.unitOfWork.run((tx) => tx.idempotency.claim(user, key)()).catch((error: unknown) => error);
      const other = await claimed('no id' as UserId, newKey());
      expect(other).toBeInstanceOf(Error);
      expect(other).not.toBeInstanceOf(KeyTaken);
      const key = newKey();
      await complete(key, reply());
      const notFree = await claimed(ada, key);
      expect(notFree).toBeInstanceOf(KeyTaken);
      expect((notFree as Error).cause).toBeInstanceOf(Error);
    });

    it('are inserted where there was none, and replaced where one has expired', async () => {
      const sent: string[] = [];
      const { unitOfWork } = await database.ports({ observe: (names) => sent.push(...names) });
      const key = newKey();
      const stored = async () => {
        sent.length = 0;
        await unitOfWork.run(async (tx) => {
          await tx.idempotency.claim(ada, key)();
          await tx.idempotency.complete(ada, key, FINGERPRINT, reply());
        });
        return sent.filter((name) => name.startsWith('idempotency.complete'));
      };
      expect(await stored()).toEqual(['idempotency.complete']);
      await age(key, '24 hours');
      expect(await stored()).toEqual(['idempotency.complete-again']);
    });

    it('let one of twenty callers act, whenever the others come', async () => {
      for (let round = 0; round < 5; round += 1) {
        const key = newKey();
        const call = (caller: number) => delay(caller % 5).then(() => change(key));
        const outcomes = await Promise.all(Array.from({ length: 20 }, (_, caller) => call(caller)));
        expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
      }
    });
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

  it('keep a long reply compressed, to the last byte, and still return one that was kept plain', async () => {
    const long = JSON.stringify(
      Array.from({ length: 500 }, (_, n) => ({ key: `WEB-${n}`, title: `Zoë \u2028 𝒳 ${n * n}` })),
    );
    const [compressed, short] = [newKey(), newKey()];
    await complete(compressed, reply(long));
    await complete(short, reply(`"${'x'.repeat(2_046)}"`));
    const lengths = await database.sql(
      `select octet_length(body) as plain, octet_length(body_gzip) < $2::integer / 3 as small from idempotency_records
       where key = any($1) order by body is null desc`,
      [[compressed, short], Buffer.byteLength(long)],
    );
    expect(lengths).toEqual([
      { plain: null, small: true },
      { plain: 2_048, small: null },
    ]);
    expect(await claim(compressed)).toMatchObject({ reply: { body: long } });
    await database.sql('update idempotency_records set body = $2, body_gzip = null where key = $1', [
      compressed,
      Buffer.from(long),
    ]);
    expect(await claim(compressed)).toMatchObject({ reply: { body: long } });
  });

  it('report how many bytes are kept of a user, from all connections, until the hour in which they expire is over', async () => {
    const bob = await world.user();
    const kept = async () => {
      const found = await claim(newKey(), bob);
      return found.state === 'free' ? found.kept : undefined;
    };
    expect(await kept()).toEqual({ bytes: 0, roomInSeconds: 1 });
    // Compressed, random bytes in base64 have more than 8 KiB, so each reply counts its stored size.
    const long = [12_000, 20_000, 50_000].map((length) => randomBytes(length).toString('base64'));
    await Promise.all(long.map((body) => complete(newKey(), reply(body), bob)));
    const { bytes, roomInSeconds } = (await kept())!;
    const [stored] = await database.sql<{ bytes: number }>(
      'select sum(octet_length(body_gzip) + 256)::integer as bytes from idempotency_records where user_id = $1',
      [bob],
    );
    expect(bytes).toBe(stored!.bytes);
    expect(bytes).toBeGreaterThan(82_000);
    expect(roomInSeconds).toBeGreaterThan(24 * 3_600);
    expect(roomInSeconds).toBeLessThanOrEqual(25 * 3_600);
    await database.sql(`update idempotency_usage set hour = hour - interval '24 hours' where user_id = $1`, [bob]);
    expect(await kept()).toMatchObject({ bytes });
    expect((await kept())!.roomInSeconds).toBeLessThanOrEqual(3_600);
    await database.sql(`update idempotency_usage set hour = hour - interval '1 hour' where user_id = $1`, [bob]);
    expect(await kept()).toEqual({ bytes: 0, roomInSeconds: 1 });
  });

  it('count nothing of a mutation that failed', async () => {
    const bob = await world.user();
    const attempt = ports.administration.run(async (tx) => {
      await tx.idempotency.complete(bob, newKey(), FINGERPRINT, reply());
      await tx.users.list();
      throw new Error('refused');
    });
    await expect(attempt).rejects.toThrow('refused');
    expect(await claim(newKey(), bob)).toMatchObject({ kept: { bytes: 0 } });
  });

  it('count many short replies as what they have together, though few of them write it', async () => {
    const bob = await world.user();
    for (let round = 0; round < 20; round += 1) {
      const many = Array.from({ length: 20 }, () => complete(newKey(), reply('x'.repeat(1_792)), bob));
      await Promise.all(many);
    }
    // 400 replies of 2 KiB: a hundred units of 8 KiB are expected, with a standard deviation of nine.
    const found = await claim(newKey(), bob);
    const bytes = found.state === 'free' ? found.kept.bytes : 0;
    expect(bytes % 8_192).toBe(0);
    expect(bytes / 8_192).toBeGreaterThan(40);
    expect(bytes / 8_192).toBeLessThan(160);
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

  const expired = (count: number, bytes: number) =>
    database.sql(
      `insert into idempotency_records (user_id, key, fingerprint, status, body, project_ids, created_at)
       select $1, 'expired-' || gen_random_uuid(), '', 200, convert_to(repeat('x', $3), 'UTF8'), '{}',
         clock_timestamp() - interval '25 hours'
       from generate_series(1, $2)`,
      [ada, count, bytes],
    );

  it('are purged by one process at a time, a batch that is bounded in rows and bytes', async () => {
    await database.sql('delete from idempotency_records');
    await expired(1_500, 10);
    expect([await ports.purgeOldIdempotencyRecords(), await ports.purgeOldIdempotencyRecords()]).toEqual([1_000, 500]);
    expect(await ports.purgeOldIdempotencyRecords()).toBe(0);

    // 16 MiB each: the second record reaches the limit of 32 MiB, so the third is left for the next batch.
    await expired(3, 16 * 1_048_576);
    expect([await ports.purgeOldIdempotencyRecords(), await ports.purgeOldIdempotencyRecords()]).toEqual([2, 1]);

    await expired(1, 10);
    await withClient(database.url, async (other) => {
      await other.query('begin');
      await other.query('select pg_advisory_xact_lock(7011964)');
      expect(await ports.purgeOldIdempotencyRecords()).toBe(0);
      await other.query('commit');
    });
    expect(await ports.purgeOldIdempotencyRecords()).toBe(1);
  });

  it('are purged a batch at a time also when they have one instant, in the order of their users and keys', async () => {
    await database.sql('delete from idempotency_records');
    const bob = await world.user();
    await database.sql(
      `insert into idempotency_records (user_id, key, fingerprint, status, project_ids, created_at)
       select owner, 'tie-' || number, '', 200, '{}', date_trunc('day', clock_timestamp()) - interval '2 days'
       from generate_series(1, 750) as number, unnest($1::uuid[]) as owner`,
      [[ada, bob]],
    );
    const kept = await database.sql(
      'select user_id, key from idempotency_records order by created_at, user_id, key offset 1000',
    );
    expect(await ports.purgeOldIdempotencyRecords()).toBe(1_000);
    expect(await database.sql('select user_id, key from idempotency_records order by user_id, key')).toEqual(kept);
    expect(await ports.purgeOldIdempotencyRecords()).toBe(500);
  });

  it('are purged also when they are older than those of the batch before', async () => {
    await database.sql('delete from idempotency_records');
    const aged = async (interval: string): Promise<void> => {
      const key = newKey();
      await complete(key, reply());
      await age(key, interval);
    };
    await aged('25 hours');
    expect(await ports.purgeOldIdempotencyRecords()).toBe(1);
    await aged('26 hours');
    expect([await ports.purgeOldIdempotencyRecords(), await ports.purgeOldIdempotencyRecords()]).toEqual([1, 0]);
    expect(await database.sql('select from idempotency_records')).toEqual([]);
  });

  it('are deleted through the index of their age alone, each read once, however many users and keys they have', async () => {
    const statement = (name: string) => allStatements().find((one) => one.name === name)!;
    await database.sql('delete from idempotency_records');
    const users = await Promise.all(Array.from({ length: 50 }, () => world.user()));
    await database.sql(
      `insert into idempotency_records (user_id, key, fingerprint, status, project_ids, created_at)
       select ($1::uuid[])[1 + number % 50], 'many-' || gen_random_uuid(), '', 200, '{}',
         clock_timestamp() - interval '23 hours' - number * interval '1 second'
       from generate_series(1, 10000) as number`,
      [users],
    );
    await database.sql('analyze idempotency_records');
    const old = await database.sql<{ userId: UserId; key: string; createdAt: Date }>(
      statement('idempotency.find-old').text,
      [new Date(0)],
    );
    expect(new Set(old.map(({ userId }) => userId)).size).toBe(50);
    const [first, last] = [old[0]!, old[999]!];
    const explaining = new Explaining({ rows: () => Promise.resolve([]) }, database);
    await explaining.rows(statement('idempotency.purge'), [first.createdAt, last.createdAt, last.userId, last.key]);
    const plans = await explaining.plans();
    expect(plans.map(({ indexes }) => indexes)).toEqual([
      ['idempotency_records_by_age'],
      ['idempotency_records_by_age'],
    ]);
    // The first of the plans deletes the records, so that the second finds none.
    expect(plans.map((plan) => plan.entriesOf('idempotency_records_by_age'))).toEqual([1_000, 0]);
    expect(plans[0]!.buffers).toBeLessThan(5_000);
    const [left] = await database.sql<{ count: number }>('select count(*)::integer from idempotency_records');
    expect(left).toEqual({ count: 9_000 });
  });

  it('cost no statement to delete where nothing is old', async () => {
    await database.sql('delete from idempotency_records');
    await database.sql('delete from idempotency_usage');
    const sent: string[] = [];
    const { purgeOldIdempotencyRecords } = await database.ports({ observe: (names) => sent.push(...names) });
    expect(await purgeOldIdempotencyRecords()).toBe(0);
    expect(sent.filter((name) => name.startsWith('idempotency.purge'))).toEqual([]);
    expect(sent).toContain('idempotency.find-old');
  });

  it('are kept where they were replaced while a purge waited for them', async () => {
    await database.sql('delete from idempotency_records');
    await expired(2, 10);
    await withClient(database.url, async (other) => {
      await other.query('begin');
      await other.query(
        `update idempotency_records set created_at = clock_timestamp() where key = (select min(key) from idempotency_records)`,
      );
      const purged = ports.purgeOldIdempotencyRecords();
      await database.untilSomebodyWaits();
      await other.query('commit');
      expect(await purged).toBe(1);
    });
    expect(await database.sql('select from idempotency_records')).toHaveLength(1);
  });

  it('are purged together with what was counted of them', async () => {
    await database.sql('delete from idempotency_usage');
    await complete(newKey(), reply(randomBytes(12_000).toString('base64')));
    const [stored] = await database.sql<{ bytes: number }>('select bytes::integer from idempotency_usage');
    await database.sql(
      `insert into idempotency_usage (user_id, hour, slot, bytes)
       select $1, date_trunc('hour', clock_timestamp()) - hours * interval '1 hour', 0, 1 from unnest(array[24, 25, 26]) hours`,
      [ada],
    );
    await ports.purgeOldIdempotencyRecords();
    expect(await database.sql('select bytes::integer from idempotency_usage order by hour desc')).toEqual([
      stored,
      { bytes: 1 },
    ]);
  });
});
