import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';

/** Headers that belong to one connection, not to the message (RFC 9110, section 7.6.1). */
const OF_A_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade']);

/** Milliseconds between two probes. */
const PERIOD = 1_000;

interface Backend {
  readonly baseUrl: string;
  isReady: boolean;
}

/**
 * A load balancer as operators use one: it asks each server every second if it is ready, sends requests to the ready ones in turn over
 * connections that it keeps, and sends no request twice.
 */
export class Balancer {
  private readonly agent = new Agent({ pipelining: 1, headersTimeout: 30_000, bodyTimeout: 30_000 });
  private readonly backends: readonly Backend[];
  private readonly server = createServer((request, response) => {
    void this.pass(request, response);
  });
  private readonly probing: NodeJS.Timeout;
  private turn = 0;
  /** The number of requests that were sent to each server. */
  readonly sent = new Map<string, number>();
  /** Requests without an answer of a server, each with the reason. */
  readonly unanswered: string[] = [];

  constructor(baseUrls: readonly string[]) {
    this.backends = baseUrls.map((baseUrl) => ({ baseUrl, isReady: false }));
    this.probing = setInterval(() => void this.probe(), PERIOD);
  }

  /** Opens the port. */
  async listen(port: number): Promise<void> {
    await this.probe();
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Waits until every server is ready, as the balancer sees it. */
  async untilAllAreReady(): Promise<void> {
    while (!this.backends.every(({ isReady }) => isReady)) await pause(50);
  }

  async close(): Promise<void> {
    clearInterval(this.probing);
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
    await this.agent.close();
  }

  private async probe(): Promise<void> {
    await Promise.all(
      this.backends.map(async (backend) => {
        backend.isReady = await this.agent
          .request({ origin: backend.baseUrl, path: '/api/ready', method: 'GET', headersTimeout: PERIOD })
          .then(async ({ statusCode, body }) => {
            await body.dump();
            return statusCode === 200;
          })
          .catch(() => false);
      }),
    );
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ready = this.backends.filter(({ isReady }) => isReady);
    const backend = ready[(this.turn += 1) % ready.length];
    const words = `${request.method ?? ''} ${request.url ?? ''}`;
    if (backend === undefined) {
      this.fail(response, `${words}: no server is ready`);
      return;
    }
    const { baseUrl: origin } = backend;
    this.sent.set(origin, (this.sent.get(origin) ?? 0) + 1);
    try {
      const { url: path = '/', method = 'GET' } = request;
      const body = method === 'GET' ? null : request;
      const answer = await this.agent.request({ origin, path, method, headers: passed(request.headers), body });
      response.writeHead(answer.statusCode, passed(answer.headers));
      response.end(Buffer.from(await answer.body.arrayBuffer()));
    } catch (error) {
      this.fail(response, `${words}: ${String(error)}`);
    }
  }

  private fail(response: ServerResponse, reason: string): void {
    this.unanswered.push(reason);
    response.destroy();
  }
}

/** The headers that a proxy passes on. */
function passed(headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !OF_A_CONNECTION.has(name));
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}
