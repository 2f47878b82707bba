import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { byTcp } from './database.js';
import { eventually } from './eventually.js';
import { folderOfOrdinaryUser, ordinaryUser } from './nobody.js';
import { freePort, isOpen } from './program.js';

/** Since this release PgBouncer can keep prepared statements in transaction mode. */
const FIRST_THAT_KEEPS_NAMES = [1, 21];

/** True when this PgBouncer can keep prepared statements in transaction mode. */
function canKeepNames(): boolean {
  const version = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }));
  const [major = 0, minor = 0] = (version?.slice(1) ?? []).map(Number);
  const [firstMajor = 0, firstMinor = 0] = FIRST_THAT_KEEPS_NAMES;
  return major > firstMajor || (major === firstMajor && minor >= firstMinor);
}

/** Settings with which prepared statements are lost. */
export const losingNames = (): readonly string[] => (canKeepNames() ? ['max_prepared_statements = 0'] : []);

/**
 * Settings with which prepared statements are kept: in transaction mode, or, by a PgBouncer that cannot do that, by lending each session for as
 * long as a connection lasts. Statements stay prepared in sessions that nobody uses any more.
 */
export const keepingNames = (): readonly string[] =>
  canKeepNames() ? ['max_prepared_statements = 200'] : ['pool_mode = session', 'server_reset_query ='];

export interface PgBouncer {
  /** The address of a database through the pooler, for this login. */
  urlFor(login: Login, databaseUrl: string): string;
  stop(): Promise<void>;
}

export interface Login {
  readonly name: string;
  readonly password: string;
}

/** A login that is not there yet. */
export const loginOf = (purpose: string): Login => ({
  name: `${purpose}_${randomBytes(6).toString('hex')}`,
  password: randomBytes(6).toString('hex'),
});

/** The variables of a server behind this pooler, whose reports read the place of the second address. */
export const behindPooler = (
  pooler: PgBouncer,
  { server, reports }: { readonly server: Login; readonly reports: Login },
  databaseUrl: string,
): Record<string, string> => ({
  DATABASE_URL: pooler.urlFor(server, databaseUrl),
  DATABASE_READ_URL: pooler.urlFor(reports, databaseUrl),
  DATABASE_POOLER: 'transaction',
});

/** Starts a PgBouncer in transaction mode before the server of this address, for these logins. `more`: further lines of its settings. */
export async function startPgBouncer(
  postgresUrl: string,
  logins: readonly Login[],
  more: readonly string[] = [],
): Promise<PgBouncer> {
  const { hostname, port: behind } = new URL(postgresUrl);
  const port = await freePort();
  const folder = folderOfOrdinaryUser('pgbouncer');
  const users = path.join(folder, 'users.txt');
  writeFileSync(users, logins.map(({ name, password }) => `"${name}" "${password}"\n`).join(''));
  const settings = path.join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${behind}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'default_pool_size = 20',
      ...more,
      '',
    ].join('\n'),
  );
  const program = spawn('pgbouncer', [settings], { stdio: ['ignore', 'ignore', 'pipe'], ...ordinaryUser });
  let said = '';
  program.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<void>((resolve) =>
    program.once('close', () => {
      resolve();
    }),
  );
  await eventually('a pooler', async () => {
    if (program.exitCode !== null) throw new Error(`The pooler ended: ${said}`);
    return (await isOpen(port)) ? true : undefined;
  });
  return {
    urlFor: ({ name, password }, databaseUrl) => {
      const url = new URL(byTcp(databaseUrl));
      url.username = name;
      url.password = password;
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    stop: async () => {
      program.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
