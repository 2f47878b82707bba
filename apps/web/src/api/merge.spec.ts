import { mergeOf } from './merge.js';

const base = { name: 'Web', description: 'Old', color: '#111111' };

describe('Two changes of one record', () => {
  it('are joined when they are of different members', () => {
    const mine = { ...base, name: 'Mine' };
    const theirs = { ...base, color: '#222222' };
    expect(mergeOf(base, mine, theirs)).toEqual({
      content: { name: 'Mine', description: 'Old', color: '#222222' },
      conflicts: [],
    });
  });

  it('are no conflict when both say the same', () => {
    const both = { ...base, name: 'Both' };
    expect(mergeOf(base, both, both)).toEqual({ content: both, conflicts: [] });
  });

  it('keep the own value of a member that both changed, and name it', () => {
    const mine = { ...base, name: 'Mine', description: 'Mine too' };
    const theirs = { ...base, name: 'Theirs' };
    expect(mergeOf(base, mine, theirs)).toEqual({ content: { ...mine }, conflicts: ['name'] });
  });
});
