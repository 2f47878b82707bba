import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { openBlobs } from '@worktrack/adapter-blobs';
import { createApi } from '@worktrack/adapter-http';
import { completeHandovers } from '@worktrack/application';
import { ONE_HOUR, ONE_SECOND } from '@worktrack/domain';
import { Logger } from 'nestjs-pino';
import type { Configuration } from '../config.js';
import { joinDatabaseServer, migrateDatabase, openCurrentDatabase, type OpenDatabase } from '../database.js';
import { httpLog } from '../http-log.js';
import { openLog, type ServerLogger } from '../logging.js';
import { EXIT, outcomeOf } from '../outcome.js';
import { portsOf } from '../ports.js';
import { openRateLimiter } from '../rate-limits/open-rate-limiter.js';
import { countedPorts } from '../metrics/counted-ports.js';
import { openMetrics, type OpenMetrics } from '../metrics/open-metrics.js';
import { logSlowRoundTrips, combinedMonitor } from './slow-round-trips.js';
import { ServerModule } from '../server.module.js';
import { guardStore } from '../store.js';
import { TIME_ZONE_DATA } from '../time-zones.js';
import { readReference, readWebApplication } from '../built-pages.js';
import { attachmentQuotaOf } from './attachment-quota.js';
import { bannerOf } from './banner.js';
import { demoCredentialsOf, prepareDemo } from './demo-at-first-start.js';
import { OpenResources } from './open-resources.js';
import { listenOn } from './listen.js';
import { beginMailing } from './mailing.js';
import { beginDeleting, beginErasing } from './deleting.js';
import { beginDelivering } from './delivering.js';
import { endOnFault, stopRequests, type StopRequests } from './process-events.js';
import { beginNumbering } from './numbering.js';
import { beginPurgingChanges, beginPurgingKeys, beginPurgingSessions } from './purging.js';
import { beginOffering } from './offering.js';
import { beginWaking } from './waking.js';
import { beginRepeating, type Repeated } from './repeating.js';
import { setupLine } from './setup-line.js';
import { Sweeping } from './sweeping.js';

/** The most milliseconds at the end of the grace in which connections are closed and the embedded database is left. */
const LAST_PART = 1_000;

interface Stopping {
  /** Milliseconds for which requests are served after the delay. */
  readonly requests: number;
  /** Milliseconds from the signal to the end of the process, at most. */
  readonly whole: number;
}

/** Divides the grace: requests have all of it but the last part, at most the half. Without a grace the last part comes after the delay. */
function timesToStop({ shutdownDelaySeconds, shutdownGraceSeconds }: Configuration): Stopping {
  const delay = shutdownDelaySeconds * ONE_SECOND;
  const grace = shutdownGraceSeconds * ONE_SECOND;
  const requests = grace - Math.min(LAST_PART, grace / 2);
  return { requests, whole: delay + Math.max(grace, LAST_PART) };
}

/**
 * Serves until SIGTERM or SIGINT; then finishes the requests under way and ends the process with exit code 0. A failed start ends
 * it with one line on stderr.
 * @param setUp also migrates, creates demo data at the very first start, and prints the URLs on stdout
 * @param hasPages false leaves out the pages of the application for browsers, which need a build
 */
export async function serve({
  configuration,
  setUp,
  hasPages = configuration.web,
}: Pick<Start, 'configuration' | 'setUp'> & Partial<Pick<Start, 'hasPages'>>): Promise<void> {
  const stop = stopRequests();
  const resources = new OpenResources();
  try {
    const log = openLog(configuration.logLevel, 'stdout');
    endOnFault(log);
    await start({ configuration, log, resources, stop, setUp, hasPages });
    log.info({ signal: await stop.first }, 'Stopping: requests under way will be answered.');
    await resources.releaseWithin(timesToStop(configuration).whole, log);
    process.exit(EXIT.done);
  } catch (error) {
    const { code, line } = outcomeOf(error);
    process.stderr.write(`${line}\n`);
    await resources.release();
    process.exit(code);
  }
}

