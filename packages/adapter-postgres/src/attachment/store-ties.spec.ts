import { randomUUID } from 'node:crypto';
import { TestDatabase } from '../../test/test-database.js';

describe('The tie of a database to its store', () => {
  let database: TestDatabase;
  let ties: Awaited<ReturnType<TestDatabase['ports']>>['storeTies'];

  beforeAll(async () => {
    database = await TestDatabase.create();
    ({ storeTies: ties } = await database.ports());
  });

  afterAll(() => database.drop());

  it('is created once by concurrent callers, and replaced on request', async () => {
    expect(await ties.find()).toBeUndefined();
    const begun = await Promise.all(Array.from({ length: 4 }, () => ties.begin(randomUUID())));
    expect(new Set(begun).size).toBe(1);
    expect(await ties.find()).toEqual({ storeId: begun[0], isOfThisDatabase: true });
    const storeId = randomUUID();
    await ties.replace(storeId);
    expect(await ties.find()).toEqual({ storeId, isOfThisDatabase: true });
    expect(await ties.begin(randomUUID())).toBe(storeId);
  });

  it('is not that of a copy, until the copy replaces it', async () => {
    const original = await TestDatabase.create();
    const { storeTies } = await original.ports();
    await storeTies.begin(randomUUID());
    await original.closeAll();
    const copy = await original.copy();
    const { storeTies: copied } = await copy.ports();
    expect(await copied.find()).toMatchObject({ isOfThisDatabase: false });
    const storeId = randomUUID();
    await copied.replace(storeId);
    expect(await copied.find()).toEqual({ storeId, isOfThisDatabase: true });
    await copy.drop();
    await original.drop();
  });

  it('cannot recognise copies where the role may not read the identifier of the cluster, and works all the same', async () => {
    const denied = await TestDatabase.create();
    await denied.sql('revoke execute on function pg_control_system() from public');
    const { storeTies } = await denied.ports();
    const storeId = await storeTies.begin(randomUUID());
    expect(await storeTies.find()).toEqual({ storeId, isOfThisDatabase: true });
    await denied.drop();
  });
});
