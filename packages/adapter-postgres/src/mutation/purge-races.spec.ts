import { KeyTaken, type Fingerprint, type IdempotencyKey, type StoredReply } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import { stateOfKey } from '../../test/key-state.js';
import { databaseSuite } from '../../test/suite.js';
import { withClient } from '../../test/test-database.js';
import { verifyRecords } from '../owner-tasks.js';

jest.setTimeout(60_000);

const FINGERPRINT = Buffer.alloc(32, 7) as Buffer as Fingerprint;
const ROUNDS = process.env.TEST_DEEP === undefined ? 20 : 60;

describe('A request with the key of an expired record, and the purge of such records at the same time', () => {
  // Registered before the removal of the database: jest runs these hooks in the order of their registration.
  afterAll(async () => {
    expect((await verifyRecords(suite.database.url)).violations).toEqual([]);
  });
  const suite = databaseSuite();
  let ada: UserId;
  let keys = 0;
  beforeAll(async () => {
    ada = await suite.world.user();
  });

  const reply = (body: string): StoredReply => ({ status: 200, body, shows: [] });
  const newKey = () => `purged-key-${(keys += 1)}` as IdempotencyKey;

  /** Does the work of the key unless it is done, as a request does. Returns what the claim found. */
  const request = (key: IdempotencyKey, body: string, meanwhile: () => Promise<unknown> = () => Promise.resolve()) =>
    suite
      .run(async (tx) => {
        await tx.idempotency.claim(ada, key)();
        await tx.idempotency.complete(ada, key, FINGERPRINT, reply(body));
        await meanwhile();
        return 'free';
      })
      .catch((error: unknown) => (error instanceof KeyTaken ? 'taken' : Promise.reject(error as Error)));
  const purge = () => suite.ports.purgeIdempotencyRecords();
  const kept = (key: IdempotencyKey) => stateOfKey(suite.ports.unitOfWork, ada, key);

  const expired = async () => {
    const key = newKey();
    await request(key, '"first"');
    await suite.database.sql(
      `update idempotency_records set created_at = created_at - interval '24 hours' where key = $1`,
      [key],
    );
    return key;
  };

  it('leave the new record when the purge comes between the claim and the commit of the request', async () => {
    const key = await expired();
    const state = await request(key, '"second"', purge);
    expect(state).toBe('free');
    expect(await kept(key)).toMatchObject({ state: 'completed', reply: { body: '"second"' } });
  });

  it('leave the new record when the request waits for the purge to commit', async () => {
    const key = await expired();
    const requested = await withClient(suite.database.url, async (other) => {
      await other.query('begin');
      await other.query(`delete from idempotency_records where created_at <= clock_timestamp() - interval '24 hours'`);
      const waiting = request(key, '"second"');
      await suite.database.untilSomebodyWaits();
      await other.query('commit');
      return waiting;
    });
    expect(requested).toBe('free');
    expect(await kept(key)).toMatchObject({ state: 'completed', reply: { body: '"second"' } });
  });

  it('leave one record of one execution, however they meet', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = await expired();
      const [one, other] = await Promise.all([request(key, '"one"'), request(key, '"other"'), purge()]);
      // The second request finds the key in use or the record of the first, never the expired one.
      expect([one, other].filter((state) => state === 'free').length).toBeGreaterThanOrEqual(1);
      const found = await kept(key);
      expect(found).toMatchObject({ state: 'completed' });
      const body = found.state === 'completed' ? found.reply.body : undefined;
      expect(body).toBe(one === 'free' ? '"one"' : '"other"');
      expect([one, other]).not.toEqual(['free', 'free']);
    }
  });

  it('leave a record that is replayed: the purge takes none that counts', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [young, old] = [newKey(), await expired()];
      await request(young, '"young"');
      const [state, , purged] = await Promise.all([request(young, '"again"'), request(old, '"new"'), purge()]);
      expect(state).toBe('taken');
      expect(purged).toBeLessThanOrEqual(1);
      expect(await kept(young)).toMatchObject({ state: 'completed', reply: { body: '"young"' } });
    }
  });
});
