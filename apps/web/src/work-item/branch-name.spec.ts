import { branchNameOf } from './branch-name.js';

describe('The name of a branch', () => {
  it.each([
    ['WEB-3', 'Paint the door!', 'web-3-paint-the-door'],
    ['WEB-3', '  Türen & Tore ', 'web-3-turen-tore'],
    ['WEB-3', '塗る', 'web-3'],
    ['WEB-12', 'word '.repeat(40), 'web-12-word-word-word-word-word-word-word-word-word-word-wor'],
    ['WEB-3', '$(rm -rf /) `x` ../..', 'web-3-rm-rf-x'],
  ])('of %s “%s” is %s', (key, title, name) => {
    expect(branchNameOf(key, title)).toBe(name);
  });
});
