import {
  describe as described,
  isException,
  loadParser,
  loose,
  superfluous,
  type Exception,
  type Policy,
} from './index.js';
import { policyOf } from '../test/policies.js';

beforeAll(loadParser);

const policy: Policy = {
  ...policyOf('own'),
  exceptions: [{ rule: 'own', reason: 'All items are counted.', statements: ['items.count', 'items.gone'] }],
};

const STATEMENTS = [
  { name: 'items.count', text: 'select count(*) from items' },
  { name: 'items.gone', text: 'select count(*) from items where organization_id = $1' },
  {
    name: 'items.find',
    text: 'select 1 from items i join notes n on n.organization_id = i.organization_id and n.organization_id = $1',
  },
  { text: 'delete from notes' },
];

describe('The check of statements', () => {
  it('names those that break a rule and are no exceptions', () => {
    expect(loose(STATEMENTS, policy).map(described)).toEqual([
      'items.find: items i is compared with no parameter of its own',
      'delete from notes: notes is compared with no parameter of its own',
    ]);
    expect(loose(STATEMENTS, { ...policyOf('tied'), exceptions: [] }).map(described)).toEqual([
      'items.count: items is tied to no Organization',
      'delete from notes: notes is tied to no Organization',
    ]);
  });

  it('names exceptions that need none', () => {
    expect(superfluous(STATEMENTS, policy)).toEqual(['items.gone']);
    expect(superfluous([], policy)).toEqual(['items.count', 'items.gone']);
  });

  it('excuses no more than the rule of the exception', () => {
    const tables = new Map([...policy.tables, ['rights', { column: 'organization_id', rule: 'tied' }] as const]);
    const rights: Exception = {
      rule: 'tied',
      reason: 'Rights come first.',
      statements: ['rights.all', 'rights.items'],
    };
    const exceptions = [rights];
    const statements = [
      { name: 'rights.all', text: 'select id from rights' },
      { name: 'rights.items', text: 'select r.id from rights r join items i on i.id = r.item' },
    ];
    expect(loose(statements, { tables, exceptions }).map(({ name }) => name)).toEqual(['rights.items']);
    expect(superfluous(statements, { tables, exceptions })).toEqual([]);
    expect(superfluous(statements.slice(0, 1), { tables, exceptions: [{ ...rights, rule: 'own' }] })).toEqual([
      'rights.all',
      'rights.items',
    ]);
  });

  it('knows exceptions by their names', () => {
    expect(isException('items.count', policy)).toBe(true);
    expect(isException('items.find', policy)).toBe(false);
    expect(isException(undefined, policy)).toBe(false);
  });

  it('fails for a text that cannot be checked, with the text', () => {
    expect(() => loose([{ name: 'items.join', text: 'select 1 from items natural join notes' }], policy)).toThrow(
      'items.join cannot be checked: select 1 from items natural join notes',
    );
  });
});
