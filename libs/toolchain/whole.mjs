// `npm run test:whole`: the black-box tests that share a server, on other installations than the one server of `npm test`: two servers
// with Redis and S3, with a replica, behind PgBouncer, and on PostgreSQL 15. `npm run test:whole -- replica src/contract/` takes the
// installations whose name has the first word in it, and hands the other words to jest. The last lines say how each ended.
import path from 'node:path';
import { buildAll } from './built.mjs';
import { run } from './child.mjs';
import { hasOldestPostgres, startOldestPostgres } from './oldest-postgres.mjs';
import { findProgram } from './optional-programs.mjs';
import { program, ROOT } from './workspace.mjs';

const redis = findProgram('redis-server');
const pgbouncer = findProgram('pgbouncer');
const servers = { TEST_WHOLE: redis };

/** `lacks`: what the machine does not have. */
const INSTALLATIONS = [
  { name: 'replica', env: { ...servers, TEST_REPLICA: '1' }, lacks: redis ? [] : ['redis-server'] },
  {
    name: 'pgbouncer',
    env: { ...servers, TEST_POOLED: pgbouncer },
    lacks: [...(redis ? [] : ['redis-server']), ...(pgbouncer ? [] : ['pgbouncer'])],
  },
  {
    name: 'postgres-15',
    env: servers,
    isOldest: true,
    lacks: [...(redis ? [] : ['redis-server']), ...(hasOldestPostgres() ? [] : ['PostgreSQL 15'])],
  },
];

const [chosen = '', ...patterns] = process.argv.slice(2);
const ends = [];
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (isInterrupted = true));

/** Runs the tests on one installation. Returns the exit code of jest. */
async function test({ env, isOldest = false }) {
  const postgres = isOldest ? await startOldestPostgres() : undefined;
  try {
    return await run(program('jest'), [...patterns, '--selectProjects', 'e2e'], {
      cwd: path.join(ROOT, 'apps/e2e'),
      env: { ...env, ...(postgres && { TEST_DATABASE_URL: postgres.url }) },
    });
  } finally {
    await postgres?.stop();
  }
}

if ((await buildAll()) !== 0) process.exit(1);
for (const installation of INSTALLATIONS.filter(({ name }) => name.includes(chosen))) {
  const { name, lacks } = installation;
  if (isInterrupted) break;
  if (lacks.length > 0) ends.push({ line: `${name}: not run, this machine has no ${lacks.join(', ')}`, failed: false });
  else {
    const code = await test(installation);
    ends.push({ line: `${name}: ${code === 0 ? 'passed' : 'failed'}`, failed: code !== 0 });
  }
}
process.stdout.write(`${ends.map(({ line }) => line).join('\n')}\n`);
process.exit(ends.some(({ failed }) => failed) || ends.length === 0 || isInterrupted ? 1 : 0);
