import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ServerFolder } from './server-folder.js';

/** PostgreSQL's own data folder. It exists only once it is complete. */
export const dataFolder = ({ home }: ServerFolder): string => path.join(home, 'data');

/** The file with the password of the superuser. */
export const passwordFile = ({ home }: ServerFolder): string => path.join(home, 'superuser.password');

/** Returns the superuser's URL of a database of the server that listens on this port. */
export function superuserUrl(serverFolder: ServerFolder, port: number, database: string): string {
  return `postgres://postgres:${readFileSync(passwordFile(serverFolder), 'utf8')}@127.0.0.1:${port}/${database}`;
}

/** Returns the environment of PostgreSQL's programs, without the machine's locale, time zone or `PG…` variables. */
export const programEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** Nothing is synced to disk, pages have no checksums, and a client proves its password with one hash in place of 4,096. */
const FOR_SPEED = ['--no-sync', '--no-data-checksums', '--set', 'scram_iterations=1'];

/**
 * Creates the data folder unless it is there, with UTF-8, code-point order on every machine, and a new password.
 * @param durable true when the files are synced to disk, and their pages have checksums; false for throwaway servers
 * @param database created besides `postgres`
 * @param heldOpen a file descriptor that the programs keep open while they run
 */
export async function initialize(
  serverFolder: ServerFolder,
  { durable, database, heldOpen }: { durable: boolean; database?: string; heldOpen?: number },
): Promise<void> {
  const data = dataFolder(serverFolder);
  if (existsSync(data)) return;
  const draft = `${data}.draft`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(passwordFile(serverFolder), { force: true });
  writeFileSync(passwordFile(serverFolder), randomBytes(24).toString('hex'), { mode: 0o600 });
  serverFolder.handOver(passwordFile(serverFolder));

  const run = (program: 'initdb' | 'postgres', args: readonly string[], input?: string): Promise<void> =>
    runToEnd(serverFolder, program, args, { input, heldOpen });
  await run('initdb', [
    ...['-D', draft, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile(serverFolder)}`],
    ...['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...(durable ? [] : FOR_SPEED),
  ]);
  // Single-user mode needs no client; each line is one statement.
  if (database !== undefined)
    await run('postgres', ['--single', '-D', draft, 'postgres'], `create database ${database}\n`);
  renameSync(draft, data);
}

function runToEnd(
  serverFolder: ServerFolder,
  program: 'initdb' | 'postgres',
  args: readonly string[],
  { input, heldOpen }: { input: string | undefined; heldOpen: number | undefined },
): Promise<void> {
  const command = serverFolder.command(program, args);
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, command.args, {
      ...command.identity,
      cwd: '/',
      env: programEnvironment(),
      stdio: ['pipe', 'ignore', 'pipe', heldOpen ?? 'ignore'],
    });
    let complaints = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`The embedded PostgreSQL could not be set up: ${program}: ${complaints.trim()}`));
    });
    child.stdin?.on('error', () => undefined); // a program that fails early does not read its input: its exit code says more than EPIPE
    child.stdin?.end(input);
  });
}
