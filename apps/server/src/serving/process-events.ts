import type { ServerLogger } from '../logging.js';
import { EXIT } from '../outcome.js';

/** Resolves at the first SIGTERM or SIGINT. From then on, more of them change nothing: what is under way has its time. */
export function stopRequested(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve);
  });
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
