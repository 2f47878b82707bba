'use strict';
const { availableParallelism } = require('node:os');

/** The base of every package's jest.config.cjs: swc compiles the sources, no build is needed, the test command counts the results. */
module.exports = {
  testEnvironment: `${__dirname}/test/environment.cjs`,
  // Suites wait, for databases, locks and servers: another one uses the core meanwhile.
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  testEnvironmentOptions: { customExportConditions: ['@worktrack/source', 'require', 'node', 'default'] },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_DEEP === undefined ? ['\\.deep\\.'] : []),
    ...(process.env.TEST_STRICT_S3 === undefined ? ['\\.strict-s3\\.'] : []),
    ...(process.env.TEST_SCHEMATHESIS === undefined ? ['\\.schemathesis\\.'] : []),
    ...(process.env.TEST_HADOLINT === undefined ? ['\\.hadolint\\.'] : []),
    ...(process.env.TEST_SQUAWK === undefined ? ['\\.squawk\\.'] : []),
    ...(process.env.TEST_PGBOUNCER === undefined ? ['\\.pgbouncer\\.'] : []),
    ...(process.env.TEST_OLDEST_DATABASE_URL === undefined ? ['\\.oldest-postgres\\.'] : []),
    ...['CADDY', 'HAPROXY', 'NGINX'].flatMap((name) =>
      process.env[`TEST_${name}`] === undefined ? [`\\.${name.toLowerCase()}\\.`] : [],
    ),
    ...(process.env.TEST_PROMTOOL === undefined ? ['\\.promtool\\.'] : []),
    ...(process.env.TEST_REDIS === undefined ? ['\\.redis\\.'] : []),
    ...(process.env.TEST_SOFFICE === undefined ? ['\\.libreoffice\\.'] : []),
  ],
  // Only for tests that hang: no test measures time, and machines differ.
  testTimeout: 60_000,
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  reporters: ['default', [`${__dirname}/count-reporter.cjs`, {}]],
};
