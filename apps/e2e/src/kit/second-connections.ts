import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { scratchPath } from './scratch.js';

/** A request that took a connection while it held another one of the same pool, or that never gave its connection back. */
type Breach =
  | { readonly operation: string; readonly first: string; readonly second: string; readonly stack: string }
  | { readonly operation: string; readonly kept: string };

/** The module that a server loads by `--require`, so that it writes such requests down. No build contains it. */
export const PRELOAD = path.resolve(__dirname, '../../src/kit/preload/second-connection.cjs');

const VARIABLE = 'WORKTRACK_E2E_SECOND_CONNECTIONS';

/** The folder in which the servers of this run write; the suites inherit it through the environment. */
export function folderOfBreaches(): string {
  const known = process.env[VARIABLE];
  if (known !== undefined) return known;
  const folder = scratchPath('second-connections');
  mkdirSync(folder);
  process.env[VARIABLE] = folder;
  return folder;
}

/** Throws unless the server with this process id follows its requests. It must have answered a request that used the database. */
export function assertFollowed(pids: readonly number[], folder: string): void {
  if (pids.some((pid) => existsSync(path.join(folder, String(pid))))) return;
  throw new Error(`The server ${pids.join(', ')} does not follow the connections of its requests.`);
}

/** Reads the breaches of all servers, from some number of bytes on. */
export class Breaches {
  private readonly file;
  private read;

  constructor({ fromNow, folder = folderOfBreaches() }: { readonly fromNow: boolean; readonly folder?: string }) {
    this.file = path.join(folder, 'breaches');
    this.read = fromNow ? this.size() : 0;
  }

  /** Throws for each breach since the last call. */
  assertNone(): void {
    const size = this.size();
    if (size === this.read) return;
    const lines = readFileSync(this.file).subarray(this.read, size).toString('utf8').trimEnd().split('\n');
    this.read = size;
    throw new Error(lines.map((line) => described(JSON.parse(line) as Breach)).join('\n'));
  }

  private size(): number {
    return statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
  }
}

function described(breach: Breach): string {
  if ('kept' in breach)
    return `${breach.operation} never gave back its connection, whose last statement was ${breach.kept}`;
  const { operation, first, second, stack } = breach;
  return `${operation} took a second connection, for ${second}, while it held one of the same pool after ${first}: ${stack}`;
}
