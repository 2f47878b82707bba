// PostgreSQL 15, the oldest that the product supports, for the deep tier, as Debian packages it
// (`apt-get install --no-install-recommends postgresql-15`).
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const NOBODY = 65534;
/** Seconds within which the server must be up. */
const PATIENCE = 60;

/** The end of this process, in any way, closes the pipe and so ends the server. */
const UNTIL_END_OF_INPUT = '"$@" </dev/null >/dev/null 2>&1 & program=$!; cat >/dev/null; kill -QUIT $program; wait';

/** True when this machine has the programs. */
export const hasOldestPostgres = () => existsSync(path.join(PROGRAMS, 'initdb'));

/** Starts a server with a password on a free port of the loopback interface, without durability. Rejects when it does not come up. */
export async function startOldestPostgres() {
  const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'worktrack-postgres-15-'));
  // PostgreSQL refuses to run as root.
  const isRoot = process.geteuid?.() === 0;
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const password = randomUUID();
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (isRoot) for (const place of [folder, passwordFile]) chownSync(place, NOBODY, NOBODY);
  const data = path.join(folder, 'data');
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  let server;
  const stop = async () => {
    if (server && server.exitCode === null) {
      server.stdin.end();
      await new Promise((end) => server.once('exit', end));
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    const made = spawnSync(
      path.join(PROGRAMS, 'initdb'),
      [
        ...['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
        ...['-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      ],
      { ...identity, cwd: '/', env, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb: ${made.stderr ?? made.error?.message}`);
    const port = await freePort();
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      timezone: 'UTC',
      fsync: 'off',
      full_page_writes: 'off',
      max_connections: '100',
      'worktrack.allow_unsafe': 'on',
    };
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const program = [path.join(PROGRAMS, 'postgres'), '-D', data, ...given];
    server = spawn('sh', ['-c', UNTIL_END_OF_INPUT, 'postgres-15', ...program], {
      ...identity,
      cwd: '/',
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    server.stdin.on('error', () => undefined);
    await untilUp(port);
    return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function untilUp(port) {
  const ready = path.join(PROGRAMS, 'pg_isready');
  for (const end = Date.now() + PATIENCE * 1_000; Date.now() < end; await delay(100)) {
    if (spawnSync(ready, ['-h', '127.0.0.1', '-p', String(port)]).status === 0) return;
  }
  throw new Error('PostgreSQL 15 did not come up.');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
