import cluster from 'node:cluster';
import type { ServerLogger } from '../logging.js';
import { EXIT } from '../outcome.js';
import { isToWorker } from '../workers/messages.js';

/** The requests to stop this process. */
export interface StopRequests {
  /** Resolves at the first SIGTERM or SIGINT. */
  readonly first: Promise<NodeJS.Signals>;
  /** Resolves at the second signal: the operator is in a hurry. */
  readonly second: Promise<NodeJS.Signals>;
}

/** Listens for SIGTERM and SIGINT from now on. A third signal changes nothing: requests under way keep their grace. */
export function stopRequests(): StopRequests {
  let first: (signal: NodeJS.Signals) => void;
  let second: (signal: NodeJS.Signals) => void;
  const requests = {
    first: new Promise<NodeJS.Signals>((resolve) => (first = resolve)),
    second: new Promise<NodeJS.Signals>((resolve) => (second = resolve)),
  };
  let count = 0;
  const receive = (signal: NodeJS.Signals): void => {
    count += 1;
    if (count === 1) first(signal);
    else second(signal);
  };
  if (cluster.isWorker) receiveFromPrimary(receive);
  else process.on('SIGTERM', receive).on('SIGINT', receive);
  return requests;
}

/**
 * Listens to the primary process, which receives the signals. A terminal and some supervisors send them to every process: a worker that
 * received them too would take the one for two.
 */
function receiveFromPrimary(receive: (signal: NodeJS.Signals) => void): void {
  process.on('SIGTERM', () => undefined).on('SIGINT', () => undefined);
  process.on('message', (message) => {
    if (isToWorker(message) && message.worktrack === 'stop') receive('SIGTERM');
  });
}

/** Logs an uncaught error and ends the process: its state is unknown, and a supervisor can start a new one. */
export function endOnFault(log: ServerLogger): void {
  const end = (error: unknown): void => {
    log.error({ err: error }, 'A fault that nobody caught: this process ends.');
    process.exit(EXIT.failed);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
