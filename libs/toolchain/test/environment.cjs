'use strict';
const { setTimeout: pause } = require('node:timers/promises');
const v8 = require('node:v8');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { compileOnce } = require('../compile-once.cjs');

// A worker loads this file once, outside of the suites. Jest compiles modules by this function of Node.
vm.compileFunction = compileOnce(vm.compileFunction);

// A suite runs most functions of its sandbox for a moment only: V8 optimises what is really hot, and no more.
v8.setFlagsFromString('--interrupt-budget=1000000');

/** The message by which a worker tells jest its memory (jest-worker, `PARENT_MESSAGE_MEM_USAGE`). */
const MEMORY = 4;
/** Milliseconds in which jest replaces a worker. */
const REPLACED_WITHIN = 5_000;

/** The bytes that jest was told last. */
let told = 0;
const send = process.send?.bind(process);
if (send !== undefined) {
  process.send = (message, ...rest) => {
    if (Array.isArray(message) && message[0] === MEMORY) told = message[1];
    return send(message, ...rest);
  };
}

/**
 * Jest's environment for Node. Modules that several suites load are compiled once for each worker. What the module exports that the
 * option `loadedOnce` names is loaded once too: all suites of a worker have it as the global `LOADED_ONCE`.
 */
module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const { loadedOnce } = config.projectConfig.testEnvironmentOptions;
    if (loadedOnce) this.global.LOADED_ONCE = require(loadedOnce);
    const { workerIdleMemoryLimit } = config.globalConfig;
    this.isReplaced = Boolean(workerIdleMemoryLimit) && told > workerIdleMemoryLimit;
  }

  /**
   * Jest asks a worker for its memory after a suite, and sends it the next one meanwhile. When the worker holds too much, jest ends it, which
   * takes half a second in one that closes a browser first, and begins that suite again in another worker. Nothing of the suite may have run
   * by then: what it changed would be changed twice.
   */
  async setup() {
    await super.setup();
    if (this.isReplaced) await pause(REPLACED_WITHIN);
  }
};
