'use strict';
const fs = require('node:fs');
const path = require('node:path');

/**
 * Writes one file for each project of a jest run into TEST_RESULTS_DIR, so that the test command can add up the results and
 * repeat, at the end of its output, the failures and their seeds. A project without a name has that of its folder.
 */
module.exports = class CountReporter {
  projects = new Map();

  onTestResult({ context }, { testFilePath, failureMessage, testExecError, console: printed, ...counted }) {
    const project = this.projectOf(context.config);
    project.passed += counted.numPassingTests;
    // Count a suite that could not be loaded as one failure: it must not be missing from the sum.
    project.failed += counted.numFailingTests + (testExecError ? 1 : 0);
    project.pending += counted.numPendingTests + counted.numTodoTests;
    if (!failureMessage) return;
    const seeds = (printed ?? []).map(({ message }) => message).filter((message) => message.startsWith('SEED='));
    project.failures.push({
      file: path.relative(context.config.rootDir, testFilePath),
      seeds,
      message: failureMessage,
    });
  }

  projectOf({ displayName, rootDir }) {
    const suite = displayName?.name ?? path.basename(rootDir);
    if (!this.projects.has(suite)) this.projects.set(suite, { suite, passed: 0, failed: 0, pending: 0, failures: [] });
    return this.projects.get(suite);
  }

  onRunComplete() {
    const folder = process.env.TEST_RESULTS_DIR;
    if (!folder) return;
    fs.mkdirSync(folder, { recursive: true });
    for (const project of this.projects.values()) {
      fs.writeFileSync(path.join(folder, `${project.suite}-${process.pid}.json`), JSON.stringify(project));
    }
  }
};
