import {
  Access,
  Cursors,
  readSqueakQL,
  validateSqueakQL,
  type OrganizationScope,
  type SqueakQLQuery,
  type WorkItemContextView,
} from '@worktrack/application';
import { Calendar, TimeZone, type OrganizationId, type ProjectId, type UserId } from '@worktrack/domain';
import { CursorSeal } from '@worktrack/keyset';
import { matches, type Viewer } from '../../test/oracles/squeakql.js';
import { allPages } from '../../test/pages.js';
import { Maker, write, type OrganizationThing, type Thing } from '../../test/squeakql/people-and-things.js';
import { RandomQueries } from '../../test/squeakql/random-queries.js';
import { Random } from '../../test/squeakql/random.js';
import { TestDatabase } from '../../test/test-database.js';
import type { Database } from '../database.js';
import { StatementParameters, shapedView } from '../engine/statement.js';
import { readSearchPage } from '../work-item/collection/search-page.js';
import { squeakqlCondition } from './condition.js';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const NOW = Date.parse('2026-03-04T15:16:17.018Z');
const ITEMS = 500;
/** With `TEST_DEEP` the sizes take minutes. */
const QUERIES = process.env.TEST_DEEP === undefined ? 500 : 3_000;
const AT_ONCE = 50;
/** Days that begin at other instants than those of UTC. */
const CALENDARS = [
  'UTC',
  'America/Los_Angeles',
  'America/Havana',
  'Europe/Berlin',
  'Asia/Tokyo',
  'Pacific/Kiritimati',
].map((name) => new Calendar(TimeZone.parse(name)!));
const WALKS = process.env.TEST_DEEP === undefined ? 15 : 120;

jest.setTimeout(900_000);

it('A random query with thirteen costly conditions gives way to another one (SEED=21212)', () => {
  const organization = new Maker(new Random(1), NOW).organization(10);
  const text = new RandomQueries(new Random(21_212), organization, NOW).condition();
  expect(validateSqueakQL(text)).toMatchObject({ valid: true });
});

