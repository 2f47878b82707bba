import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataFolder, initialise, superuserUrl } from './cluster.js';
import { enterWith, makeDoorway } from './doorway.js';
import type { ThrowawayPostgres } from './embedded-postgres.js';
import { poll } from './poll.js';
import { runningPostmaster } from './postmaster.js';
import { type Quarters, quartersIn } from './quarters.js';
import { startServer } from './start-server.js';

/** Settings without durability: the data are thrown away. Commits stay synchronous, so that tests see the usual order of events. */
const FOR_SPEED = { fsync: 'off', full_page_writes: 'off' };

/** The maximum duration of stopping, or of removing, in milliseconds. */
const REMOVAL = 30_000;

/**
 * Starts a server in a temporary folder, for tests and benchmarks: not for data that must be kept. Server
 * and folder are removed by `leave()`, and also when this process is killed.
 * @param options.settings PostgreSQL settings by name; they override the defaults (`fsync=off`, `full_page_writes=off`)
 */
export async function startThrowawayPostgres({
  settings = {},
}: { settings?: Readonly<Record<string, string>> } = {}): Promise<ThrowawayPostgres> {
  const name = `worktrack-postgres-${randomBytes(8).toString('hex')}`;
  const quarters = quartersIn(path.join(realpathSync(tmpdir()), name));
  quarters.furnish();
  const heldOpen = spawnJanitor(quarters);
  const remove = async (): Promise<void> => {
    closeSync(heldOpen);
    await poll(REMOVAL, () => (existsSync(quarters.home) ? undefined : true));
  };
  try {
    await initialise(quarters, { durable: false, heldOpen });
    const start = (port?: number) => startServer(quarters, { settings: { ...FOR_SPEED, ...settings }, heldOpen, port });
    let membership = await start();
    return {
      url: superuserUrl(quarters, membership.port, 'postgres'),
      leave: once(() => membership.leave().then(remove)),
      crash: async () => {
        const data = dataFolder(quarters);
        const postmaster = runningPostmaster(data);
        if (postmaster) process.kill(postmaster.pid, 'SIGQUIT');
        await poll(REMOVAL, () => (runningPostmaster(data) ? undefined : true));
        await membership.leave();
      },
      restart: async () => {
        membership = await start(membership.port);
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Returns a file descriptor. The folder is removed when it is closed and every program that inherited it has ended. */
function spawnJanitor({ home }: Quarters): number {
  const fifo = path.join(home, 'janitor');
  makeDoorway(fifo);
  return enterWith(fifo, (readingEnd) => {
    spawn('/bin/sh', ['-c', 'cat <&3 >/dev/null; rm -rf "$1"', 'janitor', home], {
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', readingEnd],
    }).unref();
  });
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}
