import { loadParser, mutantsOf, parse } from './index.js';
import { policyOf } from '../test/policies.js';

beforeAll(loadParser);

const mutantsIn = (text: string) => mutantsOf(parse(text), policyOf('tied'));

describe('A statement without one of its comparisons', () => {
  it('is seen, whichever of them is taken away', () => {
    const text = `with one as (select organization_id, id from items i where i.organization_id = $1)
      select (select count(*) from notes n where n.organization_id = one.organization_id)
      from one join notes other on other.organization_id = one.organization_id and (other.organization_id, other.id) in
        (select organization_id, id from notes inner_one where inner_one.organization_id = $1)`;
    const mutants = mutantsIn(text);
    expect(mutants.map(({ without }) => without)).toEqual([
      'n.organization_id = one.organization_id',
      'other.organization_id = one.organization_id',
      '(other.organization_id, other.id) in (select …)',
      'inner_one.organization_id = $1',
      'i.organization_id = $1',
    ]);
    // `other` is tied twice.
    expect(mutants.map(({ isSeen }) => isSeen)).toEqual([true, false, false, true, true]);
  });

  it('is not looked at where no table belongs to an Organization', () => {
    expect(mutantsIn('update mails set due_at = $2 where organization_id = $1')).toEqual([]);
  });

  it('is seen without the Organization that it writes, in each branch', () => {
    expect(mutantsIn('insert into items (organization_id, id) select $1, $2 union all select $1, $3')).toEqual([
      { without: 'the Organization of items', isSeen: true, isImplied: false },
      { without: 'the Organization of items', isSeen: true, isImplied: false },
    ]);
  });

  it('is unchanged where the rest says the same', () => {
    const mutants = mutantsIn(
      `select 1 from items i join notes n on n.organization_id = i.organization_id
       where i.organization_id = $1 and n.organization_id = $1`,
    );
    expect(mutants.filter(({ isSeen }) => !isSeen)).toEqual([
      { without: 'n.organization_id = i.organization_id', isSeen: false, isImplied: true },
      { without: 'i.organization_id = $1', isSeen: false, isImplied: true },
      { without: 'n.organization_id = $1', isSeen: false, isImplied: true },
    ]);
  });

  it('keeps an Organization of its own where another parameter limits the table', () => {
    expect(mutantsIn('select 1 from items i where i.organization_id = $1 and i.organization_id = $2')).toEqual([
      { without: 'i.organization_id = $1', isSeen: false, isImplied: true },
      { without: 'i.organization_id = $2', isSeen: false, isImplied: true },
    ]);
  });

  it('is not unchanged where the rest says less', () => {
    const [lists] = mutantsIn(
      `select 1 from items i join notes n on n.organization_id = i.organization_id
       where i.organization_id = any($1) and n.organization_id = any($1)`,
    );
    // Both are in the list, but need not be equal.
    expect(lists).toEqual({ without: 'n.organization_id = i.organization_id', isSeen: false, isImplied: false });
    const [, narrowed] = mutantsIn(
      'select 1 from items i where i.organization_id = any($1) and (i.organization_id = any($2) or i.id = $3)',
    );
    expect(narrowed).toEqual({ without: 'i.organization_id = $2', isSeen: false, isImplied: false });
  });
});
