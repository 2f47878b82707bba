'use strict';
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { compileOnce } = require('./compile-once.cjs');

// A worker loads this file once, outside of the suites. Jest compiles modules by this function of Node.
vm.compileFunction = compileOnce(vm.compileFunction);

/** Jest's environment for Node. Modules that several suites load are compiled once for each worker. */
module.exports = TestEnvironment;
