import {
  describe as described,
  isException,
  loadParser,
  loose,
  mutantsOf,
  parse,
  refusedByCluster,
  starredTables,
  superfluous,
  type Policy,
} from '@worktrack/statement-rules';
import type { ClientBase } from 'pg';
import '../index.js';
import { figures } from '../../test/figures.js';
import { BESIDE_THE_REGISTRY, filesThatSend } from '../../test/statements/beside-the-registry.js';
import { everyShape } from '../../test/statements/every-shape.js';
import { familiesInSources } from '../../test/statements/families.js';
import { POLICY } from '../distribution/statement-policy.js';
import { BACKFILLS } from '../migrations/backfills.js';
import { recordAsOwner } from '../mutation/record-as-owner.js';
import { INVARIANTS } from '../verification/invariants.js';
import { restrictedName } from './row-security.js';
import { type Statement, allStatements } from './statement.js';

const isDeep = process.env.TEST_DEEP !== undefined;

/** One of this number of shapes is also checked without each of its comparisons. */
const ABLATED = isDeep ? 1 : 25;

/** The share of the comparisons whose absence must be seen. */
const SEEN = 0.9;

describe('Every statement', () => {
  const registered = allStatements();
  let shapes: readonly Statement[];

  beforeAll(async () => {
    await loadParser();
    shapes = await everyShape(isDeep);
    figures.add('statements parsed', registered.length + shapes.length);
  });

  it('is registered', () => {
    expect(registered.length).toBeGreaterThan(300);
  });

  it('has a name of its own that PostgreSQL does not cut, with the prefix of a transaction of one Organization', () => {
    expect(new Set(registered.map(({ name }) => name)).size).toBe(registered.length);
    for (const { name } of [...registered, ...shapes]) {
      expect(Buffer.byteLength(restrictedName(name))).toBeLessThanOrEqual(63);
    }
  });

  it('of a family whose text depends on the request is built in every form', () => {
    const names = new Set(registered.map(({ name }) => name));
    const built = shapes.map(({ name }) => name.replace(/\.[0-9a-f]{16}$/, '')).filter((name) => !names.has(name));
    const families = familiesInSources();
    expect(families.length).toBeGreaterThan(10);
    expect([...new Set(built)].sort()).toEqual(families);
  });

  it('limits each table of an Organization to an Organization', () => {
    expect(loose(registered, POLICY).map(described)).toEqual([]);
  });

  it('that depends on the request does so in every form', () => {
    expect(loose(shapes, POLICY).map(described)).toEqual([]);
  });

  it('that is an exception needs to be one', () => {
    expect(superfluous(registered, POLICY)).toEqual([]);
  });

  it('that reads several Organizations at once is of one of six kinds', () => {
    const kinds = POLICY.exceptions.filter(({ rule }) => rule === 'own');
    expect(kinds.length).toBeLessThanOrEqual(6);
  });

  it('without any one of its comparisons is found, or says the same', () => {
    const ablated = [...registered, ...shapes.filter((_shape, at) => at % ABLATED === 0)];
    const mutants = ablated
      .filter(({ name }) => !isException(name, POLICY))
      .flatMap(({ name, text }) => mutantsOf(parse(text), POLICY).map((mutant) => ({ name, ...mutant })));
    expect(mutants.length).toBeGreaterThan(900);
    const survivors = mutants.filter(({ isSeen }) => !isSeen);
    const seen = mutants.length - survivors.length;
    figures.add('mutants of statements', mutants.length);
    figures.add('mutants of statements seen', seen);
    figures.most('mutation score of statements, percent', Math.floor((1_000 * seen) / mutants.length) / 10);
    expect(survivors.length).toBeLessThan((1 - SEEN) * mutants.length);
    expect(survivors.filter(({ isImplied }) => !isImplied)).toEqual([]);
  });

  it('that changes rows may run on several machines of a cluster', () => {
    const refused = registered.flatMap(({ name, text }) =>
      refusedByCluster(parse(text)).map((why) => `${name}: ${why}`),
    );
    // One machine has the leases.
    expect(refused.filter((why) => !why.includes(': leases: '))).toEqual([]);
  });

  it('reads columns by name, so that a new one never breaks a prepared statement', () => {
    const starred = registered.filter(({ text }) => starredTables(parse(text)).length > 0);
    expect(starred.map(({ name }) => name)).toEqual([]);
  });
});

describe('SQL of the owner of the database', () => {
  beforeAll(loadParser);

  /** Each table is tied to the Organization. The tasks of the owner run on one machine and need no comparison of its own. */
  const tied: Policy = {
    tables: new Map([...POLICY.tables].map(([table, { column }]) => [table, { column, rule: 'tied' }] as const)),
    exceptions: [],
  };

  it('is registered, or stands in a list with the reason', () => {
    expect(filesThatSend()).toEqual(Object.values(BESIDE_THE_REGISTRY).flat().sort());
    for (const reason of Object.keys(BESIDE_THE_REGISTRY)) expect(reason).toMatch(/^[A-Z].{30,}\.$/);
  });

  const verifications = INVARIANTS.map(({ says, violations }) => ({
    name: says,
    text: violations((alias) => `${alias}.organization_id = $1`),
  }));

  it('for the verification of one Organization is limited to it', () => {
    expect(loose(verifications, tied).map(described)).toEqual([]);
  });

  it('for the verification of all Organizations would be found', () => {
    const all = INVARIANTS.map(({ says, violations }) => ({ name: says, text: violations(() => 'true') }));
    expect(loose(all, tied)).toHaveLength(INVARIANTS.length);
  });

  it('that fills the rows of one Organization, or records a task, is limited to it', async () => {
    const texts = BACKFILLS.map(({ name, batch }) => ({ name, text: batch }));
    const client = {
      query: (text: string) => {
        texts.push({ name: 'record-as-owner', text });
        return Promise.resolve();
      },
    };
    await recordAsOwner(client as unknown as ClientBase, 'a task');
    expect(texts.length).toBeGreaterThan(1);
    expect(loose(texts, POLICY).map(described)).toEqual([]);
  });
});
