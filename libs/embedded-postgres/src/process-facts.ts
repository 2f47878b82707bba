import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Facts that distinguish a process from a later one with the same process id. */
export interface ProcessFacts {
  readonly command: string;
  readonly startedAt: string;
}

/** Reads the facts of a running process; `undefined` when no process has this id, or only a zombie. */
export function processFacts(pid: number): ProcessFacts | undefined {
  return existsSync('/proc/self/stat') ? factsFromProc(pid) : factsFromPs(pid);
}

function factsFromProc(pid: number): ProcessFacts | undefined {
  try {
    // The second field is the program's name in brackets and can itself contain blanks and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [state = 'X'] = fields;
    if ('ZX'.includes(state)) return undefined;
    return { command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

function factsFromPs(pid: number): ProcessFacts | undefined {
  try {
    const row = execFileSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], { encoding: 'utf8' });
    const [, state = 'Z', startedAt = '', command = ''] =
      /^\s*(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/m.exec(row) ?? [];
    return state.startsWith('Z') ? undefined : { command, startedAt };
  } catch {
    return undefined;
  }
}
