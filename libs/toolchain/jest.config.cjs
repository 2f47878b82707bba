const preset = require('./jest.preset.cjs');

const [typescript] = Object.values(preset.transform);

/** The scripts are modules of Node; jest runs them as CommonJS like everything else. */
module.exports = {
  ...preset,
  testMatch: ['<rootDir>/**/*.spec.mjs'],
  transform: { '^.+\\.mjs$': [typescript[0], { ...typescript[1], jsc: { target: 'es2022' } }] },
};
