import type { AccessEntry, ServerLog } from '@worktrack/adapter-http';
import type { ServerLogger } from './logging.js';

/** What the HTTP side has to say, as lines of the one log. Fields are named one by one: a new one is a decision. */
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
