const preset = require('../../libs/toolchain/jest.preset.cjs');

module.exports = {
  ...preset,
  setupFiles: ['<rootDir>/test/page.cjs'],
  testMatch: ['<rootDir>/src/**/*.spec.{ts,tsx}'],
  moduleFileExtensions: ['tsx', ...preset.moduleFileExtensions],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', importSource: 'preact' } },
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
    // Preact and marked are published as ES modules only: swc makes CommonJS of it for jest.
    '^.+/node_modules/.+\\.m?js$': ['@swc/jest', { jsc: { target: 'es2022' }, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: ['/node_modules/(?!(preact|preact-iso|@preact|marked)/)'],
};
