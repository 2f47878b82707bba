'use strict';
const fs = require('node:fs');
const path = require('node:path');

/**
 * Writes one file for each jest run into TEST_RESULTS_DIR, so that the test command can add up the results and repeat, at the
 * end of its output, the failures and their seeds.
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
    // Count a suite that could not be loaded as one failure: it must not be missing from the sum.
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
