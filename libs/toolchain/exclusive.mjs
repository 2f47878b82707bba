// A lock across processes: `npm start` and `npm test` must not install or build at the same time.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs the work while it holds the folder `lock`, which names its owner. The folder of a process that was killed is
 * moved aside. (Three processes that meet over one such folder in the same milliseconds could slip past each other;
 * the price would be a second installation, not data.)
 */
export async function exclusively(lock, what, work) {
  const mine = `${lock}.${process.pid}`;
  mkdirSync(mine, { recursive: true });
  writeFileSync(path.join(mine, 'owner'), String(process.pid));
  for (let said = false; !take(mine, lock); said = true) {
    const owner = ownerOf(lock);
    if (owner !== undefined && !isAlive(owner)) {
      moveAside(lock, owner);
      continue;
    }
    if (!said)
      process.stderr.write(`${what} is under way in another process (${owner ?? 'starting'}): waiting. [${lock}]\n`);
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Takes the lock by renaming a folder: a rename never replaces a folder that is not empty, so the first one stays. */
function take(mine, lock) {
  try {
    renameSync(mine, lock);
    return true;
  } catch (error) {
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
    throw error;
  }
}

function ownerOf(lock) {
  try {
    return Number(readFileSync(path.join(lock, 'owner'), 'utf8'));
  } catch {
    return undefined;
  }
}

function moveAside(lock, owner) {
  const aside = `${lock}.dead-${owner}-${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch {
    return; // another process did
  }
  if (ownerOf(aside) === owner || !take(aside, lock)) rmSync(aside, { recursive: true, force: true });
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
