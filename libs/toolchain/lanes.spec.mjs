import path from 'node:path';
import { COMPUTING, lanesOf, WAITING } from './lanes.mjs';
import { packagesOf, ROOT } from './workspace.mjs';

const names = (packages) => packages.map(({ folder }) => path.basename(folder));

describe('The lanes of the tests', () => {
  it('name every package of the workspace that has tests, once', () => {
    const tested = packagesOf(ROOT).filter(({ manifest }) => manifest.scripts?.test);
    expect([...WAITING, ...COMPUTING].sort()).toEqual(names(tested).sort());
  });

  it('lose no package, and keep those that are not named at the end of the tests that wait', () => {
    const packages = ['apps/new', 'packages/domain', 'apps/e2e', 'libs/squeakql'].map((folder) => ({ folder }));
    const { waiting, computing } = lanesOf(packages);
    expect(names(waiting)).toEqual(['e2e', 'new']);
    expect(names(computing)).toEqual(['squeakql', 'domain']);
  });
});
