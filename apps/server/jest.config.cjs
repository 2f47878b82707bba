module.exports = {
  ...require('../../libs/toolchain/jest.preset.cjs'),
  globalSetup: './jest.global-setup.cjs',
  globalTeardown: './jest.global-teardown.cjs',
  testTimeout: 30_000,
};
