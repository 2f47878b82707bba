// The folder of a run of the tests: for its databases and temporary files.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';
import { isAlive } from './exclusive.mjs';

/** Linux keeps the files of this folder in memory, where suites take a fifth less processor time: each copies a database of hundreds of files. */
const MEMORY = '/dev/shm';
/** The bytes that must be free: a run takes less than one GiB. */
const NEEDED = 8 * 1024 ** 3;
const PREFIX = 'worktrack-run-';

/** Makes the folder: in memory where there is room and programs can be started from there. */
export function makeRunFolder() {
  const isDeep = process.env.TEST_DEEP !== undefined; // writes more than memory should hold
  const folder =
    !isDeep && hasRoomInMemory()
      ? path.join(MEMORY, `${PREFIX}${process.pid}`)
      : mkdtempSync(path.join(tmpdir(), PREFIX));
  mkdirSync(folder, { recursive: true });
  // Programs that refuse to run as root run as another user, and have their files below it.
  chmodSync(folder, 0o755);
  return folder;
}

function hasRoomInMemory() {
  const mounts = existsSync('/proc/self/mounts') ? readFileSync('/proc/self/mounts', 'utf8').split('\n') : [];
  const mount = mounts.find((line) => line.includes(` ${MEMORY} tmpfs `));
  if (mount === undefined || /\bnoexec\b/.test(mount)) return false;
  // Runs that were killed left theirs.
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue;
    rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  return Math.min(bavail * bsize, freemem()) >= NEEDED;
}
