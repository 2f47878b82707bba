import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { nativeFolder } from './native-programs.js';

/** Where a server lives and as whom its programs run. */
export interface Quarters {
  /** Holds the data and everything that belongs to this one server. */
  readonly home: string;
  /** How to run one of PostgreSQL's programs. */
  readonly command: (program: 'initdb' | 'postgres', args: readonly string[]) => Command;
  /** Makes the home, and its parents so that the programs can get there. */
  readonly furnish: () => void;
  /** Hands a path of the home to the account of the programs, where that is another one and needs it. */
  readonly handOver: (place: string) => void;
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** Set when the process itself has to change its user before it runs the file. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/** `nobody`: exists everywhere, and initdb insists on a user that has a name. */
const NOBODY = 65534;
/** Where root keeps what another user must be able to enter, when nothing else can be done. */
const OPEN_FOLDER = '/var/lib/worktrack';

/**
 * PostgreSQL refuses to run as root, and the user it runs as instead cannot enter root's own folders. With
 * `setpriv` that user may, and nothing is copied or moved; without it programs and data go to a folder that is open.
 */
export function quartersIn(home: string): Quarters {
  const native = nativeFolder();
  if (process.geteuid?.() !== 0) return ownQuarters(home, native);
  return canSetPrivileges(native) ? privilegedQuarters(home, native) : openQuarters(home, native);
}

function ownQuarters(home: string, native: string): Quarters {
  return {
    home,
    command: (program, args) => ({ file: path.join(native, 'bin', program), args, identity: {} }),
    furnish: () => mkdirSync(home, { recursive: true }),
    handOver: () => undefined,
  };
}

const SETPRIV = [
  ...['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'],
  ...['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'],
  // Else access(2) forgets the privilege, by which initdb looks for its sister programs.
  ...['--securebits', '+no_setuid_fixup'],
];

function canSetPrivileges(native: string): boolean {
  return spawnSync('setpriv', [...SETPRIV, path.join(native, 'bin', 'postgres'), '--version']).status === 0;
}

function privilegedQuarters(home: string, native: string): Quarters {
  return {
    ...ownQuarters(home, native),
    command: (program, args) => ({
      file: 'setpriv',
      args: [...SETPRIV, path.join(native, 'bin', program), ...args],
      identity: {},
    }),
  };
}

function openQuarters(wanted: string, native: string): Quarters {
  const home = path.join(OPEN_FOLDER, digest(wanted));
  const copy = path.join(OPEN_FOLDER, `programs-${digest(native)}`);
  return {
    home,
    command: (program, args) => ({
      file: path.join(copy, 'bin', program),
      args,
      identity: { uid: NOBODY, gid: NOBODY },
    }),
    furnish: () => {
      process.stderr.write(
        `setpriv is missing or not permitted: the embedded PostgreSQL runs from a copy, its data are in ${home}\n`,
      );
      mkdirSync(OPEN_FOLDER, { recursive: true });
      chmodSync(OPEN_FOLDER, 0o755);
      copyOnce(native, copy);
      mkdirSync(home, { recursive: true, mode: 0o700 });
      chownSync(home, NOBODY, NOBODY);
    },
    handOver: (place) => {
      chownSync(place, NOBODY, NOBODY);
    },
  };
}

function copyOnce(from: string, to: string): void {
  if (existsSync(to)) return;
  const draft = `${to}.${process.pid}`;
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true });
  // Under a private umask the copies of folders would be as closed as the original's parents.
  spawnSync('chmod', ['-R', 'a+rX', draft]);
  try {
    renameSync(draft, to);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
