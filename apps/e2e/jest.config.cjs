'use strict';
const { existsSync } = require('node:fs');
const { isThere, PROGRAMS } = require('../../libs/toolchain/programs.cjs');
const { testTimeout, maxWorkers, testPathIgnorePatterns, ...preset } = require('../../libs/toolchain/jest.preset.cjs');

/** Suites that start servers of their own and use no shared one. They run once. */
const OWN_SERVER = '\\.own-server\\.';

/** Suites in a real browser. They run once, beside the ordinary shared server. */
const BROWSER = '\\.browser\\.';

const isDeep = process.env.TEST_DEEP !== undefined;

/** The deep tier runs the browser suites that are larger in it, or only there. The others are the same in both tiers, and `npm test` runs them. */
const BROWSER_OF_DEEP = [
  'src/kit/browser.deep.browser.e2e.ts',
  'src/web/browser-chaos.browser.e2e.ts',
  'src/web/budgets.browser.e2e.ts',
  'src/web/dev.deep.browser.e2e.ts',
  'src/web/journeys.webkit.xvfb.browser.e2e.ts',
  'src/web/reference.deep.browser.e2e.ts',
];
/** The browser suites that the deep tier also runs in Firefox, where it is there. */
const FIREFOX = ['browsers', 'coming-back', 'typed-texts'].map((name) => `src/web/${name}.browser.e2e.ts`);
/** A pattern of the paths of one file. */
const patternOf = (file) => `/${file.replaceAll('.', '\\.')}$`;
const ownServer = (name) => `src/${name}.own-server.e2e.ts`;
/** In the deep tier these have limits of time under load. They run after all others, one at a time (`libs/toolchain/test.mjs`). */
const ALONE = [
  'contract/event-loop.deep',
  'reliability/compressed-day.deep',
  'reliability/endurance.deep',
  'server/redis-faults.redis',
  'server/upgrade',
].map(ownServer);

/** Suites that together call every operation, with all credentials: they also run beside the server with a single connection. */
const EVERY_OPERATION = ['contract/authorisation', 'session/door-authorisation', 'session/door', 'profile/profile'].map(
  (name) => `src/${name}.e2e.ts`,
);
/** Each of their cases runs once, beside that server; in the deep tier, and on other installations, beside the ordinary one too. */
const onceOnly = isDeep || process.env.TEST_INSTALLATION !== undefined ? [] : EVERY_OPERATION;
const absent = [...EVERY_OPERATION, ...ALONE, ...BROWSER_OF_DEEP, ...FIREFOX].filter(
  (file) => !existsSync(`${__dirname}/${file}`),
);
if (absent.length > 0) throw new Error(`jest.config.cjs names suites that do not exist: ${absent.join(', ')}`);

/** The suites of one shared server, or those that use none. */
const project = (displayName, { sharedServer, browser, testMatch = ['<rootDir>/src/**/*.e2e.ts'], ignored = [] }) => ({
  ...preset,
  displayName,
  rootDir: __dirname,
  testMatch,
  testEnvironmentOptions: { ...preset.testEnvironmentOptions, loadedOnce: `${__dirname}/test/loaded-once.cjs` },
  moduleNameMapper: { ...preset.moduleNameMapper, '^undici$': '<rootDir>/test/undici.cjs' },
  testPathIgnorePatterns: [...testPathIgnorePatterns, ...ignored],
  globals: { SHARED_SERVER: sharedServer, BROWSER: browser },
  // Set-up and teardown run once, from dist: they start programs that jest's sandbox must not see, and no transform reaches them.
  globalSetup: '<rootDir>/dist/kit/global-setup.js',
  globalTeardown: '<rootDir>/dist/kit/global-teardown.js',
  setupFilesAfterEnv: ['<rootDir>/src/kit/hang-up.ts', '<rootDir>/src/kit/no-second-connection.ts'],
});

module.exports = {
  testTimeout,
  maxWorkers,
  projects: [
    project('e2e', { sharedServer: 'ordinary', ignored: [OWN_SERVER, BROWSER, ...onceOnly.map(patternOf)] }),
    project('e2e-own-server', {
      sharedServer: 'none',
      testMatch: ['<rootDir>/src/**/*.own-server.e2e.ts'],
      ignored: isDeep ? ALONE.map(patternOf) : [],
    }),
    ...(isDeep
      ? [project('e2e-alone', { sharedServer: 'none', testMatch: ALONE.map((file) => `<rootDir>/${file}`) })]
      : []),
    // Beside a server with a single connection to its database. Every suite fails on a request that takes a second connection, so a
    // few suites are enough here.
    project('e2e-one-connection', {
      sharedServer: 'one-connection',
      testMatch: EVERY_OPERATION.map((file) => `<rootDir>/${file}`),
    }),
    project('e2e-browser', {
      sharedServer: 'ordinary',
      testMatch: (isDeep ? BROWSER_OF_DEEP : ['src/**/*.browser.e2e.ts']).map((file) => `<rootDir>/${file}`),
    }),
    ...(isDeep && isThere(PROGRAMS.firefox)
      ? [
          project('e2e-firefox', {
            sharedServer: 'ordinary',
            browser: 'firefox',
            testMatch: FIREFOX.map((file) => `<rootDir>/${file}`),
          }),
        ]
      : []),
  ],
};
