const preset = require('../../libs/toolchain/jest.preset.cjs');

module.exports = {
  ...preset,
  // d3 is published as ES modules only: swc makes CommonJS of them for jest.
  transform: {
    ...preset.transform,
    '^.+/node_modules/.+\\.m?js$': ['@swc/jest', { jsc: { target: 'es2022' }, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: ['/node_modules/(?!(d3-[a-z-]+|internmap)/)'],
};
