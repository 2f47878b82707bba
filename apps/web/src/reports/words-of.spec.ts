import { cellsOf, wordsOf } from './words-of.js';

describe('The words for members of a report', () => {
  it.each([
    ['averageLeadTimeDays', 'Average lead time days'],
    ['in_progress', 'In progress'],
    ['p85', 'P85'],
  ])('writes %s as %s', (name, words) => {
    expect(wordsOf(name)).toBe(words);
  });

  it('shows truth as yes or no, an instant as its day, and nothing as a dash', () => {
    const texts = cellsOf({ groupsOverlap: false, capped: true, asOf: '2026-11-22T09:00:00.000Z', since: null });
    expect(texts.map(({ text }) => text)).toEqual(['No', 'Yes', '2026-11-22', '–']);
  });

  it('shows words of the API as words, and texts of users as they are', () => {
    const texts = cellsOf({ status: 'in_progress', title: 'in_progress', workItem: { key: 'WEB-1', type: 'bug' } });
    expect(texts.map(({ text }) => text)).toEqual(['In progress', 'in_progress', 'WEB-1', 'Bug']);
  });

  it('rounds numbers to two decimals', () => {
    expect(cellsOf({ points: 1234.567 })).toEqual([{ heading: 'Points', text: '1,234.57', isNumber: true }]);
  });
});
