'use strict';
const { availableParallelism } = require('node:os');
const path = require('node:path');
const preset = require('./jest.preset.cjs');

const ROOT = path.resolve(__dirname, '..', '..');

/** Folders of the packages under test. The test command sets it. */
const folders = JSON.parse(process.env.TEST_PACKAGES ?? '[]');

/** The jest projects of a package: those of its own configuration, or the package itself. */
function projectsOf(folder) {
  const { projects, reporters, testTimeout, maxWorkers, ...own } = require(path.join(folder, 'jest.config.cjs'));
  return projects ?? [{ displayName: path.basename(folder), ...own, rootDir: folder }];
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
  testSequencer: `${__dirname}/test/sequencer.cjs`,
  projects: folders.flatMap(projectsOf),
};
