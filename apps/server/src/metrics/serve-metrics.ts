import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ServerLogger } from '../logging.js';
import { failureToOpen } from '../serving/listen.js';

/** Connections at once: one Prometheus needs one, and nobody else has business here. */
const MOST_CONNECTIONS = 16;

/** Milliseconds for which an answer is kept: more than one a second costs nothing. */
const KEPT = 1_000;

/** The text format of Prometheus. */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves `GET /metrics` until it is closed. Throws with one sentence when the port cannot be opened. */
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
  const server = createServer((request, response) => {
    answer(request, response, CONTENT_TYPE, text).catch((error: unknown) => {
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

async function answer(
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  contentType: string,
  text: () => Promise<string>,
): Promise<void> {
  if (url.split('?')[0] !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const body = await text();
  response.writeHead(200, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}
