import type { AccessEntry, ServerLog } from '@worktrack/adapter-http';
import type { ServerLogger } from './logging.js';

const UNTRUSTED_PROXY =
  'A request came with X-Forwarded-For or Forwarded, and TRUST_PROXY is off. If a proxy is in front of this server, set TRUST_PROXY to it, ' +
  'and let it send X-Forwarded-For: until then all its clients share the limits of its address.';

/** Writes the events of the HTTP adapter to the process's log. The fields of an access line are those of `AccessEntry`, in their order. */
export function httpLog(log: ServerLogger): ServerLog {
  return {
    access(entry: AccessEntry): void {
      log.info(entry, 'request');
    },
    fault(requestId: string, error: unknown, traceId?: string): void {
      log.error({ requestId, traceId, err: error }, 'A request failed unexpectedly.');
    },
    untrustedProxy(): void {
      log.warn(UNTRUSTED_PROXY);
    },
  };
}