/** Small work that every process does all the time. */
const repeatedWork = ({ refreshCursorKeys, writeUses, makeAuditPartitions }: OpenDatabase['adapters']): Repeated[] => [
  // Twice a second: a change by a task takes effect within a second.
  {
    work: refreshCursorKeys,
    period: 500,
    onFailure: 'The keys of cursors could not be read again; they stay as they are.',
  },
  { work: writeUses, period: ONE_SECOND, onFailure: 'Last uses of tokens and sessions could not be written.' },
  {
    work: makeAuditPartitions,
    period: ONE_HOUR,
    onFailure: 'The coming months of the audit trail could not be prepared.',
  },
];

/** Completes handovers of Work Items that a process before has left, every five seconds. */
function beginHandingOver(
  { unitOfWork, leases }: OpenDatabase['adapters'],
  log: ServerLogger,
): { end(): Promise<void> } {
  const stop = new AbortController();
  const onFailure = 'The Work Items of a removed member could not be given to somebody else; the next look goes on.';
  const work = () => completeHandovers(unitOfWork, leases, stop.signal);
  const repeating = beginRepeating({ work, period: 5 * ONE_SECOND, onFailure }, log);
  return {
    end: () => {
      stop.abort();
      return repeating.end();
    },
  };
}

/** Milliseconds between two looks at how many mails wait. */
const LOOK_AT_BACKLOG = 10_000;

/** Begins to send mails. Without a server for mail, nothing of this is loaded. */
async function beginMail(
  { settings, limits }: NonNullable<Configuration['mail']>,
  { adapters: { mailQueue: queue, leases } }: OpenDatabase,
  log: ServerLogger,
  metrics: OpenMetrics | undefined,
  resources: OpenResources,
): Promise<ReturnType<typeof beginMailing>> {
  const { SmtpSender } = await import('@worktrack/adapter-mail');
  if (metrics) {
    let backlog = await queue.backlog();
    metrics.watch({ mailBacklog: () => backlog });
    const look = {
      work: async () => void (backlog = await queue.backlog()),
      period: LOOK_AT_BACKLOG,
      onFailure: 'The mails that wait could not be counted.',
    };
    const looking = beginRepeating(look, log);
    resources.add(() => looking.end());
  }
  const sender = new SmtpSender(settings);
  return beginMailing({ queue, sender, leases }, limits, log, {
    jobs: metrics?.work.jobs,
    counts: metrics?.work,
  });
}

interface Start {
  readonly configuration: Configuration;
  readonly log: ServerLogger;
  readonly resources: OpenResources;
  readonly stop: StopRequests;
  readonly setUp: boolean;
  readonly hasPages: boolean;
}

