import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RequestMonitor } from '@worktrack/adapter-http';
import type { DatabaseMonitor } from '@worktrack/adapter-postgres';
import type { Configuration } from '../config.js';
import type { ServerLogger } from '../logging.js';
import { RELEASE } from '../release.js';
import { failureToOpen } from '../serving/listen.js';
import type { Watched } from './metrics.js';
import type { WorkMetrics } from './work-metrics.js';

/** Metrics that are served until they are closed. */
export interface OpenMetrics {
  readonly requests: RequestMonitor;
  readonly database: DatabaseMonitor;
  readonly work: WorkMetrics;
  /** Shows the state of these parts too, from now on. */
  watch(parts: Partial<Watched>): void;
  close(): void;
}

/** Connections at once: one Prometheus needs one, and nobody else has business here. */
const MOST_CONNECTIONS = 16;

/** Milliseconds for which an answer is kept: more than one a second costs nothing. */
const KEPT = 1_000;

/**
 * Serves `GET /metrics` at a port of its own, without authentication. Without a port nothing is loaded or counted. Throws with one sentence
 * when the port cannot be opened.
 */
export async function openMetrics(
  { metrics: address }: Pick<Configuration, 'metrics'>,
  log: ServerLogger,
): Promise<OpenMetrics | undefined> {
  if (!address) return undefined;
  const [{ Metrics }, { LAST_MIGRATION }] = await Promise.all([
    import('./metrics.js'),
    import('@worktrack/adapter-postgres'),
  ]);
  const metrics = new Metrics({ version: RELEASE, migration: LAST_MIGRATION });
  let kept: { readonly at: number; readonly text: Promise<string> } | undefined;
  const text = (): Promise<string> => {
    const now = performance.now();
    if (!kept || now - kept.at >= KEPT) kept = { at: now, text: metrics.text() };
    return kept.text;
  };
  const server = createServer((request, response) => {
    answer(request, response, metrics.contentType, text).catch((error: unknown) => {
      log.error({ err: error }, 'The metrics could not be collected.');
      response.destroy();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(address.port, address.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    metrics.end();
    throw failureToOpen(error, address);
  }
  return {
    requests: metrics.requests,
    database: metrics.database,
    work: metrics.work,
    watch: (parts) => {
      metrics.watch(parts);
    },
    close: () => {
      metrics.end();
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
