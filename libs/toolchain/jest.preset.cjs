'use strict';
const { availableParallelism } = require('node:os');
const { isThere, PROGRAMS, SERVERS } = require('./programs.cjs');

const isDeep = process.env.TEST_DEEP !== undefined;
/** Words in the names of suites that do not run here. */
const absent = [
  ...Object.keys(PROGRAMS).filter((word) => !isDeep || !isThere(PROGRAMS[word])),
  ...(isDeep ? [] : ['deep']),
  ...Object.keys(SERVERS).filter((word) => process.env[SERVERS[word]] === undefined),
];

/** The base of every package's jest.config.cjs: swc compiles the sources, no build is needed. */
module.exports = {
  testEnvironment: `${__dirname}/test/environment.cjs`,
  // Suites wait, for databases, locks and servers: another one uses the core meanwhile.
  maxWorkers: availableParallelism() + 2,
  testEnvironmentOptions: { customExportConditions: ['@worktrack/source', 'require', 'node', 'default'] },
  testMatch: ['<rootDir>/src/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/', ...absent.map((word) => `\\.${word}\\.`)],
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
};
