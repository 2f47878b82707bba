'use strict';
const path = require('node:path');
const TestEnvironment = require('../../../libs/toolchain/environment.cjs');
const undici = require('undici');

/** Loads what is built: no transform of jest reaches this file. */
const built = (name) => require(path.join(__dirname, '..', 'dist', 'kit', name));
const { ResponseChecker } = built('response-checker.js');
const { theRun } = built('run.js');

let checker;

/**
 * Gives each suite what its worker has loaded once: the HTTP client, and the checker with the schemas that it compiled for earlier
 * suites. In jest's sandbox every suite would load and compile them again, which took half of the time of a worker.
 */
module.exports = class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.LOADED_ONCE = { undici, responseChecker: () => (checker ??= new ResponseChecker(theRun().openapi)) };
  }
};
