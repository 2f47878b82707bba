'use strict';
const preset = require('../../libs/toolchain/jest.preset.cjs');

/** Set-up and teardown run from dist: they start programs that jest's sandbox must not see, and no transform reaches them. */
module.exports = {
  ...preset,
  testMatch: ['<rootDir>/src/**/*.e2e.ts'],
  globalSetup: '<rootDir>/dist/kit/global-setup.js',
  globalTeardown: '<rootDir>/dist/kit/global-teardown.js',
  setupFilesAfterEnv: ['<rootDir>/src/kit/hang-up.ts'],
};
