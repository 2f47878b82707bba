import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { nativeFolder } from './native-programs.js';

/** The folder of a server and the user that its programs run as. */
export interface ServerFolder {
  /** Folder of the data and all other files of this server. */
  readonly home: string;
  /** Returns the command that runs one of PostgreSQL's programs. */
  readonly command: (program: 'initdb' | 'postgres', args: readonly string[]) => Command;
  /** Makes the home and its parent folders, so that the programs can enter it. */
  readonly create: () => void;
  /** Changes the owner of a path to the user of the programs, if that is another user that needs it. */
  readonly handOver: (place: string) => void;
}

/** A program with its arguments, and the user that runs it. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** Set when the process itself has to change its user before it runs the file. */
  readonly identity: { readonly uid?: number; readonly gid?: number };
}

/** The user id of `nobody`: it exists everywhere, and initdb needs a user with a name. */
const NOBODY = 65534;
/** Folder for root's servers when `setpriv` does not work: another user must be able to enter it. */
const OPEN_FOLDER = '/var/lib/worktrack';

/**
 * Chooses the folder of a server. PostgreSQL refuses to run as root, and the user it runs as instead cannot enter root's own
 * folders. With `setpriv` that user can; without it, programs are copied and data are stored in a folder that is open to all.
 */
export function serverFolderIn(home: string): ServerFolder {
  const native = nativeFolder();
  if (process.geteuid?.() !== 0) return ownFolder(home, native);
  return canSetPrivileges(native) ? privilegedFolder(home, native) : publicFolder(home, native);
}

function ownFolder(home: string, native: string): ServerFolder {
  return {
    home,
    command: (program, args) => ({ file: path.join(native, 'bin', program), args, identity: {} }),
    create: () => mkdirSync(home, { recursive: true }),
    handOver: () => undefined,
  };
}

const SETPRIV = [
  ...['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups'],
  ...['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'],
  // Otherwise access(2), by which initdb looks for its other programs, ignores the capability.
  ...['--securebits', '+no_setuid_fixup'],
];

function canSetPrivileges(native: string): boolean {
  return spawnSync('setpriv', [...SETPRIV, path.join(native, 'bin', 'postgres'), '--version']).status === 0;
}

function privilegedFolder(home: string, native: string): ServerFolder {
  return {
    ...ownFolder(home, native),
    command: (program, args) => ({
      file: 'setpriv',
      args: [...SETPRIV, path.join(native, 'bin', program), ...args],
      identity: {},
    }),
  };
}

function publicFolder(wanted: string, native: string): ServerFolder {
  const home = path.join(OPEN_FOLDER, digest(wanted));
  const copy = path.join(OPEN_FOLDER, `programs-${digest(native)}`);
  return {
    home,
    command: (program, args) => ({
      file: path.join(copy, 'bin', program),
      args,
      identity: { uid: NOBODY, gid: NOBODY },
    }),
    create: () => {
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
  // Under a private umask the copies would not be readable for the other user.
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
