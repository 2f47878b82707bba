import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Configuration } from '../config.js';
import { openLog, type ServerLogger } from '../logging.js';
import { serveMetrics } from '../metrics/serve-metrics.js';
import { EXIT, outcomeOf } from '../outcome.js';
import { endOnFault, stopRequests, type StopRequests } from '../serving/process-events.js';
import { BackOff } from './back-off.js';
import { passOnLostConnections } from './lost-connections.js';
import { isFromWorker, type FromWorker, type ToWorker } from './messages.js';
import { PrimaryCounters } from './primary-counters.js';
import { WorkerMetrics } from './worker-metrics.js';
import { WorkerReadiness } from './worker-readiness.js';

/** Milliseconds beyond the time to stop after which a worker is killed. */
const LAST_RESORT = 2_000;

/** The variable by which a worker sets up first, as `npm start` does. */
export const SET_UP = 'WORKTRACK_WORKER_SETS_UP';

/**
 * Runs `configuration.workers` processes that serve at one port, until SIGTERM or SIGINT; then stops them and ends with exit code 0. A
 * worker that ends by a fault is replaced. When the first one cannot start, the process ends with its exit code.
 * @param program the module that a worker runs
 */
export async function supervise(configuration: Configuration, program: string, setUp: boolean): Promise<void> {
  const log = openLog(configuration.logLevel, 'stdout');
  endOnFault(log);
  cluster.setupPrimary({ exec: program, args: [] });
  try {
    await new Supervisor(configuration, log, stopRequests(), setUp).run();
    process.exit(EXIT.done);
  } catch (error) {
    if (error instanceof FailedStart) process.exit(error.code);
    const { code, line } = outcomeOf(error);
    process.stderr.write(`${line}\n`);
    process.exit(code);
  }
}

/** The first worker ended before it served. It has logged the reason. */
class FailedStart extends Error {
  constructor(readonly code: number) {
    super('The first worker could not start.');
  }
}

class Supervisor {
  private readonly workers = new Set<Worker>();
  private readonly counters: PrimaryCounters;
  private readonly metrics = new WorkerMetrics();
  private readonly readiness = new WorkerReadiness(() => this.workers, send);
  private readonly backOff = new BackOff();
  private isStopping = false;
  /** False until the first worker listens: when it ends before, this process ends too, and no other worker takes its place. */
  private hasServed = false;

  constructor(
    private readonly configuration: Configuration,
    private readonly log: ServerLogger,
    private readonly stop: StopRequests,
    private readonly setUp: boolean,
  ) {
    this.counters = new PrimaryCounters(configuration.rateLimits);
  }

  async run(): Promise<void> {
    const metrics =
      this.configuration.metrics && (await serveMetrics(this.configuration.metrics, this.metrics, this.log));
    const signal = this.stop.first.then(() => {
      this.isStopping = true;
    });
    const first = this.start(this.setUp);
    const serves = once(first, 'listening').then(() => {
      this.hasServed = true;
    });
    await Promise.race([serves, this.failedStartOf(first), signal]);
    for (let more = 1; more < this.configuration.workers && !this.isStopping; more += 1) this.start(false);
    await signal;
    await this.stopAll();
    metrics?.close();
  }

  private start(setsUp: boolean): Worker {
    const began = performance.now();
    const worker = cluster.fork(setsUp ? { [SET_UP]: 'yes' } : {});
    this.workers.add(worker);
    passOnLostConnections(worker);
    worker.on('message', (message: unknown) => {
      if (isFromWorker(message)) void this.receive(worker, message);
    });
    // A message to a worker that has just ended is lost, and that is not a fault of this process.
    worker.on('error', () => undefined);
    worker.once('exit', (code, signal) => {
      this.workers.delete(worker);
      this.metrics.forget(worker);
      this.readiness.forget(worker);
      if (this.hasServed && !this.isStopping) this.replace(performance.now() - began, { code, signal });
    });
    return worker;
  }

  private async failedStartOf(worker: Worker): Promise<void> {
    const [code] = (await once(worker, 'exit')) as [number | null];
    if (!this.isStopping) throw new FailedStart(code ?? EXIT.failed);
  }

  private replace(life: number, end: { readonly code: number | null; readonly signal: string | null }): void {
    const milliseconds = this.backOff.next(life);
    this.log.error({ ...end, milliseconds }, 'A worker ended: another one takes its place.');
    setTimeout(() => {
      if (!this.isStopping) this.start(false);
    }, milliseconds).unref();
  }

  private async receive(worker: Worker, message: FromWorker): Promise<void> {
    const { id } = message;
    switch (message.worktrack) {
      case 'metrics':
        this.metrics.receive(worker, message);
        return;
      case 'received':
      case 'ready':
        this.readiness.receive(worker, message);
        return;
      case 'readiness':
        send(worker, { worktrack: 'server-ready', id, isReady: !this.isStopping && (await this.readiness.isReady()) });
        return;
      case 'count':
        send(worker, { worktrack: 'counted', id, standing: await this.counters.count(message) });
    }
  }

  /** Stops all workers, and kills those that have not ended in time. */
  private async stopAll(): Promise<void> {
    const { shutdownDelaySeconds, shutdownGraceSeconds } = this.configuration;
    const stopWorkers = (): void => {
      for (const worker of this.workers) send(worker, { worktrack: 'stop' });
    };
    stopWorkers();
    void this.stop.second.then(stopWorkers);
    const longest = 1_000 * (shutdownDelaySeconds + Math.max(1, shutdownGraceSeconds)) + LAST_RESORT;
    const ends = [...this.workers].map((worker) => once(worker, 'exit'));
    await Promise.race([Promise.all(ends), pause(longest, undefined, { ref: false })]);
    for (const worker of this.workers) worker.process.kill('SIGKILL');
  }
}

function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => undefined);
}
