import { ProjectKey } from './project-key.js';

describe('A Project key', () => {
  it.each([
    ['A', 'A'],
    ['web', 'WEB'],
    ['Web2', 'WEB2'],
    ['abcdefghij', 'ABCDEFGHIJ'],
    ['a123456789', 'A123456789'],
  ])('is found as %j and stored as %j', (text, stored) => {
    expect(ProjectKey.parse(text)).toBe(stored);
  });

  it.each(['', '1', '1A', 'A-B', 'A_B', 'Ä', 'ſ', 'Kı', 'A B', ' A', 'A\n', 'abcdefghijk'])('is not %j', (text) => {
    expect(ProjectKey.parse(text)).toBeUndefined();
  });
});

describe('A derived Project key', () => {
  it.each([
    ['Website', 'WEBS'],
    ['Web', 'WEB'],
    ['x', 'X'],
    ['Core Platform', 'CP'],
    ['the quick brown fox', 'TQBF'],
    ['the quick brown fox jumps', 'TQBF'],
    ['Web-Shop', 'WS'],
    ['snake_case', 'SC'],
    // Digits are part of a word but are not its letters; a run without a letter is not a word.
    ['Web2Print', 'WEBP'],
    ['2nd Floor', 'NF'],
    ['Phase 2', 'PHAS'],
    ['2024 Q3 plan', 'QP'],
    // Only ASCII letters count: other letters separate words.
    ['Überblick', 'BERB'],
    ['Café Society', 'CS'],
    ['naïve', 'NV'],
    ['ſtreet', 'TREE'],
    ['', 'PRJ'],
    ['42', 'PRJ'],
    ['計画', 'PRJ'],
    ['- 1 -', 'PRJ'],
  ])('of %j begins as %s', (name, stem) => {
    expect(ProjectKey.stem(name)).toBe(stem);
    expect(ProjectKey.parse(ProjectKey.stem(name))).toBe(stem);
  });

  it('takes the first free number from 2 when its stem is taken', () => {
    const stem = ProjectKey.stem('Core Platform');
    expect(ProjectKey.firstFree(stem, new Set())).toBe('CP');
    expect(ProjectKey.firstFree(stem, new Set(['CP2']))).toBe('CP');
    expect(ProjectKey.firstFree(stem, new Set(['CP']))).toBe('CP2');
    expect(ProjectKey.firstFree(stem, new Set(['CP', 'CP2', 'CP4']))).toBe('CP3');
    expect(ProjectKey.firstFree(stem, new Set(['CP', 'CP1']))).toBe('CP2');
  });
});
