const preset = require('../../libs/toolchain/jest.preset.cjs');

module.exports = { ...preset, testMatch: [...preset.testMatch, '<rootDir>/test/*.spec.ts'] };
