import { proposedUsernames } from './proposed-usernames.js';

const first = (name: string, count: number) => [...proposedUsernames(name)].slice(0, count);

describe('The usernames that are proposed for a name', () => {
  it('are the name with hyphens, then with numbers', () => {
    expect(first('Ada Lovelace', 3)).toEqual(['ada-lovelace', 'ada-lovelace-2', 'ada-lovelace-3']);
  });

  it.each([
    ['Élodie  Brûlé', 'elodie-brule'],
    ["  O'Neill, Tip. ", 'o-neill-tip'],
    ['R2-D2', 'r2-d2'],
    ['x'.repeat(255), 'x'.repeat(58)],
    [`${'x'.repeat(57)} y`, 'x'.repeat(57)],
  ])('leave out of %s what no username has', (name, username) => {
    expect(first(name, 1)).toEqual([username]);
  });

  it.each(['王小明', '---', '😀'])('are none for %s', (name) => {
    expect(first(name, 1)).toEqual([]);
  });

  it('end', () => {
    expect([...proposedUsernames('Ada')]).toHaveLength(100);
  });
});
