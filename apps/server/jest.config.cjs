module.exports = {
  ...require('../../libs/toolchain/jest.preset.cjs'),
  globalSetup: '../../packages/adapter-postgres/jest.global-setup.cjs',
  globalTeardown: '../../packages/adapter-postgres/jest.global-teardown.cjs',
  testTimeout: 30_000,
};
