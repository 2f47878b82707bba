// A lock across processes: `npm start` and `npm test` must not install or build at the same time.
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the work while it holds the file `lock`, which names its owner. The file of a process that was killed is removed. (Two processes
 * that meet over such a file in the same milliseconds can both remove it; the price is a second installation, not data.)
 */
export async function exclusively(lock, what, work) {
  const mine = `${lock}.${process.pid}`;
  mkdirSync(path.dirname(lock), { recursive: true });
  writeFileSync(mine, String(process.pid));
  for (let said = false; !take(mine, lock); said = true) {
    const owner = ownerOf(lock);
    if (owner !== undefined && !isAlive(owner)) rmSync(lock, { force: true });
    else if (!said) process.stderr.write(`${what} is under way in another process (${owner}): waiting. [${lock}]\n`);
    await sleep(100);
  }
  rmSync(mine, { force: true });
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Takes the lock by a link to a finished file, which succeeds for one process. */
function take(mine, lock) {
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return undefined; // it was released
  }
}

/** True while the process runs, of whatever user. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
