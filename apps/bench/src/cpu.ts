import { readFileSync, readdirSync } from 'node:fs';
import type { Client } from 'pg';

/** Microseconds of CPU by process id. Empty on a system without `/proc`. */
export type CpuTimes = ReadonlyMap<number, number>;

/** Reads the CPU time of these processes, and of all children of the process `parent`. */
export function cpuOf(pids: readonly number[], parent?: number): CpuTimes {
  const all = parent === undefined ? pids : [...pids, parent, ...childrenOf(parent)];
  return new Map(all.map((pid) => [pid, microsecondsOf(pid)]));
}

/** Returns the microseconds between two readings. A process that ended in between does not count. */
export function spentBetween(before: CpuTimes, after: CpuTimes): number {
  let spent = 0;
  for (const [pid, time] of after) spent += Math.max(0, time - (before.get(pid) ?? 0));
  return spent;
}

/** The result of some work, and the microseconds of CPU that it cost a server and its PostgreSQL. */
export interface Spent<Result> {
  readonly result: Result;
  readonly server: number;
  readonly database: number;
}

/** Measures `work`: what it costs the server, and PostgreSQL with its sessions, whose parent is the process `postmaster`. */
export async function spentBy<Result>(
  pid: number,
  postmaster: number | undefined,
  work: () => Promise<Result>,
): Promise<Spent<Result>> {
  const read = () => ({ server: cpuOf([pid]), database: cpuOf([], postmaster) });
  const before = read();
  const result = await work();
  const after = read();
  return {
    result,
    server: spentBetween(before.server, after.server),
    database: spentBetween(before.database, after.database),
  };
}

/** Returns the id of the process that started the session of `client`, and all others. */
export async function postmasterOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return parentOf(rows[0]?.pid ?? 0);
}

/** Returns the id of the process that started this one, or `undefined` on a system without `/proc`. */
function parentOf(pid: number): number | undefined {
  try {
    // The name of the program is in parentheses and may contain spaces; the state and the parent follow it.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}

function childrenOf(parent: number): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => parentOf(pid) === parent);
  } catch {
    return [];
  }
}

/** Sums the time on a processor of all threads, which the kernel counts in nanoseconds. */
function microsecondsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, time) => sum + time, 0) / 1_000;
  } catch {
    return 0;
  }
}
