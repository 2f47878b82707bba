import { QuotaExhausted, createWorkItem, updateWorkItem, type Transaction } from '@worktrack/application';
import { CONTENT } from '../../test/content.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

/** Makes a text with hardly any repeated trigram: it adds tens of thousands of new entries to the index. */
function longText(seed: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyzабвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω0123456789';
  let [state, text] = [seed, ''];
  while (text.length < 64_000) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += letters[(state >>> 16) % letters.length] ?? '';
  }
  return text;
}

describe('The search texts of Work Items', () => {
  let database: TestDatabase;
  let world: World;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
  });

  afterAll(() => database.drop());

  it('are indexed by their own insert: no work is left for the next writer', async () => {
    const { unitOfWork } = await database.ports();
    const loud = await world.project(await world.organization(), await world.user(), 'LOUD');
    for (let seed = 1; seed <= 3; seed += 1) {
      await unitOfWork.run((tx) => createWorkItem(tx, loud, { ...CONTENT, description: longText(seed) }));
    }
    // Number of pages with pending entries, which the insert of another request would have to move into the index.
    const waiting = await database.sql(
      `select indexrelid::regclass::text as index, gin_clean_pending_list(indexrelid)::integer as pages
       from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam where amname = 'gin'`,
    );
    expect(waiting).toEqual([{ index: 'work_item_texts_by_trigrams', pages: 0 }]);
  });

  it('are counted in bytes before they are written, and nothing is written when they are refused', async () => {
    const exchanges: (readonly string[])[] = [];
    const { unitOfWork } = await database.ports({ observe: (names) => exchanges.push(names) });
    const scope = await world.project(await world.organization(), await world.user(), 'TEXT');
    const spent: number[] = [];
    const limits = { spendText: (bytes: number) => spent.push(bytes) };
    const { id } = await unitOfWork.run((tx) => createWorkItem(tx, scope, { ...CONTENT, title: 'ÉTÉ' }), limits);
    const update = (changes: object) => (tx: Transaction) =>
      updateWorkItem(tx, scope, { workItemId: id, expected: '*', changes, references: {}, namesStatus: false });
    await unitOfWork.run(update({ priority: 'high' }), limits);
    await unitOfWork.run(update({ description: 'x'.repeat(1_000) }), limits);
    // A short change of a long text counts the whole text.
    await unitOfWork.run(update({ title: 'y' }), limits);
    // Bytes of the title, the description, the key and the two separators.
    expect(spent).toEqual([5 + 3 + 0 + 3 + 6, 5 + 3 + 1_000 + 3 + 6, 1 + 3 + 1_000 + 3 + 6]);

    exchanges.length = 0;
    const refused = {
      spendText: () => {
        throw new QuotaExhausted('Too much.', 7);
      },
    };
    await expect(unitOfWork.run(update({ title: 'z' }), refused)).rejects.toThrow(QuotaExhausted);
    await expect(unitOfWork.run((tx) => createWorkItem(tx, scope, CONTENT), refused)).rejects.toThrow(QuotaExhausted);
    expect(exchanges.flat()).not.toContain('work-item-texts.write');
    expect(await unitOfWork.run((tx) => tx.workItemViews.one(scope, id))).toMatchObject({ title: 'y', revision: 4 });
  });
});
