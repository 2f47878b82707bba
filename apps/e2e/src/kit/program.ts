import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { scratchPath } from './scratch.js';

const SERVER = path.resolve(__dirname, '../../../server');

/** Paths of the two built programs under test. */
export const PROGRAMS = {
  server: path.join(SERVER, 'dist/main.js'),
  tasks: path.join(SERVER, 'dist/cli.js'),
} as const;

/** The module of the function that the program of the tasks calls. */
export const TASK_ENTRY = path.join(SERVER, 'dist/tasks/run-task.js');

export type Environment = Readonly<Record<string, string>>;

/** The path of a program on the search path. */
export const findProgram = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(existsSync);

/** The environment variables of a started program: none of the test run's own configuration is passed on. */
export function surroundings(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  const own = kept.flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(own),
    WORKTRACK_DATA_DIR: scratchPath('data'),
    WORKTRACK_DEMO: 'off',
    // From Node 22 on: a start takes half as long.
    NODE_COMPILE_CACHE: scratchPath('compiled'),
  };
}

export function startProgram(
  file: string,
  parameters: readonly string[],
  environment: Environment,
  stdio: StdioOptions = 'pipe',
): ChildProcess {
  return startCommand(process.execPath, [file, ...parameters], environment, stdio);
}

/** Starts any command. It ends when this process ends. */
export function startCommand(
  command: string,
  parameters: readonly string[],
  environment: Environment,
  stdio: StdioOptions = 'pipe',
  folder?: string,
): ChildProcess {
  const program = spawn(command, parameters, { cwd: folder, env: { ...surroundings(), ...environment }, stdio });
  endWithThisProcess(program);
  return program;
}

/** Ends the program when this process ends, even if it is killed: a shell waits for the end of a pipe that only this process holds. */
function endWithThisProcess(program: ChildProcess): void {
  if (program.pid === undefined) return;
  const watch = spawn('/bin/sh', ['-c', 'cat >/dev/null; kill -9 "$1"', 'watch', String(program.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watch.unref();
  (watch.stdin as Socket).unref();
  program.once('exit', () => watch.kill('SIGKILL'));
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Collects the output of a program; `ended` settles when the program has ended and all its output is read. */
export function listenTo(program: ChildProcess): { output: () => string; ended: Promise<Ended> } {
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const text = (which: 'stdout' | 'stderr'): string => Buffer.concat(chunks[which]).toString('utf8');
  program.stdout?.on('data', (chunk: Buffer) => chunks.stdout.push(chunk));
  program.stderr?.on('data', (chunk: Buffer) => chunks.stderr.push(chunk));
  const ended = new Promise<Ended>((resolve, reject) => {
    program.once('error', reject);
    program.once('close', (code) => {
      resolve({ code, stdout: text('stdout'), stderr: text('stderr') });
    });
  });
  return { output: () => text('stdout') + text('stderr'), ended };
}

/** Ports that the system gives to no outgoing connection: nothing takes a free one by chance before a server listens on it. */
const PORTS = { from: 10_000, to: 32_000 };

/** A port of the loopback that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

/** True when somebody listens on this port of the loopback. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
