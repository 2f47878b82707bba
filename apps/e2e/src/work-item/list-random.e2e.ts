import { concurrently } from '../kit/concurrently.js';
import { Facts } from '../kit/facts.js';
import { givenLabel } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { Chance, seed } from '../kit/random.js';
import { isDeep } from '../kit/tier.js';
import { MEMBERS, PRIORITIES, STATUSES, TYPES } from '../kit/words.js';
import { World } from '../kit/world.js';
import { expectedList } from './expected-list.js';
import { ItemList } from './item-list.js';
import { type Askable, randomQuery } from './random-query.js';

const world = new World('list-random');
const { owner, admin } = world;
const facts = new Facts(world.databaseUrl);
const chance = new Chance(seed);

const ITEMS = 500;
const QUERIES = isDeep ? 2_000 : 120;
const MINUTES = 60_000;

const WORDS = [
  'Launch',
  'plan',
  'ÜBER',
  'straße',
  '100%',
  'a_b',
  'C:\\x',
  'ёлка',
  'fix',
  'The',
  'BUG',
  "o'clock",
  '😀',
];
const USERS = ['owner', 'admin', 'member', 'traveller'];
const DAY = 86_400_000;
/** Few, so that many items have one in common; none of them near the present. */
const DAYS = [-400, -399, -30, -30.5, -2, 2, 30, 30.000_001, 400];

let list: ItemList;
let askable: Askable;

beforeAll(async () => {
  list = await ItemList.of(world);
  const sprintIds = [await facts.sprint(list.project.id, 'One'), await facts.sprint(list.project.id, 'Two')];
  const labels: any[] = [];
  for (const name of ['bug', 'ui', 'größe', 'a_b', 'unused']) labels.push(await givenLabel(admin, list.path, name));
  const userIds = USERS.map((name) => world.user(name).id);

  const made: any[] = [];
  const orNull = <Value>(value: Value): Value | null => (chance.once(3) ? null : value);
  const day = (): string => new Date(Date.now() + chance.of(DAYS) * DAY).toISOString();
  const dueDates = Array.from({ length: 12 }, day);
  const wishes = Array.from({ length: ITEMS }, (_, n) => ({
    title: chance.some(WORDS, 4).join(' '),
    description: orNull(chance.some(WORDS, 6).join('\n')),
    type: chance.of(TYPES),
    status: chance.of(STATUSES),
    priority: chance.of(PRIORITIES),
    assigneeId: orNull(chance.of(userIds)),
    sprintId: orNull(chance.of(sprintIds)),
    storyPoints: orNull(chance.below(9)),
    dueDate: orNull(chance.of(dueDates)),
    // Parents are among the first twenty items, so that each has many children.
    parentNumber: n > 20 ? orNull(1 + chance.below(20)) : null,
  }));
  // Created one after the other, so that the same seed gives the same numbers.
  for (const { parentNumber, title, ...members } of wishes) {
    const parentId = parentNumber === null ? null : `${list.project.key}-${parentNumber}`;
    made.push(await list.add(title, { ...members, parentId }));
  }
  await spreadFacts(made, labels.slice(0, 4));

  // Others that are never to be seen.
  const neighbour = await ItemList.of(world);
  await concurrently(8, wishes.slice(0, 20), async ({ title, type, status, priority, dueDate }) => {
    await neighbour.add(title, { type, status, priority, dueDate });
  });

  const answers = await concurrently(8, made, ({ key }) => owner.get(world.item(key)));
  const items = answers.filter(({ status }) => status === 200).map(({ body }) => body);
  expect(items.length).toBeLessThan(ITEMS);
  askable = { items, userIds, sprintIds, labels };
}, 5 * MINUTES);

/** Labels, archived and deleted items, and updates at few instants. */
async function spreadFacts(made: readonly any[], labels: readonly any[]): Promise<void> {
  for (const { id } of labels) {
    const labelled = made.filter(() => chance.once(4));
    await facts.attachLabel(
      id,
      labelled.map((item) => item.id),
    );
  }
  for (const [at, { id }] of made.entries()) {
    if (chance.once(12)) await facts.archiveWorkItem(id);
    // A parent that is gone could not be asked for.
    if (chance.once(25) && at > 20) await facts.deleteWorkItem(id);
  }
  const instants = Array.from({ length: 40 }, () => new Date(Date.now() - chance.below(100) * DAY).toISOString());
  for (const [at, instant] of instants.entries()) {
    await facts.updateTimes(
      made.filter((_, n) => n % instants.length === at).map(({ id }) => id),
      instant,
    );
  }
}

/** A summary of the contract's §5.5, made of the whole item. */
function summaryOf(item: any, fields: string | null): object {
  const all = { ...item, parentId: item.parent?.id ?? null };
  const named = fields === null ? MEMBERS.workItemSummary : ['id', 'key', 'revision', ...fields.split(',')];
  return Object.fromEntries(
    MEMBERS.workItemSummary.filter((name) => named.includes(name)).map((name) => [name, all[name]]),
  );
}

it(
  `${QUERIES} random queries over ${ITEMS} items show what the contract's words make of them, every third one page by page`,
  async () => {
    const asking = { userId: world.user('owner').id, asOf: new Date().toISOString() };
    const cases = Array.from({ length: QUERIES }, (_, n) => ({
      query: new URLSearchParams(randomQuery(chance, askable)),
      pages: n % 3 === 0 ? 1 + chance.below(12) : 1,
    }));
    const wrong: object[] = [];
    let several = 0;
    await concurrently(8, cases, async ({ query, pages }) => {
      const expected = expectedList(askable.items, query, asking).map((item) => summaryOf(item, query.get('fields')));
      const limit = pages === 1 ? 200 : Math.min(200, Math.ceil((expected.length + 1) / pages));
      const shown = await walk(owner, `${list.path}/work-items?${String(query)}&limit=${limit}`);
      if (JSON.stringify(shown) !== JSON.stringify(expected))
        wrong.push({ seed, query: String(query), limit, shown, expected });
      if (expected.length > 1) several += 1;
    });
    expect({ wrong: wrong.length, first: wrong[0] }).toEqual({ wrong: 0, first: undefined });
    // Enough queries find several items for the test to mean something.
    expect(several).toBeGreaterThan(QUERIES / 3);
  },
  8 * MINUTES,
);
