import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';

const SERVER = path.join(path.dirname(require.resolve('@worktrack/server/package.json')), 'dist');

/** The program that `npm start` runs. */
export const SERVER_PROGRAM = path.join(SERVER, 'main.js');

/** The program that runs administration tasks. */
export const CLI_PROGRAM = path.join(SERVER, 'cli.js');

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}

/** Runs an administration task on the database and returns its JSON answer. */
export async function runTask<Answer>(databaseUrl: string, task: readonly string[], input?: object): Promise<Answer> {
  const running = promisify(execFile)(process.execPath, [CLI_PROGRAM, ...task, '--json'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  });
  running.child.stdin?.end(input && JSON.stringify(input));
  return JSON.parse((await running).stdout) as Answer;
}

/** Starts our server with everything enabled, but with a rate limit that is never reached, and waits until it serves. */
export function startWorktrack(databaseUrl: string, port: number): Promise<ChildProcess> {
  return start([SERVER_PROGRAM], port, '/api/health', {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    RATE_LIMIT_MAX: '100000000',
  });
}

/** Starts the floors. Their writes are made in the name of this user. */
export function startFloors(databaseUrl: string, port: number, userId: string): Promise<ChildProcess> {
  return start([path.join(__dirname, 'floor/program.js'), databaseUrl, String(port), userId], port, '/', {});
}

/** Starts a program with `environment` in addition to that of this process, and waits until the server responds to `probe`. */
export async function start(
  args: string[],
  port: number,
  probe: string,
  environment: NodeJS.ProcessEnv,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  for (let attempt = 0; attempt < 200; attempt += 1) {
    await new Promise((later) => setTimeout(later, 100));
    const answers = await fetch(`http://127.0.0.1:${port}${probe}`).then(
      () => true,
      () => false,
    );
    if (answers) return child;
    if (child.exitCode !== null) break;
  }
  child.kill();
  throw new Error(`${args[0] ?? ''} did not begin to serve.`);
}

export async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((exit) => child.once('exit', exit));
  child.kill('SIGTERM');
  await ended;
}
