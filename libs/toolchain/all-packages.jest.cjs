'use strict';
const { availableParallelism } = require('node:os');
const path = require('node:path');
const preset = require('./jest.preset.cjs');

const ROOT = path.resolve(__dirname, '..', '..');

/** Folders of the packages under test. The test command sets it. */
const folders = JSON.parse(process.env.TEST_PACKAGES ?? '[]');
/** The only tests to run of a package, by its folder. The test command names the packages of which it runs a few tests. */
const onlyTests = JSON.parse(process.env.TEST_FILES ?? '{}');

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** A pattern of every path but these. */
const everyPathBut = (files) => `^(?!(?:${files.map(escape).join('|')})$)`;

/** The jest projects of a package: those of its own configuration, or the package itself. */
function projectsOf(folder) {
  const { projects, reporters, testTimeout, maxWorkers, ...own } = require(path.join(folder, 'jest.config.cjs'));
  const found = projects ?? [{ displayName: path.basename(folder), ...own, rootDir: folder }];
  const only = onlyTests[folder];
  if (only === undefined) return found;
  return found.map((project) => ({
    ...project,
    testPathIgnorePatterns: [...project.testPathIgnorePatterns, everyPathBut(only)],
  }));
}

/**
 * One run of jest over several packages. Its workers take the suites of all of them, so that some compute while others wait for deadlines,
 * locks and servers: a run for each package left cores idle at its end, and while all its suites waited.
 */
module.exports = {
  rootDir: ROOT,
  reporters: preset.reporters,
  testTimeout: preset.testTimeout,
  maxWorkers: availableParallelism() + 2,
  // Suites leave a large heap behind: a worker with one is replaced before its next suite. All that run at once fit into 4 GiB.
  workerIdleMemoryLimit: '300MB',
  testSequencer: `${__dirname}/test/sequencer.cjs`,
  projects: folders.flatMap(projectsOf),
};
