'use strict';
const { TestEnvironment } = require('jest-environment-node');

/** Jest's environment for Node. All suites of a worker have what the module that the option `loadedOnce` names exports, as the global `LOADED_ONCE`. */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { loadedOnce } = config.projectConfig.testEnvironmentOptions;
    if (loadedOnce) this.global.LOADED_ONCE = require(loadedOnce);
  }
};
