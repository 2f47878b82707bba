import type { ServerLogger } from '../logging.js';
import { EXIT } from '../outcome.js';

/** When this process is asked to stop. */
export interface StopRequests {
  /** Resolves at the first SIGTERM or SIGINT. */
  readonly first: Promise<NodeJS.Signals>;
  /** Resolves at the second: somebody is in a hurry. */
  readonly second: Promise<NodeJS.Signals>;
}

/** Listens for SIGTERM and SIGINT from now on. Further ones than two change nothing: requests under way have their time. */
export function stopRequests(): StopRequests {
  let first: (signal: NodeJS.Signals) => void;
  let second: (signal: NodeJS.Signals) => void;
  const requests = {
    first: new Promise<NodeJS.Signals>((resolve) => (first = resolve)),
    second: new Promise<NodeJS.Signals>((resolve) => (second = resolve)),
  };
  let count = 0;
  const hear = (signal: NodeJS.Signals): void => {
    count += 1;
    if (count === 1) first(signal);
    else second(signal);
  };
  process.on('SIGTERM', hear).on('SIGINT', hear);
  return requests;
}

/** A fault that nobody caught leaves this process in an unknown state: it says so and ends, and another one begins anew. */
export function endOnFault(log: ServerLogger): void {
  const end = (error: unknown): void => {
    log.error({ err: error }, 'A fault that nobody caught: this process ends.');
    process.exit(EXIT.failed);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}
