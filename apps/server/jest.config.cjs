module.exports = {
  ...require('../../libs/toolchain/jest.preset.cjs'),
  globalSetup: '../../packages/adapter-postgres/test/global-setup.cjs',
  globalTeardown: '../../packages/adapter-postgres/test/global-teardown.cjs',
};
