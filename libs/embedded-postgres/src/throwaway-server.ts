import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dataFolder, initialize, passwordFile, superuserUrl } from './cluster.js';
import { openPipeWith, makePipe } from './members-pipe.js';
import type { ThrowawayPostgres } from './embedded-postgres.js';
import { poll } from './poll.js';
import { runningPostmaster } from './postmaster.js';
import { processFacts } from './process-facts.js';
import { type ServerFolder, serverFolderIn } from './server-folder.js';
import { startServer } from './start-server.js';

/** Settings without durability: the data are thrown away. Commits stay synchronous, so that tests see the usual order of events. */
const FOR_SPEED = { fsync: 'off', full_page_writes: 'off' };

/** The maximum duration of stopping, or of removing, in milliseconds. */
const REMOVAL = 30_000;

/** The most bytes of a socket's path on every system (Linux allows 107, macOS 103). */
const LONGEST_SOCKET_PATH = 103;

/**
 * Starts a server in a temporary folder, for tests and benchmarks: not for data that must be kept. Server
 * and folder are removed by `leave()`, and also when this process is killed.
 * @param options.settings PostgreSQL settings by name; they override the defaults (`fsync=off`, `full_page_writes=off`)
 * @param options.socket true: the address also names a Unix socket in its parameter `host`, which drivers prefer. Host and port of the
 *   address stay those of TCP. It names none where the path of the socket would be too long.
 */
export async function startThrowawayPostgres({
  settings = {},
  socket = false,
}: { settings?: Readonly<Record<string, string>>; socket?: boolean } = {}): Promise<ThrowawayPostgres> {
  const makeData = (serverFolder: ServerFolder, heldOpen: number): Promise<void> =>
    initialize(serverFolder, { durable: false, heldOpen });
  return startIn(settings, makeData, socket);
}

/** Starts a server in a new folder, whose data folder `makeData` makes. */
async function startIn(
  settings: Readonly<Record<string, string>>,
  makeData: (serverFolder: ServerFolder, heldOpen: number) => Promise<void>,
  socket = false,
): Promise<ThrowawayPostgres> {
  const name = `worktrack-postgres-${randomBytes(8).toString('hex')}`;
  const serverFolder = serverFolderIn(path.join(realpathSync(tmpdir()), name));
  serverFolder.create();
  const heldOpen = spawnJanitor(serverFolder);
  const remove = async (): Promise<void> => {
    closeSync(heldOpen);
    await poll(REMOVAL, () => (existsSync(serverFolder.home) ? undefined : true));
  };
  try {
    await makeData(serverFolder, heldOpen);
    const folder = socket && hasShortSocketPath(serverFolder) ? serverFolder.home : undefined;
    const own = { ...FOR_SPEED, ...(folder !== undefined && { unix_socket_directories: folder }) };
    const start = (port?: number) => startServer(serverFolder, { settings: { ...own, ...settings }, heldOpen, port });
    let membership = await start();
    const crash = async (): Promise<void> => {
      const data = dataFolder(serverFolder);
      const postmaster = runningPostmaster(data);
      if (postmaster) process.kill(postmaster.pid, 'SIGQUIT');
      await poll(REMOVAL, () => (runningPostmaster(data) ? undefined : true));
      await membership.leave();
    };
    const restart = async (): Promise<void> => {
      membership = await start(membership.port);
    };
    const signalAll = (signal: NodeJS.Signals): void => {
      const postmaster = runningPostmaster(dataFolder(serverFolder));
      // The server itself first: then it starts no process meanwhile. One that has ended needs no signal.
      if (!postmaster) return;
      process.kill(postmaster.pid, signal);
      for (const pid of childrenOf(postmaster.pid)) if (processFacts(pid)) process.kill(pid, signal);
    };
    const url = new URL(superuserUrl(serverFolder, membership.port, 'postgres'));
    if (folder !== undefined) url.searchParams.set('host', folder);
    return {
      url: url.href,
      leave: once(() => {
        signalAll('SIGCONT');
        return membership.leave().then(remove);
      }),
      crash,
      restart,
      freeze: () => {
        signalAll('SIGSTOP');
      },
      thaw: () => {
        signalAll('SIGCONT');
      },
      replica: async () => {
        const { username, password, port } = new URL(superuserUrl(serverFolder, membership.port, 'postgres'));
        const primary = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
        return startIn({ ...settings, primary_conninfo: primary }, async (own) => {
          // The files of a server that stopped without a checkpoint are those of one moment.
          await crash();
          copyInto(own, dataFolder(serverFolder), 'standby.signal', serverFolder);
          await restart();
        });
      },
      restore: (backup, more) =>
        startIn({ ...settings, ...more }, (own) => {
          copyInto(own, backup, 'recovery.signal', serverFolder);
          return Promise.resolve();
        }),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

const hasShortSocketPath = ({ home }: ServerFolder): boolean =>
  Buffer.byteLength(path.join(home, '.s.PGSQL.65535')) <= LONGEST_SOCKET_PATH;

/**
 * Copies the data folder of a server that is stopped, or that was backed up, for another server.
 * @param signal the name of the file from which the other server reads how it begins
 * @param original the server that the data are from
 */
function copyInto(to: ServerFolder, data: string, signal: string, original: ServerFolder): void {
  cpSync(data, dataFolder(to), { recursive: true, preserveTimestamps: true });
  rmSync(path.join(dataFolder(to), 'postmaster.pid'), { force: true });
  writeFileSync(path.join(dataFolder(to), signal), '');
  cpSync(passwordFile(original), passwordFile(to));
  // A copy by root belongs to root, and PostgreSQL refuses data of another user.
  const { uid, gid } = statSync(dataFolder(original));
  for (const place of [dataFolder(to), ...everythingIn(dataFolder(to))]) chownSync(place, uid, gid);
  to.handOver(passwordFile(to));
}

function everythingIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
}

/** The processes that a process started: those of a PostgreSQL server have no children of their own. Only on Linux. */
function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** Returns a file descriptor. The folder is removed when it is closed and every program that inherited it has ended. */
function spawnJanitor({ home }: ServerFolder): number {
  const fifo = path.join(home, 'janitor');
  makePipe(fifo);
  return openPipeWith(fifo, (readingEnd) => {
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
