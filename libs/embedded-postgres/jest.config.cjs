module.exports = {
  ...require('../toolchain/jest.preset.cjs'),
  // Other processes of the tests run what is built.
  globalSetup: './build-for-tests.cjs',
};
