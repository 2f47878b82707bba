import {
  MOST_BULK_BYTES,
  bulkCreation,
  bulkUpdate,
  createWorkItem,
  runBulk,
  type CheckedOperation,
  type OrganizationScope,
  type ProjectScope,
  type RenderedOutcome,
  type WorkItemView,
} from '@worktrack/application';
import { WorkItemKey, type SprintId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { randomNumbers, seed } from '../../test/random-numbers.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

jest.setTimeout(120_000);

/** The longest legal description: each of its characters is six bytes of JSON. */
const LONGEST = '\u0001'.repeat(64_000);
const OPERATIONS = 50;

const isDone = (outcome: RenderedOutcome) => 'workItem' in outcome;
const codeOf = (outcome: RenderedOutcome) => ('refusal' in outcome ? outcome.refusal.code : 'done');
const bytesOf = ({ text }: RenderedOutcome) => Buffer.byteLength(text, 'utf8');

describe(`The results of a bulk request (SEED=${seed})`, () => {
  let database: TestDatabase;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let world: World;
  let scope: OrganizationScope;
  let web: ProjectScope;
  let sprint: SprintId;
  const exchanges: (readonly string[])[] = [];

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    const [acme, ada] = [await world.organization(), await world.user()];
    scope = world.scope(acme, ada);
    web = await world.project(acme, ada);
    sprint = await world.sprint(web);
    ports = await database.ports({ observe: (names) => exchanges.push(names) });
  });

  afterAll(() => database.drop());

  const create = (description: string | null): Promise<WorkItemView> =>
    ports.unitOfWork.run((tx) => createWorkItem(tx, web, { ...CONTENT, description }));
  const run = (operations: readonly CheckedOperation[]) => ports.unitOfWork.run((tx) => runBulk(tx, scope, operations));
  const rename = ({ key }: WorkItemView, title: string): CheckedOperation => {
    const workItemKey = WorkItemKey.parse(key);
    const target = { projectKey: workItemKey?.projectKey, workItemKey, expected: 1 };
    return bulkUpdate(target, {
      changes: { title, storyPoints: 8 },
      references: { sprintId: sprint },
      namesStatus: false,
    });
  };

  /** Reads the items and the number of their rows in other tables. */
  const tracesOf = (ids: readonly string[]) =>
    database.sql(
      `select item.id, item.title, item.revision, item.number, item.sprint_id, text.folded,
         (select count(*)::integer from work_item_history past where past.work_item_id = item.id) as history,
         (select count(*)::integer from status_spans span where span.work_item_id = item.id) as spans,
         (select count(*)::integer from sprint_entries entry where entry.work_item_id = item.id) as entries
       from work_items item join work_item_texts text on text.work_item_id = item.id
       where item.id = any($1::uuid[]) order by item.number`,
      [ids],
    );

  /** Checks the rule: the results of performed operations fit into the limit, and those of refused operations would not have fitted. */
  const expectBounded = async (outcomes: readonly RenderedOutcome[], alone: (index: number) => Promise<number>) => {
    let sum = 0;
    for (const [index, outcome] of outcomes.entries()) {
      if (!isDone(outcome)) expect(sum + (await alone(index))).toBeGreaterThan(MOST_BULK_BYTES);
      sum += bytesOf(outcome);
      expect(sum).toBeLessThanOrEqual(MOST_BULK_BYTES + OPERATIONS * 500);
    }
    expect(outcomes.filter(isDone).reduce((bytes, outcome) => bytes + bytesOf(outcome), 0)).toBeLessThanOrEqual(
      MOST_BULK_BYTES,
    );
  };

  it('stay within 8 MiB: an operation too many is undone, and a short one after it is done', async () => {
    const items: WorkItemView[] = [];
    for (let n = 0; n < OPERATIONS; n += 1) items.push(await create(n === OPERATIONS - 1 ? null : LONGEST));
    const before = await tracesOf(items.map(({ id }) => id));
    const outcomes = await run(items.map((item, n) => rename(item, `Renamed ${n}`)));
    const done = outcomes.filter(isDone);
    // 21 results, each with a text of 384,000 bytes, fit into the limit; the 22nd exceeds it.
    expect(outcomes.map(codeOf)).toEqual(
      outcomes.map((_, n) => (n < 21 || n === OPERATIONS - 1 ? 'done' : 'PAYLOAD_TOO_LARGE')),
    );
    expect(done.every((outcome) => bytesOf(outcome) > 0)).toBe(true);
    const after = await tracesOf(items.map(({ id }) => id));
    for (const [n, outcome] of outcomes.entries()) {
      if (!isDone(outcome)) expect(after[n]).toEqual(before[n]);
      else
        expect(after[n]).toMatchObject({ title: `Renamed ${n}`, revision: 2, spans: 2, entries: 1, sprint_id: sprint });
    }
    const [refused] = await run([rename(items[21]!, 'Alone')]);
    expect(refused).toMatchObject({ workItem: { title: 'Alone', revision: 2 } });
  });

  it('give the number of a creation that is undone to the next one', async () => {
    const items: WorkItemView[] = [];
    for (let n = 0; n < 21; n += 1) items.push(await create(LONGEST));
    const small = await create(null);
    const long = bulkCreation(web.projectKey, { ...CONTENT, description: LONGEST });
    const short = bulkCreation(web.projectKey, CONTENT);
    const outcomes = await run([...items.map((item) => rename(item, 'x')), long, short]);
    expect(outcomes.slice(-2).map(codeOf)).toEqual(['PAYLOAD_TOO_LARGE', 'done']);
    const [last] = outcomes.slice(-1);
    // The attempt to perform all together took two numbers, which stay unused; the next attempt took two more.
    const number = Number(small.key.split('-')[1]) + 3;
    expect(last).toMatchObject({ workItem: { key: `${web.projectKey}-${number}` } });
  });

  it('are still one round trip where they fit, however many there are', async () => {
    const items: WorkItemView[] = [];
    for (let n = 0; n < OPERATIONS; n += 1) items.push(await create('x'.repeat(30_000)));
    exchanges.length = 0;
    const outcomes = await run(items.map((item, n) => rename(item, `Renamed ${n}`)));
    expect(outcomes.every(isDone)).toBe(true);
    expect(exchanges.map(([first]) => first)).toEqual([
      'begin',
      'sprint.hold',
      'work-item.find-many-across',
      'work_items.update-many',
      'sprint-ledger.enter',
    ]);
  });

  it('are what the rule says, whatever lengths come in whatever order', async () => {
    const random = randomNumbers(seed);
    const texts = [null, 'a', LONGEST, LONGEST.slice(0, 40_000), '😀'.repeat(64_000), 'b'.repeat(64_000)];
    const items: WorkItemView[] = [];
    for (let n = 0; n < OPERATIONS; n += 1) items.push(await create(texts[Math.floor(random() * texts.length)]!));
    const outcomes = await run(items.map((item, n) => rename(item, `Renamed ${n}`)));
    expect(outcomes.some(isDone)).toBe(true);
    await expectBounded(outcomes, async (index) => {
      const [alone] = await run([rename(items[index]!, `Renamed ${index}`)]);
      return bytesOf(alone!);
    });
  });
});
