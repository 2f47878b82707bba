import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, initialize, superuserUrl } from './cluster.js';
import { hasReader } from './members-pipe.js';
import type { EmbeddedPostgres } from './embedded-postgres.js';
import { exclusively } from './exclusive-lock.js';
import { membersPipe, join } from './membership.js';
import { runningPostmaster } from './postmaster.js';
import { serverFolderIn } from './server-folder.js';
import { startServer } from './start-server.js';

const DATABASE = 'worktrack';

/**
 * Joins the server of this data folder, or else initializes it (the first time) and starts it. It serves every process
 * that joined, listens on 127.0.0.1 only, and stops when the last of them left, was killed or crashed.
 * @param options.dataDir the server's files go to `<dataDir>/postgres`
 * @throws Error with one sentence for people when this machine cannot run it.
 */
export async function joinEmbeddedPostgres({ dataDir }: { dataDir: string }): Promise<EmbeddedPostgres> {
  mkdirSync(dataDir, { recursive: true });
  const serverFolder = serverFolderIn(homeIn(dataDir));
  const membership =
    (await join(serverFolder)) ??
    (await exclusively(path.join(serverFolder.home, 'lock'), async () => {
      const started = await join(serverFolder);
      if (started) return started;
      serverFolder.create();
      await initialize(serverFolder, { durable: true, database: DATABASE });
      return startServer(serverFolder);
    }));
  return { url: superuserUrl(serverFolder, membership.port, DATABASE), leave: membership.leave };
}

/** True when a server runs on this data folder and accepts connections. */
export function isRunning({ dataDir }: { dataDir: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const serverFolder = existsSync(dataDir) ? serverFolderIn(homeIn(dataDir)) : undefined;
    resolve(
      serverFolder !== undefined &&
        hasReader(membersPipe(serverFolder)) &&
        runningPostmaster(dataFolder(serverFolder))?.ready === true,
    );
  });
}

/** Returns the real path, without links, so that every process uses the same path for the server. */
function homeIn(dataDir: string): string {
  return path.join(realpathSync(dataDir), 'postgres');
}
