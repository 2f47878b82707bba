import type { Caller } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenLabel, givenWorkItem } from '../kit/given.js';
import { walk } from '../kit/paging.js';
import { seed } from '../kit/random.js';
import { expectRefusal } from '../kit/refusals.js';
import { isDeep } from '../kit/tier.js';
import { PRIORITIES, STATUSES, TYPES } from '../kit/words.js';
import { World } from '../kit/world.js';
import { expectedList } from './expected-list.js';

const COMBINATIONS = isDeep ? 500 : 120;
const ITEMS_OF_A_PROJECT = 24;
/** Instants that many items share, so that orders are decided by the key and the id. */
const INSTANTS = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.123Z'];
const DUE = ['2020-02-29T12:00:00.000Z', '2021-01-01T00:00:00.000Z', '2090-01-01T00:00:00.000Z', null, null];
const WORDS = ['Launch', 'plan', 'ÉCLAIR', '50%', 'a_b', 'Straße', 'back\\slash', 'WEB-1'];

const world = new World('random-filters');
const facts = new Facts(world.databaseUrl);
const traveller = world.caller('traveller');

/** A small generator, so that one number repeats the whole run. */
let state = seed >>> 0;
function random(below: number): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const one = <T>(of: readonly T[]): T => of[random(of.length)]!;
const some = <T>(of: readonly T[]): T[] => [one(of), ...(random(2) === 0 ? [one(of)] : [])];
const oftenNot = (): boolean => random(4) > 0;

interface Project {
  readonly id: string;
  readonly key: string;
  readonly organization: any;
  readonly path: string;
  readonly labels: readonly any[];
  readonly sprint: string;
  /** The possible assignees in this Project. */
  readonly people: readonly (string | null)[];
}

/** A Work Item as the test knows it, with where it lies. */
interface Known {
  readonly item: any;
  readonly project: Project;
  readonly archived: boolean;
}

const projects: Project[] = [];
const known: Known[] = [];

beforeAll(async () => {
  const at = async (key: string, beside: 'foreign' | undefined, keeper: Caller, colleague: string): Promise<void> => {
    const path = world.project(key, beside);
    const { id } = (await keeper.get(path)).body;
    const organization = (await traveller.get(world.org(beside))).body;
    const labels = [await givenLabel(keeper, path, 'Red'), await givenLabel(keeper, path, `Only ${key}`)];
    const people = [world.user('traveller').id, world.user('traveller').id, world.user(colleague).id, null];
    projects.push({ id, key, organization, path, labels, people, sprint: await facts.sprint(id, `Sprint of ${key}`) });
  };
  await at('WEB', undefined, world.owner, 'owner');
  await at('HAM', undefined, world.owner, 'owner');
  await at('WEB', 'foreign', world.stranger, 'stranger');
  await at('FOR', 'foreign', world.stranger, 'stranger');
  await facts.grantProject(world.token('traveller mixed').credentialId, projects[0]!.id);
  for (const project of projects) await populate(project);
}, 120_000);

async function populate(project: Project): Promise<void> {
  const keys: string[] = [];
  for (let n = 0; n < ITEMS_OF_A_PROJECT; n += 1) {
    const made = await givenWorkItem(traveller, project.path, {
      title: `${one(WORDS)} ${one(WORDS)}`,
      description: random(2) === 0 ? null : `${one(WORDS)}.`,
      type: one(TYPES),
      status: one(STATUSES),
      priority: one(PRIORITIES),
      assigneeId: one(project.people),
      sprintId: random(2) === 0 ? project.sprint : null,
      parentId: keys.length > 0 && random(3) === 0 ? keys[0] : null,
      dueDate: one(DUE),
    });
    keys.push(made.key);
    const path = `${project.path}/work-items/${String(made.key)}`;
    if (random(2) === 0) await traveller.post(`${path}/labels`, { label: one(project.labels).id }, { ifMatch: '*' });
    const updatedAt = random(2) === 0 ? INSTANTS[0]! : one(INSTANTS);
    await facts.updateTimes([made.id], updatedAt);
    const archived = n > 0 && random(5) === 0;
    if (archived) await facts.archiveWorkItem(made.id);
    const { body } = await traveller.get(path);
    expect(body.updatedAt).toBe(updatedAt);
    if (n > 0 && random(8) === 0) await facts.deleteWorkItem(made.id);
    else known.push({ item: body, project, archived });
  }
}

type Filter = Record<string, string | string[]>;

/** The collections that reach across Projects; the traveller made every item, and commented on none. */
const COLLECTIONS = {
  organization: `${world.org()}/work-items`,
  mine: '/api/v1/my/work',
  profile: `/api/v1/users/${world.user('traveller').publicId}/work`,
} as const;
type Collection = keyof typeof COLLECTIONS;

