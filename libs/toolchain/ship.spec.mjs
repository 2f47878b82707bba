import { placesOfProduction } from './ship.mjs';

describe('The packages that ship', () => {
  /** A lock file: a server that uses two versions of one package, and packages that it does not use. */
  const lock = {
    '': { devDependencies: { linter: '1' } },
    'apps/server': { dependencies: { '@worktrack/domain': '1', a: '1' }, devDependencies: { types: '1' } },
    'apps/e2e': { dependencies: { browser: '1' } },
    'packages/domain': { devDependencies: { linter: '1' } },
    'node_modules/@worktrack/domain': { resolved: 'packages/domain', link: true },
    'node_modules/a': { dependencies: { b: '2' }, optionalDependencies: { native: '1', absent: '1' } },
    'node_modules/a/node_modules/b': { peerDependencies: { peer: '1' } },
    'node_modules/b': {},
    'node_modules/browser': {},
    'node_modules/linter': {},
    'node_modules/native': {},
    'node_modules/peer': {},
    'node_modules/types': {},
  };

  it('are those that the server needs, each where Node finds it', () => {
    expect(placesOfProduction(lock)).toEqual([
      'apps/server',
      'node_modules/@worktrack/domain',
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/native',
      'node_modules/peer',
      'packages/domain',
    ]);
  });
});
