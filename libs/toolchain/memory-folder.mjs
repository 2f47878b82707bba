// The folder in memory for the databases and temporary files of a run. On a file system of a disk, a tenth of the processor time of PostgreSQL
// looks for free inodes: each suite copies a database of hundreds of files, and deletes it.
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';
import { isAlive } from './exclusive.mjs';

/** Linux keeps the files of this folder in memory. */
const SHARED_MEMORY = '/dev/shm';
/** The bytes that must be free, in the folder and in memory: a run takes less than one GiB. */
const NEEDED = 8 * 1024 ** 3;
const PREFIX = 'worktrack-run-';

/**
 * Returns a new folder in memory, whose name has the id of this process. Returns undefined when the machine has no such folder, or too
 * little memory, or forbids programs there: suites start programs and load native modules from copies.
 */
export function makeMemoryFolder({
  parent = SHARED_MEMORY,
  mounts = '/proc/self/mounts',
  free = freemem(),
  needed = NEEDED,
} = {}) {
  try {
    const isMemoryWithPrograms = readFileSync(mounts, 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .some(([, at, type, options]) => at === parent && type === 'tmpfs' && !options.split(',').includes('noexec'));
    if (!isMemoryWithPrograms) return undefined;
    const { bavail, bsize } = statfsSync(parent);
    if (bavail * bsize < needed || free < needed) return undefined;
    removeAbandoned(parent);
    const folder = path.join(parent, `${PREFIX}${process.pid}`);
    mkdirSync(folder);
    chmodSync(folder, 0o755); // whatever the umask is
    return folder;
  } catch {
    return undefined;
  }
}

/** Removes the folders of runs that were killed, which would hold memory until the machine starts again. */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue;
    try {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // It belongs to another user.
    }
  }
}
