import { TestDatabase } from '../../test/test-database.js';
import { readCursorKeys } from './cursor-keys.js';
import { retireCursorKey, rotateCursorKey } from '../owner-tasks.js';

describe('The keys of cursors', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await TestDatabase.create();
  });
  afterEach(() => database.drop());

  /** Makes all keys older by a minute, so that the newest one has settled. */
  const settle = () => database.sql(`update server_secrets set created_at = created_at - interval '1 minute'`);
  const order = async () => {
    const { connections } = await database.open({ poolMax: 1 });
    return (await readCursorKeys(connections)).map((key) => key.toString('hex'));
  };
  const stored = async (id: string) => {
    const name = id === 'original' ? 'cursor-key' : `cursor-key:${id}`;
    const [row] = await database.sql<{ key: string }>(
      `select encode(value, 'hex') as key from server_secrets where name = $1`,
      [name],
    );
    return row!.key;
  };

  it('are one at first; a new one verifies at once, and signs when every server has read it', async () => {
    const original = await stored('original');
    expect(await order()).toEqual([original]);
    const { id, keys } = await rotateCursorKey(database.url);
    expect(keys).toEqual([
      { id, createdAt: expect.any(Date) },
      { id: 'original', createdAt: null },
    ]);
    const young = await stored(id);
    expect(young).toMatch(/^[0-9a-f]{64}$/);
    expect(await order()).toEqual([original, young]);
    await settle();
    expect(await order()).toEqual([young, original]);
  });

  it('are in the order of their age, whatever their identifiers are', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      ids.unshift((await rotateCursorKey(database.url)).id);
      await settle();
    }
    expect(await order()).toEqual(await Promise.all([...ids, 'original'].map(stored)));
  });

  it('are eight at most', async () => {
    for (let n = 0; n < 7; n += 1) await rotateCursorKey(database.url);
    await expect(rotateCursorKey(database.url)).rejects.toThrow('There are 8 keys already: retire one first.');
    expect(await order()).toHaveLength(8);
  });

  it('are retired one by one, but not the last one, and not in favour of one that servers may not have read', async () => {
    await expect(retireCursorKey(database.url, 'original')).rejects.toThrow('It is the only key');
    const { id } = await rotateCursorKey(database.url);
    await expect(retireCursorKey(database.url, 'original')).rejects.toThrow('The other key is new');
    await settle();
    const young = await stored(id);
    expect(await retireCursorKey(database.url, 'original')).toEqual({
      id: 'original',
      keys: [{ id, createdAt: expect.any(Date) }],
    });
    expect(await order()).toEqual([young]);
    await expect(retireCursorKey(database.url, 'original')).rejects.toThrow('There is no key original.');
    await expect(retireCursorKey(database.url, id)).rejects.toThrow('It is the only key');
  });

  it('leave a row in the audit trail for each change, and none for what was refused', async () => {
    await rotateCursorKey(database.url);
    await expect(retireCursorKey(database.url, 'original')).rejects.toThrow();
    await settle();
    await retireCursorKey(database.url, 'original');
    expect(await database.sql('select operation from audit_log order by id')).toEqual([
      { operation: 'key:rotate' },
      { operation: 'key:retire' },
    ]);
  });

  it('change one after the other when two change them at once', async () => {
    for (let n = 0; n < 5; n += 1) await rotateCursorKey(database.url);
    const attempts = await Promise.allSettled([1, 2, 3].map(() => rotateCursorKey(database.url)));
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  });
});
