import type { AccessEntry, ServerLog } from '@worktrack/adapter-http';
import type { ServerLogger } from './logging.js';

/** Writes the events of the HTTP adapter to the process's log. Each field is named, so that logging a new one is a decision. */
export function httpLog(log: ServerLogger): ServerLog {
  return {
    access(entry: AccessEntry): void {
      const { requestId, clientRequestId, method, route, operation, status, outcome, milliseconds, address } = entry;
      const { userId, tokenId, organizationId } = entry;
      const who = { address, userId, tokenId, organizationId };
      const line = { requestId, clientRequestId, method, route, operation, status, outcome, milliseconds, ...who };
      log.info(line, 'request');
    },
    fault(requestId: string, error: unknown): void {
      log.error({ requestId, err: error }, 'A request failed unexpectedly.');
    },
  };
}
