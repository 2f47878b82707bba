import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, initialise, superuserUrl } from './cluster.js';
import { isAttended } from './doorway.js';
import type { EmbeddedPostgres } from './embedded-postgres.js';
import { exclusively } from './exclusive-lock.js';
import { doorway, join } from './membership.js';
import { runningPostmaster } from './postmaster.js';
import { quartersIn } from './quarters.js';
import { startServer } from './start-server.js';

const DATABASE = 'worktrack';

/**
 * Joins the server of this data folder, or else initialises it (the first time) and starts it. It serves every process
 * that joined, listens on 127.0.0.1 only, and stops when the last of them left, was killed or crashed.
 * @param options.dataDir the server's files go to `<dataDir>/postgres`
 * @throws Error with one sentence for people when this machine cannot run it.
 */
export async function joinEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true });
  const quarters = quartersIn(homeIn(dataDir));
  const membership =
    (await join(quarters)) ??
    (await exclusively(path.join(quarters.home, 'lock'), async () => {
      const started = await join(quarters);
      if (started) return started;
      quarters.furnish();
      await initialise(quarters, { durable: true, database: DATABASE });
      return startServer(quarters);
    }));
  return { url: superuserUrl(quarters, membership.port, DATABASE), leave: membership.leave };
}

/** True when a server runs on this data folder and accepts connections. */
export function isRunning({ dataDir }: { dataDir: string }): Promise<boolean> {
  return new Promise((answer) => {
    const quarters = existsSync(dataDir) ? quartersIn(homeIn(dataDir)) : undefined;
    answer(
      quarters !== undefined &&
        isAttended(doorway(quarters)) &&
        runningPostmaster(dataFolder(quarters))?.ready === true,
    );
  });
}

/** Returns the real path, without links, so that every process uses the same path for the server. */
function homeIn(dataDir: string): string {
  return path.join(realpathSync(dataDir), 'postgres');
}
