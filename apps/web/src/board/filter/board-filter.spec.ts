import { addressOf, filterOf, isFiltered, lanesOf, queryOf, toggled, valuesOf } from './board-filter.js';

const read = (address: string) => filterOf(new URLSearchParams(address));
const ADDRESS =
  '?sprint=active&assignee=me&assignee=none&label=l1&status=todo&status=done&type=bug&type=task&priority=high&priority=low' +
  '&q=pump&squeakql=points+%3E+3&lanes=parent';

const WORDS = ['status=todo', 'type=bug', 'priority=low'];

describe('The address of a board', () => {
  it('says the whole filter and the lanes, and is read back', () => {
    const parameters = new URLSearchParams(ADDRESS);
    expect(filterOf(parameters)).toEqual({
      ...{ sprint: 'active', assignee: ['me', 'none'], label: ['l1'], text: 'pump' },
      ...{ status: ['todo', 'done'], type: ['bug', 'task'], priority: ['high', 'low'] },
      query: 'points > 3',
    });
    expect(addressOf(filterOf(parameters), lanesOf(parameters))).toBe(ADDRESS);
  });

  it('says nothing where nothing is filtered', () => {
    expect(isFiltered(read(''))).toBe(false);
    expect(addressOf(read(''), 'none')).toBe('');
    for (const one of ['sprint=none', 'assignee=me', 'label=l', ...WORDS, 'q=a', 'squeakql=points=1']) {
      expect({ one, filtered: isFiltered(read(one)) }).toEqual({ one, filtered: true });
    }
  });

  it('may hold words and lanes that do not exist: they are left out', () => {
    expect(read('type=saga&type=bug').type).toEqual(['bug']);
    expect(read('priority=most&priority=high').priority).toEqual(['high']);
    expect(read('status=lost&status=todo').status).toEqual(['todo']);
    expect(lanesOf(new URLSearchParams('lanes=colour'))).toBe('none');
    expect(read(`q=${'x'.repeat(300)}`).text).toHaveLength(200);
  });
});

describe('The query of the cards', () => {
  it('asks for everything that was done in a Sprint, and elsewhere for what was done lately', () => {
    expect(queryOf(read(''))).toBe('doneWithinDays=14');
    expect(queryOf(read('sprint=none'))).toBe('doneWithinDays=14&sprint=none');
    expect(queryOf(read('sprint=active'))).toBe('sprint=active');
    expect(queryOf(read('sprint=s1&q=%20a%20'))).toBe('sprint=s1&q=a');
    expect(queryOf(read('priority=low&status=todo&status=done'))).toBe(
      'doneWithinDays=14&status=todo&status=done&priority=low',
    );
    expect(queryOf(read('sprint=s1&squeakql=%20points=1%20'))).toBe('sprint=s1&squeakql=points%3D1');
  });
});

describe('A new Work Item of a filtered board', () => {
  const choices = {
    sprints: [
      { id: 's1', state: 'done' },
      { id: 's2', state: 'active' },
    ],
    labels: [{ id: 'l1', name: 'quay', color: '#aabbcc' }],
    people: [{ publicId: 'u2' }],
  };
  const given = (address: string) => valuesOf(read(address), choices, 'u1');

  it('has the Sprint, the assignee, the label, the status and the words that the filter names', () => {
    expect(given('sprint=active&assignee=me&label=l1&status=in_progress&type=bug&priority=urgent')).toEqual({
      ...{ sprint: 's2', assignee: 'u1', labels: [{ id: 'l1', name: 'quay' }] },
      ...{ status: 'in_progress', type: 'bug', priority: 'urgent' },
    });
    expect(given('sprint=s2&assignee=u2')).toEqual({ sprint: 's2', assignee: 'u2' });
  });

  it('has nothing of which the filter leaves a choice, and nothing that the form cannot show', () => {
    expect(given('')).toEqual({});
    expect(given('assignee=me&assignee=u2&label=l1&label=l2&type=bug&type=task')).toEqual({});
    expect(given('status=todo&status=done&priority=low&priority=high')).toEqual({});
    expect(given('sprint=s1&assignee=none&label=l9')).toEqual({});
    expect(given('sprint=none&assignee=u9')).toEqual({});
  });
});

describe('A value of a filter', () => {
  it('is added, and taken away again', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
  });
});
