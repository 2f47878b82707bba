module.exports = {
  ...require('../../libs/toolchain/jest.preset.cjs'),
  globalSetup: '<rootDir>/test/global-setup.cjs',
  globalTeardown: '<rootDir>/test/global-teardown.cjs',
};