describe(`What SqueakQL finds among ${ITEMS} Work Items (SEED=${seed})`, () => {
  const random = new Random(seed);
  let organization: OrganizationThing;
  let testDatabase: TestDatabase;
  let database: Database;
  let whole: OrganizationScope;
  /** The scope of a viewer of two of the four Projects. */
  let restricted: OrganizationScope;

  beforeAll(async () => {
    testDatabase = await TestDatabase.create();
    const maker = new Maker(random, NOW);
    organization = maker.organization(ITEMS);
    await write(testDatabase, organization, random);
    await write(testDatabase, maker.organization(ITEMS / 10), random);
    await testDatabase.sql('vacuum analyze');
    database = await testDatabase.open();
    const [me] = organization.people;
    whole = Access.onBehalfOf(organization.id as OrganizationId, me?.id as UserId, 'member');
    const two = organization.projects.slice(0, 2).map(({ id }) => id as ProjectId);
    restricted = { ...whole, onlyProjects: new Set(two) };
  }, 60_000);

  afterAll(() => testDatabase.drop());

  const viewerOf = ({ onlyProjects }: OrganizationScope, now: number, { zone }: Calendar): Viewer => ({
    me: organization.people[0]!,
    projectIds: onlyProjects,
    people: organization.people,
    now,
    timeZone: zone,
  });

  const visibleTo = ({ onlyProjects }: OrganizationScope): Thing[] =>
    organization.things.filter(({ projectId }) => onlyProjects?.has(projectId as ProjectId) ?? true);

  /** Checks each visible item against all queries, deleted and archived items included, with one statement. */
  async function matchesOf(
    queries: readonly SqueakQLQuery[],
    scope: OrganizationScope,
    calendar: Calendar,
  ): Promise<Map<string, boolean[]>> {
    const parameters = new StatementParameters();
    const organizationId = parameters.add(scope.organizationId, 'uuid');
    const now = new Date(NOW);
    const context = { parameters, organizationId, viewer: scope, now, calendar };
    const columns = queries.map((query) => `coalesce(${squeakqlCondition(query, context)}, false)`);
    const projects = visibleTo(scope).map(({ projectId }) => projectId);
    const text = `select item.id, array[${columns.join(', ')}] as matched from work_items item
      where item.organization_id = ${organizationId} and item.project_id = any(${parameters.add([...new Set(projects)], 'uuid[]')})`;
    const rows = await database.connections.rows<{ id: string; matched: boolean[] }>(
      shapedView('differential', text, false),
      parameters.values,
    );
    return new Map(rows.map(({ id, matched }) => [id, matched]));
  }

  it(`is what the page of the language says, for ${QUERIES} queries`, async () => {
    const texts = new RandomQueries(random, organization, NOW);
    let found = 0;
    let comparisons = 0;
    for (let at = 0; at < QUERIES; at += AT_ONCE) {
      const scope = (at / AT_ONCE) % 3 === 0 ? restricted : whole;
      const calendar = random.of(CALENDARS);
      const viewer = viewerOf(scope, NOW, calendar);
      const batch = Array.from({ length: AT_ONCE }, () => texts.condition());
      const queries = batch.map((text) => readSqueakQL(text, 'query'));
      const rows = await matchesOf(queries, scope, calendar);
      for (const thing of visibleTo(scope)) {
        for (const [index, { condition }] of queries.entries()) {
          const expected = matches(condition, thing, viewer);
          const actual = rows.get(thing.id)?.[index];
          comparisons += 1;
          if (expected) found += 1;
          if (actual === expected) continue;
          const { links, history, comments, ...rest } = thing;
          const beside = { links: links.map(({ relation, other }) => [relation, other.projectKey, other.number]) };
          throw new Error(
            `${batch[index]!}\n${String(expected)} expected of ${JSON.stringify({ ...rest, parent: rest.parent?.number, ...beside, history, comments }, undefined, 1)}`,
          );
        }
      }
    }
    // Neither side may be empty, or nothing was compared.
    expect(found / comparisons).toBeGreaterThan(0.1);
    expect(found / comparisons).toBeLessThan(0.9);
  });

  const cursors = new Cursors(new CursorSeal(Buffer.alloc(32, 1)));

  it(`comes page by page, each row once, in the order asked for, in ${WALKS} walks`, async () => {
    for (let walk = 0; walk < WALKS; walk += 1) {
      // A search takes "now" from the clock of the database.
      const now = Date.now();
      const texts = new RandomQueries(random, organization, now);
      const text = `${random.once(3) ? 'archived = FALSE OR archived = TRUE' : texts.condition()}${random.once(6) ? '' : texts.order()}`;
      const query = readSqueakQL(text, 'query');
      const scope = random.of([whole, whole, restricted]);
      const calendar = random.of(CALENDARS);
      const rows = await allPages<WorkItemContextView>(random.of([1, 7, 50, 200]), (page) =>
        readSearchPage(database.connections, cursors, scope, {
          ...page,
          query,
          calendar,
          archivedToo: query.fields.includes('archived'),
          bound: text,
        }),
      );
      const viewer = viewerOf(scope, now, calendar);
      const expected = visibleTo(scope)
        .filter(({ deleted, archived }) => !deleted && (!archived || query.fields.includes('archived')))
        .filter((thing) => matches(query.condition, thing, viewer))
        .sort(inOrderOf(query));
      expect({ text, ids: rows.map(({ id }) => id) }).toEqual({ text, ids: expected.map(({ id }) => id) });
    }
  });
});

type Value = string | number | null;

const RANKS: Readonly<Record<string, readonly string[]>> = {
  type: ['task', 'bug', 'story', 'feature', 'epic'],
  status: ['backlog', 'todo', 'in_progress', 'in_review', 'done'],
  priority: ['low', 'medium', 'high', 'urgent'],
};

/** Compares texts by code point, which is the order of their UTF-8 bytes. */
const compareTexts = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

function compare(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return Number(one) - Number(other);
}

function inOrderOf({ orderBy }: SqueakQLQuery): (one: Thing, other: Thing) => number {
  const keys = [...orderBy, { field: 'updated', direction: 'desc' }, { field: 'key', direction: 'desc' }] as const;
  const valueOf = (thing: Thing, field: string): Value => {
    const value = thing[field as keyof Thing] as Value;
    return RANKS[field]?.indexOf(value as string) ?? value;
  };
  return (one, other) => {
    for (const { field, direction } of keys) {
      const turn = direction === 'asc' ? 1 : -1;
      if (field === 'key') {
        const order = compareTexts(one.projectKey, other.projectKey) || one.number - other.number;
        if (order !== 0) return turn * order;
        continue;
      }
      const [a, b] = [valueOf(one, field), valueOf(other, field)];
      if (a === b) continue;
      // Nulls are last in both directions.
      if (a === null) return 1;
      if (b === null) return -1;
      const order = compare(a, b);
      if (order !== 0) return turn * order;
    }
    return 0;
  };
}
