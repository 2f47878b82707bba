import { randomBytes } from 'node:crypto';
import { isException, loadParser, parse, tablesOf } from '@worktrack/statement-rules';
import { Client } from 'pg';
import '../index.js';
import { everyShape } from '../../test/statements/every-shape.js';
import { GenericPlans } from '../../test/statements/generic-plans.js';
import { TestDatabase, withClient } from '../../test/test-database.js';
import { POLICY } from '../distribution/statement-policy.js';
import { migrate } from '../migrate.js';
import { allStatements } from './statement.js';

const isDeep = process.env.TEST_DEEP !== undefined;

/** One of this number of shapes is explained. */
const EXPLAINED = isDeep ? 2 : 4;

const OWNED = [...POLICY.tables].flatMap(([table, { rule }]) => (rule === 'own' ? table : []));

/** The deep tier also has the oldest PostgreSQL that is supported. */
const POSTGRES = [['the PostgreSQL of the tests', undefined] as const, ...oldest()];

function oldest(): readonly (readonly [name: string, url: string])[] {
  const url = process.env.TEST_OLDEST_DATABASE_URL;
  return url === undefined ? [] : [['PostgreSQL 15', url]];
}

describe.each(POSTGRES)('On %s the plan of every statement, whatever its values', (_name, server) => {
  let database: { readonly url: string; drop(): Promise<void> };
  let client: Client;
  let plans: GenericPlans;
  const checked = allStatements().filter(({ name }) => !isException(name, POLICY));

  /** Those that read or change a table of an Organization. */
  const ofOrganizations = (statements: readonly { readonly name: string; readonly text: string }[]) =>
    statements.filter(({ text }) => tablesOf(parse(text)).some((table) => OWNED.includes(table)));

  beforeAll(async () => {
    await loadParser();
    database = server === undefined ? await TestDatabase.create() : await databaseOn(server);
    client = new Client({ connectionString: database.url });
    await client.connect();
    plans = await GenericPlans.on(client, OWNED);
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const looseIn = async (statements: readonly { readonly name: string; readonly text: string }[]) => {
    const found: string[] = [];
    for (const { name, text } of statements) {
      for (const scan of await plans.looseScans(text)) found.push(`${name}: ${scan}`);
    }
    return found;
  };

  it('compares the Organization with a parameter or constant in each scan of a table of one', async () => {
    const statements = ofOrganizations(checked);
    expect(statements.length).toBeGreaterThan(150);
    expect(await looseIn(statements)).toEqual([]);
  });

  it('does so too where the text depends on the request', async () => {
    const shapes = (await everyShape(isDeep)).filter((_shape, at) => at % EXPLAINED === 0);
    expect(await looseIn(ofOrganizations(shapes))).toEqual([]);
  }, 600_000);

  it('shows a comparison that is taken away', async () => {
    const unseen: string[] = [];
    let count = 0;
    for (const { name, text } of ofOrganizations(checked)) {
      // Comparisons of the rights to act are not those of a table of an Organization.
      if (tablesOf(parse(text)).some((table) => POLICY.tables.get(table)?.rule === 'tied')) continue;
      // The scans of the audit trail have the names of its months.
      if (tablesOf(parse(text)).includes('audit_log')) continue;
      for (const { index, 0: comparison } of text.matchAll(/\borganization_id = \$1(?:::uuid)?/g)) {
        const [before, after] = [text.slice(0, index), text.slice(index + comparison.length)];
        const scans = await plans.looseScans(`${before}organization_id is not null${after}`, 'uuid');
        count += 1;
        if (scans.length === 0) unseen.push(`${name} at ${index}`);
      }
    }
    expect(count).toBeGreaterThan(150);
    expect(unseen).toEqual([]);
  });
});

/** The statements of the commonest transactions that name a table with row-level security. */
const HOTTEST = [
  'work-item.find',
  'work-item-view.names',
  'work-item-view.one',
  'work_items.update-or-fail',
  'work_items.update-or-fail.title_changed',
  'work-item-history.record-one',
  'item-flow.move-on',
  'status-spans.add',
  'comments.add',
  'project.find-to-add-to',
  'label.find',
  'audit-log.record',
] as const;

describe('Under row-level security the plan of every statement', () => {
  let database: TestDatabase;
  let client: Client;
  let plans: GenericPlans;

  beforeAll(async () => {
    database = await TestDatabase.create();
    client = new Client({ connectionString: database.url });
    await client.connect();
    plans = await GenericPlans.on(client, OWNED);
    await client.query(`set role worktrack_tx; set worktrack.organization = '10000000-0000-4000-8000-000000000000'`);
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** Scans by row, by the names of the statements. A statement that a transaction may not run has none. */
  const byRow = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
    const found = new Map<string, readonly string[]>();
    for (const { name, text } of allStatements()) {
      const scans = await plans.scansByRow(text).catch((error: unknown) => {
        // The functions of a cluster do not exist here.
        if (['42501', '42883'].includes((error as { code?: string }).code ?? '')) return undefined;
        throw error;
      });
      if (scans) found.set(name, scans);
    }
    return found;
  };

  it('looks the Organization of the policies up in an index', async () => {
    const found = await byRow();
    expect(found.size).toBeGreaterThan(250);
    for (const name of HOTTEST) expect([name, found.get(name)]).toEqual([name, []]);
    const others = [...found]
      .filter(([, scans]) => scans.length > 0)
      .map(([name, scans]) => `${name}: ${scans.join('; ')}`);
    expect(others).toEqual([]);
  });
});

/** Makes a migrated database on another PostgreSQL than that of the tests. */
async function databaseOn(server: string): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `plans_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await withClient(server, (client) => client.query(`create database ${name}`));
  await migrate(url.href);
  return {
    url: url.href,
    drop: () => withClient(server, async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}
