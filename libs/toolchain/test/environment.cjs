'use strict';
const v8 = require('node:v8');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { compileOnce } = require('../compile-once.cjs');

// A worker loads this file once, outside of the suites. Jest compiles modules by this function of Node.
vm.compileFunction = compileOnce(vm.compileFunction);

// A suite runs most functions of its sandbox for a moment only: V8 optimises what is really hot, and no more.
v8.setFlagsFromString('--interrupt-budget=1000000');

/**
 * Jest's environment for Node. Modules that several suites load are compiled once for each worker. What the module exports that the
 * option `loadedOnce` names is loaded once too: all suites of a worker have it as the global `LOADED_ONCE`.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { loadedOnce } = config.projectConfig.testEnvironmentOptions;
    if (loadedOnce) this.global.LOADED_ONCE = require(loadedOnce);
  }
};
