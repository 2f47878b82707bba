'use strict';
const fs = require('node:fs');
const path = require('node:path');

/**
 * Leaves one line a jest run in TEST_RESULTS_DIR, so that the test command can add them up and tell once more, at the
 * end of its output, what failed and with which seed.
 */
module.exports = class CountReporter {
  failures = [];

  constructor(globalConfig) {
    this.rootDir = globalConfig.rootDir;
  }

  onTestResult(_test, { testFilePath, failureMessage, console: printed }) {
    if (!failureMessage) return;
    const seeds = (printed ?? []).map(({ message }) => message).filter((message) => message.startsWith('SEED='));
    this.failures.push({ file: path.relative(this.rootDir, testFilePath), seeds, message: failureMessage });
  }

  onRunComplete(_contexts, results) {
    const folder = process.env.TEST_RESULTS_DIR;
    if (!folder) return;
    const suite = process.env.TEST_SUITE ?? path.basename(this.rootDir);
    // A suite that could not even be loaded counts as one failure: it must not vanish from the sum.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const line = {
      suite,
      passed: results.numPassedTests,
      failed,
      pending: results.numPendingTests + results.numTodoTests,
      failures: this.failures,
    };
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, `${suite}-${process.pid}.json`), JSON.stringify(line));
  }
};
