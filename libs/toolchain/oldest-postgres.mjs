// PostgreSQL 15, the oldest that the product supports, for the deep tier, as Debian packages it
// (`apt-get install --no-install-recommends postgresql-15`).
import { spawnSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROGRAMS } from './programs.cjs';

const NOBODY = 65534;
const CREATION = '--auth=scram-sha-256 -U postgres -E UTF8 --locale=C.UTF-8 --no-sync';
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  fsync: 'off',
  full_page_writes: 'off',
  'worktrack.allow_unsafe': 'on',
};

/** Starts a server with a password on a port of the loopback, without durability, in a new folder below `parent`. */
export function startOldestPostgres(parent) {
  const folder = path.join(parent, 'postgres-15');
  const [data, passwordFile, password] = [path.join(folder, 'data'), path.join(folder, 'password'), randomUUID()];
  mkdirSync(folder);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  // PostgreSQL refuses to run as root.
  const identity = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if (identity.uid) for (const place of [folder, passwordFile]) chownSync(place, NOBODY, NOBODY);
  const control = (...options) => {
    // The server keeps the streams that it gets: a pipe would not end before it does.
    const { status } = spawnSync(PROGRAMS['oldest-postgres'], ['-D', data, ...options], {
      ...identity,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: 'ignore',
    });
    if (status !== 0) throw new Error(`PostgreSQL 15: pg_ctl ${options.at(-1)} ended with ${status}.`);
  };
  control('-o', `${CREATION} --pwfile=${passwordFile}`, 'initdb');
  const port = randomInt(10_000, 32_000);
  const settings = Object.entries({ ...SETTINGS, port }).map(([name, value]) => `-c ${name}='${value}'`);
  control('-w', '-l', path.join(folder, 'log'), '-o', settings.join(' '), 'start');
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    leave: () => control('-m', 'immediate', 'stop'),
  };
}
