const preset = require('../../libs/toolchain/jest.preset.cjs');

const [typescript] = Object.values(preset.transform);

/** The library and those that it uses are ES modules, which jest runs as CommonJS like everything else. */
module.exports = {
  ...preset,
  transform: {
    ...preset.transform,
    '^.+\\.js$': [typescript[0], { jsc: { target: 'es2022' }, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: ['/node_modules/(?!(?:openid-client|oauth4webapi|jose)/)'],
};
