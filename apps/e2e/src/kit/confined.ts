import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from './eventually.js';
import { type Environment, startCommand } from './program.js';

/** True where this process may make namespaces and mounts: on Linux, as root. */
export const canConfine = process.platform === 'linux' && process.getuid?.() === 0;

/** The user of the image. */
export const USER = 1000;

/**
 * Makes the surroundings of a container in a mount namespace, then becomes the program: the tree at /mnt/tree, the program of Node at
 * /mnt/node, an empty /mnt/data that the user owns, an empty /tmp, and everything else read-only.
 */
const SCRIPT = `
set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/tree /mnt/node /mnt/data
mount --bind "$TREE" /mnt/tree
mount --bind "$NODE_FOLDER" /mnt/node
mount -t tmpfs -o uid=${USER},gid=${USER} tmpfs /mnt/data
mount -t tmpfs tmpfs /tmp
for place in /mnt/tree /mnt/node /mnt /; do mount -o remount,bind,ro "$place"; done
cd /mnt/tree
exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
`;

/**
 * Starts a program of a shipped tree as its container does: another user, process 1 of its own namespace, without capabilities, with
 * nothing to write but /tmp and the data. A process that is not root starts it as it is.
 * @param node path of the program of Node
 * @param program path inside the tree
 */
export function startConfined(
  tree: string,
  node: string,
  program: string,
  parameters: readonly string[],
  environment: Environment,
): ChildProcess {
  if (!canConfine) return startCommand(node, [path.join(tree, program), ...parameters], environment);
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const command = ['/bin/sh', '-c', SCRIPT, 'confined', `/mnt/node/${path.basename(node)}`, program, ...parameters];
  return startCommand('unshare', [...namespaces, ...command], {
    ...environment,
    TREE: tree,
    NODE_FOLDER: path.dirname(node),
    TMPDIR: '/tmp',
    HOME: '/tmp',
    WORKTRACK_DATA_DIR: '/mnt/data',
    NODE_COMPILE_CACHE: '/tmp/compile-cache',
  });
}

/** Returns the process id of the program itself: without namespaces that of the started one, else that of its child. */
export async function pidOf(started: ChildProcess): Promise<number> {
  const { pid } = started;
  if (pid === undefined) throw new Error('The program was not started.');
  if (!canConfine) return pid;
  return eventually('the confined program', () => {
    const child = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
    return Promise.resolve(child > 0 ? child : undefined);
  });
}

/** Facts of the kernel about a process: its user, its capabilities, and whether it may gain any. */
export function rightsOf(pid: number): Record<'Uid' | 'CapEff' | 'CapBnd' | 'NoNewPrivs', string> {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const value = (name: string): string => new RegExp(`^${name}:\\t(\\S+)`, 'm').exec(status)?.[1] ?? '';
  return { Uid: value('Uid'), CapEff: value('CapEff'), CapBnd: value('CapBnd'), NoNewPrivs: value('NoNewPrivs') };
}

/** Lists the places of a process that it may write to, by their mounts: those of the kernel's own file systems left out. */
export function writableMountsOf(pid: number): string[] {
  const kernel = new Set(['proc', 'sysfs', 'devtmpfs', 'devpts', 'cgroup', 'cgroup2', 'mqueue', 'debugfs', 'tracefs']);
  return readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
    .filter((words) => words[5]!.split(',').includes('rw') && !kernel.has(words[words.indexOf('-') + 1]!))
    .map((words) => words[4]!);
}
