import { changesOf, merge } from './merge-report.js';
import { DEFAULT_SETTINGS, type SavedReportContent } from './saved-reports.js';

const BASE: SavedReportContent = { name: 'Standup', sprint: 'active', settings: DEFAULT_SETTINGS, shared: false };
const ITEMS = { ...DEFAULT_SETTINGS, unit: 'items' } as const;

describe('Two changes of one saved report', () => {
  it('are merged when they changed different members', () => {
    expect(merge(BASE, { ...BASE, name: 'Mine' }, { ...BASE, shared: true, settings: ITEMS })).toEqual({
      content: { name: 'Mine', sprint: 'active', settings: ITEMS, shared: true },
      conflicts: [],
    });
  });

  it('conflict in each member that both changed, where the user’s own value stays for now', () => {
    const mine = { ...BASE, name: 'Mine', settings: ITEMS, sprint: 'last-completed' };
    const theirs = { ...BASE, name: 'Theirs', settings: { ...DEFAULT_SETTINGS, theme: 'dark' as const }, shared: true };
    expect(merge(BASE, mine, theirs)).toEqual({
      content: { ...mine, shared: true },
      conflicts: ['name', 'settings'],
    });
  });

  it('do not conflict when both chose one value', () => {
    const same = { ...BASE, name: 'Both', settings: { ...ITEMS, sections: [...ITEMS.sections] } };
    expect(merge(BASE, same, { ...BASE, name: 'Both', settings: ITEMS })).toEqual({ content: same, conflicts: [] });
  });

  it('keep nothing of the report but its content', () => {
    const stored = { ...BASE, revision: 7, pinned: true };
    expect(Object.keys(merge(BASE, BASE, stored).content).sort()).toEqual(['name', 'settings', 'shared', 'sprint']);
  });
});

describe('The changes of a report', () => {
  it('are the members that differ', () => {
    expect(changesOf(BASE, BASE)).toEqual({});
    expect(changesOf({ ...BASE, shared: true, settings: ITEMS }, BASE)).toEqual({ shared: true, settings: ITEMS });
  });
});
