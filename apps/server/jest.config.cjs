module.exports = {
  ...require('../../libs/toolchain/jest.preset.cjs'),
  globalSetup: '../../packages/adapter-postgres/src/testing/global-setup.cjs',
  globalTeardown: '../../packages/adapter-postgres/src/testing/global-teardown.cjs',
};
