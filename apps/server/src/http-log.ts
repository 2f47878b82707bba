import type { AccessEntry, ServerLog } from '@worktrack/adapter-http';
import { ONE_SECOND } from '@worktrack/domain';
import { pino } from 'pino';
import type { ServerLogger } from './logging.js';

const INFO = pino.levels.values.info;

const UNTRUSTED_PROXY =
  'A request came with X-Forwarded-For or Forwarded, and TRUST_PROXY is off. If a proxy is in front of this server, set TRUST_PROXY to it, ' +
  'and let it send X-Forwarded-For: until then all its clients share the limits of its address.';

/** The stream of a logger, which gets one whole line at a time. */
interface LineStream {
  write(line: string): void;
  /** Set before each line where the stream asks for it. */
  lastLevel?: number | undefined;
}

/**
 * Writes the events of the HTTP adapter to the process's log. Each field is named, so that logging a new one is a decision.
 *
 * The access line is built as text, the same bytes that the logger would write: it is written for every request, and the logger needs
 * three times as long.
 */
export function httpLog(log: ServerLogger): ServerLog {
  const stream = (log as unknown as Readonly<Record<symbol, LineStream>>)[pino.symbols.streamSym];
  if (!stream) throw new Error('The logger has no stream.');
  const clock = new ClockText();
  const before = `{"level":"info","time":"`;
  const after = `","pid":${process.pid},"requestId":"`;
  return {
    access(entry: AccessEntry): void {
      if (!log.isLevelEnabled('info')) return;
      stream.lastLevel = INFO;
      stream.write(`${before}${clock.now()}${after}${fieldsOf(entry)},"msg":"request"}\n`);
    },
    fault(requestId: string, error: unknown, traceId?: string): void {
      log.error({ requestId, ...(traceId !== undefined && { traceId }), err: error }, 'A request failed unexpectedly.');
    },
    untrustedProxy(): void {
      log.warn(UNTRUSTED_PROXY);
    },
  };
}

/** The fields of a line from the value of `requestId` on. Texts that a client may have written are escaped; the others are the server's own. */
function fieldsOf(entry: AccessEntry): string {
  const { requestId, clientRequestId, method, route, operation, status, outcome, milliseconds, address } = entry;
  const { userId, tokenId, organizationId, traceId } = entry;
  let fields = `${requestId}"`;
  if (clientRequestId !== undefined) fields += `,"clientRequestId":${JSON.stringify(clientRequestId)}`;
  fields += `,"method":${JSON.stringify(method)},"route":"${route}"`;
  if (operation !== undefined) fields += `,"operation":"${operation}"`;
  if (status !== undefined) fields += `,"status":${status}`;
  fields += `,"outcome":"${outcome}","milliseconds":${milliseconds},"address":${JSON.stringify(address)}`;
  if (userId !== undefined) fields += `,"userId":"${userId}"`;
  if (tokenId !== undefined) fields += `,"tokenId":"${tokenId}"`;
  if (organizationId !== undefined) fields += `,"organizationId":"${organizationId}"`;
  if (traceId !== undefined) fields += `,"traceId":"${traceId}"`;
  return fields;
}

/** The current instant as RFC 3339 text in UTC. The part up to the second is made once for each second. */
class ClockText {
  private second = -1;
  private text = '';

  now(): string {
    const now = Date.now();
    const second = Math.floor(now / ONE_SECOND);
    if (second !== this.second) {
      this.second = second;
      this.text = new Date(second * ONE_SECOND).toISOString().slice(0, -'000Z'.length);
    }
    return `${this.text}${String(now - second * ONE_SECOND).padStart(3, '0')}Z`;
  }
}
