import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ServerLogger } from '../logging.js';
import { RELEASE } from '../release.js';
import { failureToOpen } from '../serving/listen.js';
import { TIME_ZONE_DATA } from '../time-zones.js';

/** The most concurrent connections: one Prometheus needs one, and nobody else has business here. */
const MOST_CONNECTIONS = 16;

/** Milliseconds for which a response is kept, so that more than one request a second costs nothing. */
const KEPT = 1_000;

/** A document that the port serves. */
interface Served {
  readonly contentType: string;
  readonly text: () => string | Promise<string>;
}

const HEALTH: Served = {
  contentType: 'application/json; charset=utf-8',
  text: () =>
    JSON.stringify({
      status: 'ok',
      version: RELEASE,
      timeZoneData: TIME_ZONE_DATA,
      timestamp: new Date().toISOString(),
    }),
};

/** Serves `GET /metrics` and `GET /api/health` until it is closed. Throws with one sentence when the port cannot be opened. */
export async function serveMetrics(
  address: { readonly port: number; readonly host: string },
  metrics: { text(): Promise<string> },
  log: ServerLogger,
  onFailure: () => void = () => undefined,
): Promise<{ readonly close: () => void }> {
  let kept: { readonly at: number; readonly text: Promise<string> } | undefined;
  const text = (): Promise<string> => {
    const now = performance.now();
    if (!kept || now - kept.at >= KEPT) kept = { at: now, text: metrics.text() };
    return kept.text;
  };
  const served = new Map([
    // The text format of Prometheus.
    ['/metrics', { contentType: 'text/plain; version=0.0.4; charset=utf-8', text }],
    ['/api/health', HEALTH],
  ]);
  const server = createServer((request, response) => {
    respond(request, response, served).catch((error: unknown) => {
      log.error({ err: error }, 'The metrics could not be collected.');
      response.destroy();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(address.port, address.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    onFailure();
    throw failureToOpen(error, address, 'METRICS_PORT');
  }
  return {
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  served: ReadonlyMap<string, Served>,
): Promise<void> {
  const found = served.get(url.split('?')[0] ?? '');
  if (!found) {
    response.writeHead(404).end();
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const body = await found.text();
  response.writeHead(200, { 'Content-Type': found.contentType, 'Content-Length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}
