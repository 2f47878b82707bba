import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { poll } from './poll.js';
import { processFacts } from './process-facts.js';
import { hasCode } from './system-error.js';

/** Milliseconds to wait for the lock: longer than an initialisation and a start after a crash ever take. */
const TIMEOUT = 180_000;
/** The number of older claims that stay, so that a process that was slow between two system calls still sees that it was overtaken. */
const KEPT = 16;

/**
 * Runs the work while no other process runs any under the same folder. The lock of a killed process is free.
 *
 * The folder keeps numbered claims, of which the highest counts. A claim is taken by linking a finished file to the
 * next number, which succeeds for exactly one process, and given back by emptying it. Nobody removes the claim of a dead
 * holder to make room: of two processes doing that concurrently, the slower would remove the live claim of the faster.
 */
export async function exclusively<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(folder, { recursive: true });
  const claim = await poll(TIMEOUT, () => tryToClaim(folder));
  if (claim === undefined) throw new Error(`Another process has held ${folder} for minutes.`);
  try {
    return await work();
  } finally {
    truncateSync(claim);
  }
}

function tryToClaim(folder: string): string | undefined {
  const highest = highestClaim(folder);
  if (highest > 0 && isHeld(path.join(folder, String(highest)))) return undefined;

  const draft = path.join(folder, `draft-${process.pid}-${randomBytes(6).toString('hex')}`);
  const claim = path.join(folder, String(highest + 1));
  writeFileSync(draft, JSON.stringify({ pid: process.pid, startedAt: processFacts(process.pid)?.startedAt }));
  try {
    linkSync(draft, claim);
    if (highestClaim(folder) === highest + 1) {
      sweep(folder, highest);
      return claim;
    }
    rmSync(claim, { force: true });
  } catch (error) {
    if (!hasCode(error, 'EEXIST', 'ENOENT')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return undefined;
}

function highestClaim(folder: string): number {
  return Math.max(
    0,
    ...readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
  );
}

function isHeld(claim: string): boolean {
  try {
    const content = readFileSync(claim, 'utf8');
    if (content === '') return false;
    const { pid, startedAt } = JSON.parse(content) as { pid: number; startedAt?: string };
    return processFacts(pid)?.startedAt === startedAt;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return true; // another process was faster: try again
    throw error;
  }
}

function sweep(folder: string, highest: number): void {
  for (const name of readdirSync(folder)) {
    const author = /^draft-(\d+)-/.exec(name)?.[1];
    const abandoned = author === undefined ? Number(name) <= highest - KEPT : !processFacts(Number(author));
    if (abandoned) rmSync(path.join(folder, name), { force: true });
  }
}
