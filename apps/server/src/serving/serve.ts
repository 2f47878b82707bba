import 'reflect-metadata';
import { openBlobs } from '@worktrack/adapter-blobs';
import { UPLOAD_BOUNDS, createApi } from '@worktrack/adapter-http';
import { AppModule } from '../app.module.js';
import { readConfiguration, type Configuration } from '../config.js';
import { joinDatabaseServer, migrateDatabase, openCurrentDatabase } from '../database.js';
import { httpLog } from '../http-log.js';
import { openLog, type ServerLogger } from '../logging.js';
import { NestLog } from '../nest-log.js';
import { EXIT, outcomeOf } from '../outcome.js';
import { openRateLimiter } from '../rate-limits/open-rate-limiter.js';
import { guardStore } from '../store.js';
import { bannerOf } from './banner.js';
import { demoTokenOf, prepareDemo } from './demo-at-first-start.js';
import { Holdings } from './holdings.js';
import { listenOn } from './listen.js';
import { endOnFault, stopRequested } from './process-events.js';
import { beginPurgingKeys } from './purging-keys.js';
import { Sweeping } from './sweeping.js';

/**
 * Serves until SIGTERM or SIGINT; then answers what is under way, and ends the process with exit code 0. A start that fails ends
 * it with one line on stderr.
 * @param setUp also migrates, brings demo data at the very first start, and tells on stdout where everything is
 */
export async function serve({ setUp }: { readonly setUp: boolean }): Promise<void> {
  const stop = stopRequested();
  const holdings = new Holdings();
  try {
    const configuration = readConfiguration(process.env);
    const log = openLog(configuration.logLevel, 'stdout');
    endOnFault(log);
    await start(configuration, log, holdings, setUp);
    log.info({ signal: await stop }, 'Stopping: what is under way will be answered.');
    await holdings.giveBack(log);
    process.exit(EXIT.done);
  } catch (error) {
    const { code, line } = outcomeOf(error);
    process.stderr.write(`${line}\n`);
    await holdings.giveBack();
    process.exit(code);
  }
}

async function start(
  configuration: Configuration,
  log: ServerLogger,
  holdings: Holdings,
  setUp: boolean,
): Promise<void> {
  const server = await joinDatabaseServer(configuration);
  holdings.add(() => server.leave());
  if (setUp) await migrateDatabase(server);
  const open = await openCurrentDatabase(server, configuration, log);
  holdings.add(() => open.database.close());
  const limits = await openRateLimiter(configuration, log);
  holdings.add(() => {
    limits.close();
  });
  if (setUp && configuration.demo) await prepareDemo(open, configuration);

  const store = await openBlobs(configuration);
  const { blobReferences: references, leases } = open.adapters;
  const ownership = guardStore(store, open, log);
  const sweeping = new Sweeping({ store, references, ownership, leases }, configuration.attachmentTrashDays, log);
  holdings.add(() => sweeping.end());
  const purging = beginPurgingKeys(() => open.adapters.purgeOldIdempotencyRecords(), log);
  holdings.add(() => purging.end());

  const { baseUrl, trustProxy, shutdownGraceSeconds, rateLimits } = configuration;
  const ports = AppModule.on(open, limits.limiter, store, ownership, configuration);
  // Half of the connections: there are always some for the others.
  const mostAtOnce = Math.max(1, Math.floor(configuration.database.poolMax / 2));
  const logs = { log: httpLog(log), logger: new NestLog(log) };
  const searchTextBytesPerMinute = rateLimits.enabled ? configuration.searchTextBytesPerMinute : undefined;
  const connectionLimits = { connections: configuration.maxConnections };
  const { attachmentMaxBytes, uploadMaxSeconds } = configuration;
  const files = { attachmentMaxBytes, uploadMaxSeconds, uploads: { ...UPLOAD_BOUNDS, ...configuration.uploads } };
  const options = { ports, baseUrl, trustProxy, ...files, mostAtOnce, searchTextBytesPerMinute, connectionLimits };
  const api = await createApi({ ...options, ...logs });
  holdings.add(() => api.drain(shutdownGraceSeconds * 1000));
  await listenOn(api, configuration);
  // Not before the port is open: a start that fails must remove nothing.
  sweeping.begin();
  log.info({ baseUrl, port: configuration.port, host: configuration.host }, 'Serving.');
  if (setUp) process.stdout.write(bannerOf(baseUrl, await demoTokenOf(open, configuration)));
}
