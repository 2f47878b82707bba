import { changesOf, mergeOf } from './merge.js';

const base = { name: 'Web', shared: false, settings: { unit: 'points', sections: ['feed'] } };

describe('Two changes of one record', () => {
  it('are joined when they are of different members', () => {
    const mine = { ...base, name: 'Mine' };
    const theirs = { ...base, settings: { unit: 'items', sections: ['feed'] } };
    expect(mergeOf(base, mine, theirs)).toEqual({ content: { ...theirs, name: 'Mine' }, conflicts: [] });
  });

  it('are no conflict when both say the same', () => {
    const both = { ...base, name: 'Both', settings: { unit: 'points', sections: [] } };
    expect(mergeOf(base, both, structuredClone(both))).toEqual({ content: both, conflicts: [] });
  });

  it('keep the own value of each member that both changed, and name it', () => {
    const mine = { name: 'Mine', shared: true, settings: { unit: 'items', sections: ['feed'] } };
    const theirs = { name: 'Theirs', shared: false, settings: { unit: 'points', sections: [] } };
    expect(mergeOf(base, mine, theirs)).toEqual({ content: mine, conflicts: ['name', 'settings'] });
  });
});

describe('The changes of a record', () => {
  it('are the members that differ', () => {
    expect(changesOf(structuredClone(base), base)).toEqual({});
    expect(changesOf({ ...base, shared: true }, base)).toEqual({ shared: true });
  });
});
