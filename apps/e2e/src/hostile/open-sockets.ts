import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

const LISTENING = '0A';

/** Returns the number of connections that a process holds on its port, in any state. Works on Linux. */
export function socketsOf(pid: number, port: number): number {
  const held = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      const inode = /^socket:\[(\d+)\]$/.exec(target(`/proc/${pid}/fd/${descriptor}`))?.[1];
      return inode === undefined ? [] : [inode];
    }),
  );
  return ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state, , , , , , inode = '']) => {
      return parseInt(local.split(':')[1] ?? '', 16) === port && state !== LISTENING && held.has(inode);
    }).length;
}

/** A descriptor may be closed while one looks. */
function target(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