async function start({ configuration, log, resources, stop, setUp, hasPages }: Start): Promise<void> {
  const server = await joinDatabaseServer(configuration);
  resources.add(() => server.leave());
  if (setUp) await migrateDatabase(server);
  const metrics = await openMetrics(configuration, log);
  // Added early, so given back late: the end of the requests is still seen.
  resources.add(() => metrics?.close());
  // Without traces, no module of OpenTelemetry is loaded for them.
  const tracing = configuration.traces ? (await import('../traces/open-traces.js')).openTraces(log) : undefined;
  resources.add(() => tracing?.close());
  const slow = logSlowRoundTrips(log, configuration.slowRoundTripSeconds);
  const monitors = [slow, metrics?.database, tracing?.traces.database].filter((one) => one !== undefined);
  const open = await openCurrentDatabase(server, configuration, log, combinedMonitor(monitors));
  metrics?.watch({ poolStates: () => open.database.poolStates() });
  if (configuration.database.readUrl !== undefined) {
    metrics?.watch({ replicaLagSeconds: () => open.database.replicaLagSeconds() });
  }
  resources.add(() => open.database.close());
  const limits = await openRateLimiter(configuration, log, metrics?.work.rateLimits);
  metrics?.watch({ rateLimitStores: () => limits.stores() });
  resources.add(() => {
    limits.close();
  });
  if (setUp && configuration.demo) await prepareDemo(open, configuration);

  const store = await openBlobs(configuration);
  const {
    blobReferences: references,
    leases,
    organizationDeletion: deletion,
    workItemErasure: erasure,
  } = open.adapters;
  const ownership = guardStore(store, open, log);
  const sweeping = new Sweeping(
    { store, references, ownership, leases },
    configuration.attachmentTrashDays,
    log,
    metrics?.work.jobs,
  );
  const monitored = { monitor: metrics?.work.jobs };
  const purging = beginPurgingKeys(() => open.adapters.purgeOldIdempotencyRecords(), log, monitored);
  const purgingSessions = beginPurgingSessions(() => open.adapters.purgeEndedSessions(), log, monitored);
  const deleting = beginDeleting({ deletion, store, ownership, leases }, log, metrics?.work.jobs);
  const erasing = beginErasing({ erasure, blobs: store, ownership, leases }, log, metrics?.work.jobs);
  const handingOver = beginHandingOver(open.adapters, log);
  const mailing = configuration.mail && (await beginMail(configuration.mail, open, log, metrics, resources));
  const purgeChanges = () => open.adapters.purgeOldChanges(configuration.feedRetentionDays);
  const purgingChanges = beginPurgingChanges(purgeChanges, log, monitored);
  const all = portsOf(open, limits, store, ownership, configuration, metrics?.work.keyUsed);
  const { feedViews: feed, webhookReceivers: receivers } = all;
  const delivery = { queue: open.adapters.webhookQueue, receivers, feed };
  const delivering = beginDelivering(delivery, log, metrics?.work.jobs);
  const jobs = [
    sweeping,
    purging,
    purgingSessions,
    purgingChanges,
    deleting,
    erasing,
    handingOver,
    delivering,
    ...(mailing ? [mailing] : []),
  ];
  const endJobs = (): Promise<unknown> => Promise.all(jobs.map((job) => job.end()));
  resources.add(async () => void (await endJobs()));
  // The jobs begin nothing more while the last requests are served: another process has its turn.
  void stop.first.then(endJobs);

  const waking = beginWaking(open.adapters.feedHub, open.database, configuration.feedWake, log);
  resources.add(() => waking.end());
  const numbering = beginNumbering(open.adapters, log, () => {
    delivering.wake();
  });
  resources.add(() => numbering.end());
  for (const repeated of repeatedWork(open.adapters)) {
    const repeating = beginRepeating(repeated, log);
    resources.add(() => repeating.end());
  }

  const { baseUrl, trustProxy, web, extensions, organizationCreation, passwordSignIn } = configuration;
  const counted = metrics ? countedPorts(all, metrics.work) : all;
  const { tracedPorts } = tracing ? await import('../traces/traced-ports.js') : {};
  const ports = ServerModule.of(tracedPorts ? tracedPorts(counted) : counted, log);
  const { poolMax, reportPoolMax } = configuration.database;
  const boundSettings = {
    connections: poolMax,
    reportConnections: reportPoolMax,
    sockets: configuration.maxConnections,
    uploadsOfCredential: configuration.uploads.ofCredential,
    uploadsOfProcess: configuration.uploads.ofProcess,
    uploadBytes: configuration.uploads.stagedBytes,
  };
  const logs = { log: httpLog(log), logger: Logger, monitor: metrics?.requests, tracer: tracing?.traces };
  const { attachmentMaxBytes, uploadMaxSeconds } = configuration;
  const attachmentQuotaBytes = await attachmentQuotaOf(configuration, log);
  const files = { attachmentMaxBytes, uploadMaxSeconds, attachmentQuotaBytes };
  const options = {
    ports,
    baseUrl,
    trustProxy,
    web,
    extensions,
    organizationCreation,
    passwordSignIn,
    ...files,
    boundSettings,
  };
  const [reference, pages] = await Promise.all([readReference(), hasPages ? readWebApplication() : undefined]);
  const offering = pages && (await beginOffering(open.adapters.releaseFiles, pages, log));
  resources.add(() => offering?.end());
  const api = await createApi({ ...options, ...logs, pages, reference });
  metrics?.watch({ slotsWaiting: () => api.slotsWaiting() });
  let isServing = false;
  resources.add(() => {
    const delay = pause(configuration.shutdownDelaySeconds * ONE_SECOND);
    return api.drain(timesToStop(configuration).requests, isServing ? Promise.race([delay, stop.second]) : undefined);
  });
  await listenOn(api, configuration);
  isServing = true;
  // Sweep only after the port is open: a start that fails must remove nothing.
  sweeping.begin();
  if (setUp) process.stdout.write(bannerOf(baseUrl, await demoCredentialsOf(open, configuration)));
  process.stdout.write(await setupLine(open, configuration));
  log.info({ baseUrl, port: configuration.port, host: configuration.host, timeZoneData: TIME_ZONE_DATA }, 'Serving.');
}
