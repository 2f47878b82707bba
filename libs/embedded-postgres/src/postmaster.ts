import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { poll } from './poll.js';
import { processFacts } from './process-facts.js';
import { hasCode } from './system-error.js';

/** The facts of a running server, read from its `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** True when it accepts connections; else it is starting or stopping. */
  readonly ready: boolean;
}

const lockFile = (data: string): string => path.join(data, 'postmaster.pid');

/** A process id that no process ever has. */
const NO_PID = 2_147_483_647;

/** Returns the server of this data folder if its process is alive. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const recorded = recordedPostmaster(data);
  return recorded && processFacts(recorded.pid)?.command.includes(data) ? recorded : undefined;
}

/** Returns the port of the last start, also after a crash; `undefined` after an orderly stop. */
export function lastPort(data: string): number | undefined {
  return recordedPostmaster(data)?.port;
}

function recordedPostmaster(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(lockFile(data), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * Prepares the folder for a new server. Stops a server whose supervisor is gone. Makes the lock file of a dead server harmless if its
 * process id now belongs to a zombie or another program: PostgreSQL would take that for a live server.
 */
export async function makeWay(data: string): Promise<void> {
  for (const [signal, milliseconds] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    const orphan = runningPostmaster(data);
    if (!orphan) break;
    process.kill(orphan.pid, signal);
    await poll(milliseconds, () => (runningPostmaster(data) ? undefined : true));
  }
  const pid = recordedPostmaster(data)?.pid;
  if (pid === undefined || !takesSignals(pid)) return;
  // Change only the process id: PostgreSQL needs the other lines to find sessions that outlived their server.
  writeFileSync(lockFile(data), readFileSync(lockFile(data), 'utf8').replace(/^\d+/, String(NO_PID)));
}

function takesSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}
