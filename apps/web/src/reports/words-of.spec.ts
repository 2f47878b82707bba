import { cellsOf, wordsOf } from './words-of.js';

const WEB = { organization: 'acme', project: 'WEB' };

describe('The words for members of a report', () => {
  it.each([
    ['averageCompleted', 'Average completed'],
    ['in_progress', 'In progress'],
    ['todo', 'To do'],
    ['p85Days', '85th percentile, days'],
  ])('writes %s as %s', (name, words) => {
    expect(wordsOf(name)).toBe(words);
  });

  it('shows truth as yes or no, an instant as its day, and nothing as a dash', () => {
    const texts = cellsOf(WEB, {
      groupsOverlap: false,
      capped: true,
      asOf: '2026-11-22T09:00:00.000Z',
      since: null,
    });
    expect(texts.map(({ text }) => text)).toEqual(['No', 'Yes', 'Nov 22, 2026', '–']);
  });

  it('shows words of the API as words, and texts of users as they are', () => {
    const texts = cellsOf(WEB, {
      status: 'in_progress',
      title: 'in_progress',
      workItem: { key: 'WEB-1', type: 'bug' },
    });
    expect(texts.map(({ text }) => text)).toEqual(['In progress', 'in_progress', 'WEB-1', 'Bug']);
  });

  it('shows a group of the distribution by its name: a word of the API as words, a text of a user as it is', () => {
    const first = (row: object) => cellsOf(WEB, row)[0];
    const named = (text: string) => ({ heading: 'Group', text, isNumber: false });
    expect(first({ key: 'in_review', label: 'in_review', value: 2 })).toEqual(named('In review'));
    expect(first({ key: '5f0d', label: 'in_review', value: 2 })).toEqual(named('in_review'));
    expect(first({ key: null, label: 'None', value: 2 })).toEqual(named('None'));
  });

  it('leads from a key to its Work Item, and from a figure to where its link does', () => {
    const report = { href: '/o/acme/WEB/sprints/s1/report', text: 'Open the Sprint report' };
    const children = { href: '/o/acme/search', text: 'Show its children' };
    const row = { workItem: { key: 'WEB-1' }, sprint: { id: 's1', name: 'Sprint 1' }, statuses: { todo: 3, done: 1 } };
    const [item, sprint, todo, done] = cellsOf(WEB, row, { sprint: report, todo: children });
    expect(item).toMatchObject({ text: 'WEB-1', link: { href: '/o/acme/items/WEB-1' } });
    expect(sprint).toMatchObject({ text: 'Sprint 1', link: report });
    expect(todo).toEqual({ heading: 'To do', text: '3', isNumber: true, link: children });
    expect(done).toEqual({ heading: 'Done', text: '1', isNumber: true });
  });

  it('rounds numbers to two decimals', () => {
    expect(cellsOf(WEB, { points: 1234.567 })).toEqual([{ heading: 'Points', text: '1,234.57', isNumber: true }]);
  });
});
