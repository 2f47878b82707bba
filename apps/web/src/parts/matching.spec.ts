import { matching } from './matching.js';

const names = (
  typed: string,
  ...items: (string | { name: string; words?: string; group?: string; isFound?: boolean })[]
) =>
  matching(
    items.map((item) => (typeof item === 'string' ? { name: item } : item)),
    typed,
  ).map(({ name }) => name);

describe('A typed text', () => {
  it('finds everything while it is empty, in the order given', () => {
    expect(names(' ', 'Beta', 'Alpha')).toEqual(['Beta', 'Alpha']);
  });

  it('finds the beginning of a name before the beginning of a word, and that before the middle', () => {
    expect(names('re', 'Score', 'Go to the reports', 'Reports')).toEqual(['Reports', 'Go to the reports', 'Score']);
  });

  it('finds by all its words, in any order, and by further words', () => {
    expect(names('web launch', { name: 'Launch', words: 'WEB' }, 'Website')).toEqual(['Launch']);
    expect(names('wéb', { name: 'Site', words: 'WEB' })).toEqual(['Site']);
  });

  it('finds a further word that it is as it finds the beginning of a name', () => {
    expect(names('me', { name: 'Ada', words: 'me ada' }, 'Melissa')).toEqual(['Ada', 'Melissa']);
    expect(names('m', { name: 'Ada', words: 'me ada' }, 'Melissa')).toEqual(['Melissa', 'Ada']);
  });

  it('keeps last what the server has found by it', () => {
    expect(names('shed', { name: 'Garden', isFound: true }, 'A shed', 'Beds')).toEqual(['A shed', 'Garden']);
  });

  it('finds marked letters without their marks', () => {
    expect(names('zoe', 'Zoë')).toEqual(['Zoë']);
  });

  it('keeps the order of groups', () => {
    expect(names('a', { name: 'Ba', group: 'first' }, { name: 'A', group: 'second' })).toEqual(['Ba', 'A']);
  });

  it('finds nothing by what is nowhere', () => {
    expect(names('x', 'Alpha')).toEqual([]);
  });
});