/** Any filter, whether or not what it names can be seen. */
function anyFilter(collection: Collection): Filter {
  const project = one(projects);
  const all: Record<string, () => string | string[]> = {
    q: () => one([...WORDS, 'launch PLAN', 'é', '%', '_', '\\', 'web-', 'absent']),
    status: () => some(STATUSES),
    type: () => some(TYPES),
    priority: () => some(PRIORITIES),
    scope: () => one(['all', 'open', 'closed']),
    sprint: () => one([project.sprint, 'none']),
    label: () => some(project.labels).map(({ id }) => id),
    labelName: () => some(['RED', ' red ', `only ${project.key}`, 'unheard']),
    parent: () => `${project.key}-${random(3) === 0 ? 2 : 1}`,
    topLevel: () => one(['true', 'false', '0', '1']),
    updatedAfter: () => one(INSTANTS),
    overdue: () => one(['true', 'false']),
    dueBefore: () => one(['2021-01-01T00:00:00Z', '2021-01-01T00:00:00.0001Z', '2090-01-01T00:00:00+00:00']),
    dueAfter: () => one(['2020-02-29T12:00:00Z', '2021-01-01T01:00:00+01:00']),
    sort: () => one(['updated', 'dueDate', 'priority', 'rank']),
    archived: () => 'true',
    project: () => some(projects).map(({ key }) => key),
    ...(collection === 'profile' && {
      organization: () => some(projects).map(({ organization }) => organization.slug as string),
      involvement: () => some(['assigned', 'created', 'commented']),
    }),
    ...(collection === 'organization' && {
      assignee: () => one(['me', 'none', world.user('owner').id, world.user('traveller').publicId]),
    }),
  };
  const rarely = ['involvement', 'archived', 'label', 'sprint', 'parent', 'topLevel', 'dueBefore', 'dueAfter'];
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => (name === 'sort' ? true : !oftenNot() && (!rarely.includes(name) || random(2) === 0)))
      .map(([name, value]) => [name, value()]),
  );
}

const list = (value: string | string[] | undefined): string[] => (value === undefined ? [] : [value].flat());

/** The parameters that point at nothing visible, or contradict each other. */
function refused(filter: Filter, visible: readonly Project[]): boolean {
  const isThere = (key: string): boolean =>
    known.some(({ item, project }) => item.key === key && visible.includes(project));
  return (
    list(filter.organization).some((slug) => !visible.some(({ organization }) => organization.slug === slug)) ||
    list(filter.project).some((key) => !visible.some((project) => project.key === key)) ||
    list(filter.label).some((id) => !visible.some(({ labels }) => labels.some((label) => label.id === id))) ||
    list(filter.sprint).some((id) => id !== 'none' && !visible.some(({ sprint }) => sprint === id)) ||
    list(filter.parent).some((key) => !isThere(key)) ||
    (filter.parent !== undefined && ['true', '1'].includes(String(filter.topLevel)))
  );
}

/** True when the item is in the collection before any other filter is applied. */
function belongsTo(collection: Collection, filter: Filter, item: any): boolean {
  const isAssigned = item.assignee?.id === world.user('traveller').id;
  if (collection === 'mine') return isAssigned;
  const ways = filter.involvement === undefined ? ['created'] : list(filter.involvement);
  return collection === 'organization' || ways.includes('created') || (ways.includes('assigned') && isAssigned);
}

/** The rows that the contract expects, of items that the caller can see. */
function expectedRows(collection: Collection, filter: Filter, visible: readonly Project[]): Known[] {
  const traveller = world.user('traveller');
  const { project: keys, organization: slugs, involvement: _, ...others } = filter;
  const here = known.filter(
    ({ item, project }) =>
      visible.includes(project) &&
      belongsTo(collection, filter, item) &&
      (keys === undefined || list(keys).includes(project.key)) &&
      (slugs === undefined || list(slugs).includes(project.organization.slug)),
  );
  const query = new URLSearchParams(pairsOf({ scope: collection === 'organization' ? 'all' : 'open', ...others }));
  if (query.get('assignee') === traveller.publicId) query.set('assignee', traveller.id);
  const items = here.map(({ item }) => item);
  const asking = { userId: traveller.id, asOf: new Date().toISOString() };
  return expectedList(items, query, asking).map((item) => here[items.indexOf(item)]!);
}

const pairsOf = (filter: Filter): [string, string][] =>
  Object.entries(filter).flatMap(([name, value]) => list(value).map((each): [string, string] => [name, each]));

describe(`${COMBINATIONS} filters at random`, () => {
  it.each([
    ['both Organizations', 'traveller', [0, 1, 2, 3]],
    ['one Project', 'traveller of WEB only', [0]],
    ['one Organization and one Project of the other', 'traveller mixed', [0, 2, 3]],
  ] as const)(
    'show a token of %s what the contract says, in its order',
    async (_what, token, indexes) => {
      const caller = world.caller(token);
      const granted = indexes.map((index) => projects[index]!);
      const home = granted.filter(({ organization }) => organization.slug === world.slug);
      let shown = 0;
      for (let n = 0; n < COMBINATIONS / 3; n += 1) {
        const collection = one(['organization', 'mine', 'profile'] as const);
        const filter = anyFilter(collection);
        const visible = collection === 'organization' ? home : granted;
        const target = `${COLLECTIONS[collection]}?${new URLSearchParams(pairsOf(filter)).toString()}`;
        if (refused(filter, visible)) {
          expectRefusal(await caller.get(target), 'VALIDATION_ERROR');
          continue;
        }
        const expected = expectedRows(collection, filter, visible);
        const rows = await walk(caller, `${target}&limit=${one([1, 2, 3, 7, 200])}`);
        const inWords = (found: { id: string }[]): string => `${target}\n${found.map(({ id }) => id).join('\n')}`;
        expect(inWords(rows)).toBe(inWords(expected.map(({ item }) => item)));
        for (const [at, { item, project }] of expected.entries()) {
          expect(rows[at]).toMatchObject({ key: item.key, revision: item.revision, title: item.title });
          expect(rows[at].project).toMatchObject({ id: project.id, key: project.key });
          expect(rows[at].organization.id).toBe(project.organization.id);
          const { publicId, name } = world.user('traveller');
          expect(rows[at].reporter).toEqual(collection === 'profile' ? { publicId, name } : undefined);
        }
        shown += rows.length;
      }
      // Enough rows passed the filters for the test to mean something.
      expect(shown).toBeGreaterThan(COMBINATIONS / 10);
    },
    240_000,
  );
});
