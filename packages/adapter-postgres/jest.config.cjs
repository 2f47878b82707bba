module.exports = {
  ...require('../../libs/toolchain/jest.preset.cjs'),
  globalSetup: '<rootDir>/src/testing/global-setup.cjs',
  globalTeardown: '<rootDir>/src/testing/global-teardown.cjs',
};
