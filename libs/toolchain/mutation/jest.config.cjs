'use strict';
const { readdirSync } = require('node:fs');
const path = require('node:path');
// Its transformations are those of all packages.
const base = require('../../../packages/adapter-http/jest.config.cjs');
const { GROUPS } = require('./groups.cjs');

const ROOT = path.resolve(__dirname, '..', '..', '..');

/**
 * The sources of the packages of the workspace by their names. Through node_modules a package reaches the others where they are
 * not mutated.
 */
const sources = ['libs', 'packages'].flatMap((group) =>
  readdirSync(path.join(ROOT, group)).flatMap((folder) => {
    const { name, exports = {} } = require(path.join(ROOT, group, folder, 'package.json'));
    return Object.entries(exports).map(([entry, places]) => [
      `^${path.posix.join(name, entry)}$`,
      path.join(ROOT, group, folder, places['@worktrack/source']),
    ]);
  }),
);

/** The specs of the group that MUTATION_GROUP names. */
const { specs } = GROUPS[process.env.MUTATION_GROUP];

module.exports = {
  ...base,
  rootDir: ROOT,
  roots: ['<rootDir>/libs', '<rootDir>/packages'],
  testMatch: specs.map((spec) => `<rootDir>/${spec}`),
  setupFiles: ['<rootDir>/libs/toolchain/mutation/no-shrinking.cjs'],
  moduleNameMapper: { ...base.moduleNameMapper, ...Object.fromEntries(sources) },
  reporters: [],
};
