'use strict';
const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');
const { maxWorkers, testTimeout } = require('./jest.preset.cjs');

const ROOT = path.resolve(__dirname, '..', '..');

/** The jest projects of a package: those of its own configuration, or the package itself. */
function projectsOf(folder) {
  const { projects, ...own } = require(path.join(folder, 'jest.config.cjs'));
  // Options of a whole run are not those of a project.
  const { testTimeout: _timeout, maxWorkers: _workers, ...project } = own;
  return projects ?? [{ displayName: path.basename(folder), ...project, rootDir: folder }];
}

/** One run of jest over all packages. Its workers take the suites of all of them: some compute while others wait. */
module.exports = {
  rootDir: ROOT,
  testTimeout,
  maxWorkers,
  // Suites leave a large heap behind: a worker with one is replaced before its next suite, so that all that run together fit into 4 GiB.
  workerIdleMemoryLimit: '300MB',
  projects: ['apps', 'libs', 'packages']
    .flatMap((group) => readdirSync(path.join(ROOT, group)).map((name) => path.join(ROOT, group, name)))
    .filter((folder) => existsSync(path.join(folder, 'jest.config.cjs')))
    .flatMap(projectsOf),
};
