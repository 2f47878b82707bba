module.exports = { ...require('../../libs/toolchain/jest.preset.cjs'), testMatch: ['<rootDir>/**/*.spec.mjs'] };
