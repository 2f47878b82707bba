'use strict';
const { GROUPS } = require('./groups.cjs');

/** The settings of Stryker for the group that MUTATION_GROUP names. It ends with an error below 85 percent. */
module.exports = {
  mutate: GROUPS[process.env.MUTATION_GROUP].modules,
  thresholds: { high: 95, low: 90, break: 85 },
  testRunner: 'jest',
  plugins: [`${__dirname}/node_modules/@stryker-mutator/jest-runner/dist/src/index.js`],
  jest: { configFile: 'libs/toolchain/mutation/jest.config.cjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  // Constants of a module are computed once, before any test: each of their mutants would run all tests. Most are texts of SQL.
  ignoreStatic: true,
  concurrency: 2,
  // Specs with PostgreSQL wait for it, and the machine may be busy.
  timeoutMS: 6_000,
  timeoutFactor: 3,
  ignorePatterns: ['**', '!libs/**', '!packages/**', '!package.json', 'dist', 'node_modules'],
  reporters: ['clear-text'],
  clearTextReporter: { logTests: false, allowEmojis: false },
  disableTypeChecks: false,
  allowConsoleColors: false,
};
