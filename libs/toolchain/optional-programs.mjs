// Programs of the operating system with which the deep tier tests more: as Debian packages them
// (`apt-get install --no-install-recommends caddy haproxy libreoffice-calc-nogui nginx pgbouncer prometheus redis-server`).
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const PROGRAMS = [
  { name: 'caddy', variable: 'TEST_CADDY' },
  { name: 'haproxy', variable: 'TEST_HAPROXY' },
  { name: 'nginx', variable: 'TEST_NGINX' },
  { name: 'pgbouncer', variable: 'TEST_PGBOUNCER' },
  { name: 'promtool', variable: 'TEST_PROMTOOL' },
  { name: 'redis-server', variable: 'TEST_REDIS' },
  { name: 'soffice', variable: 'TEST_SOFFICE' },
];

/** Debian keeps servers where the search path of an ordinary user does not lead. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/**
 * Looks for the programs in the search path and in the folders of the system.
 * @returns the paths of those that are there, by the variable that their suites read, and a line for each that is not
 */
export function findOptionalPrograms(searchPath, systemFolders) {
  const variables = {};
  const notRun = [];
  for (const { name, variable } of PROGRAMS) {
    const found = findProgram(name, searchPath, systemFolders);
    if (found) variables[variable] = found;
    else notRun.push(`not run: ${name}, this machine has no program of that name`);
  }
  return { variables, notRun };
}

/** Returns the path of a program in the search path or in the folders of the system; `undefined` when it is not there. */
export function findProgram(name, searchPath = process.env.PATH ?? '', systemFolders = SYSTEM_FOLDERS) {
  const folders = [...searchPath.split(path.delimiter).filter((folder) => folder !== ''), ...systemFolders];
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
