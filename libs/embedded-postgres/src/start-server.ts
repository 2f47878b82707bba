import { closeSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataFolder } from './cluster.js';
import { openPipeWith, makePipe } from './members-pipe.js';
import { membersPipe, join, makeMembersFolder, type Membership, membersFolder } from './membership.js';
import { lastPort, makeWay } from './postmaster.js';
import type { ServerFolder } from './server-folder.js';
import { logFile, spawnSupervised } from './supervisor.js';

/** Temporary errors: sessions of a killed server are still ending, or the port was just taken. */
const PASSING = /lock file|pre-existing shared memory|could not bind|could not create any TCP/;
const ATTEMPTS = 40;
const BETWEEN_ATTEMPTS = 250;

/**
 * Starts the server of this folder and joins it. It must not be running, and no other process must start it meanwhile.
 * @param options.port the port to listen on, if it is free; by default that of the last start, if that ended by a crash
 * @throws Error with the last lines of the server's log.
 */
export async function startServer(
  serverFolder: ServerFolder,
  {
    settings = {},
    heldOpen,
    port: wanted,
  }: { settings?: Readonly<Record<string, string>>; heldOpen?: number; port?: number | undefined } = {},
): Promise<Membership> {
  makePipe(membersPipe(serverFolder));
  makeMembersFolder(serverFolder);
  for (let attempt = 1; ; attempt += 1) {
    // After a crash use the former port, so that processes that survived the crash find the server there.
    const before = wanted ?? lastPort(dataFolder(serverFolder));
    await makeWay(dataFolder(serverFolder));
    const port = await freePort(before);
    const end = openPipeWith(membersPipe(serverFolder), (readingEnd) => {
      spawnSupervised(serverFolder, { port, settings, members: membersFolder(serverFolder), readingEnd, heldOpen });
    });
    try {
      const membership = await join(serverFolder);
      if (membership) return membership;
    } finally {
      closeSync(end);
    }
    const words = readFileSync(logFile(serverFolder), 'utf8').trim();
    if (attempt === ATTEMPTS || !PASSING.test(words)) {
      throw new Error(`The embedded PostgreSQL did not start: ${words.split('\n').slice(-5).join(' | ')}`);
    }
    await sleep(BETWEEN_ATTEMPTS);
  }
}

async function freePort(preferred = 0): Promise<number> {
  const port = await portIfFree(preferred);
  return port ?? (await freePort());
}

function portIfFree(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(undefined);
    });
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === 'object' ? address?.port : undefined);
      });
    });
  });
}
