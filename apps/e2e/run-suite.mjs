// Runs the whole suite, and all that shares one server again while that has a single connection to its database: a request that
// takes a second one beside its transaction would wait for ever.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const chosen = process.argv.slice(2);
const run = (parameters, environment) =>
  spawnSync(process.execPath, [jest, ...parameters, ...chosen], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  }).status;

const ordinary = run([], { TEST_SUITE: 'e2e' });
const apart = [
  '/node_modules/',
  '/src/tasks/',
  '/src/server/',
  '/src/reliability/',
  '\\.strict-s3\\.',
  '\\.schemathesis\\.',
];
const single = run(['--testPathIgnorePatterns', ...apart], {
  TEST_SUITE: 'e2e-one-connection',
  TEST_POOL_MAX: '1',
});
process.exitCode = ordinary || single || 0;
