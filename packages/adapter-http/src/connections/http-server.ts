import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { isIP, type AddressInfo, type Socket } from 'node:net';
import { answerParserError } from '../pipeline/raw-errors.js';
import { connectionOf, type Connections } from './connections.js';

/** Settings of a server; times are milliseconds. */
export interface ServerSettings {
  /** For a connection without any traffic. */
  readonly connectionTimeout: number;
  /** For a connection that waits for its next request. */
  readonly keepAliveTimeout: number;
  /** Header lines of a request that Node keeps: it drops the rest. */
  readonly maxHeadersCount: number;
}

/** The servers of Node behind one API: one for each address that a host name stands for. */
export class HttpServers {
  /** Servers beside the first, which belongs to Fastify. */
  private readonly others: Server[] = [];
  private create: (() => Server) | undefined;

  constructor(
    private readonly connections: Connections,
    private readonly settings: ServerSettings,
  ) {}

  /** Makes the first server. */
  first(http: ServerOptions, handler: RequestListener): Server {
    this.create = () => createHttpServer(this.connections, http, this.settings, handler);
    return this.create();
  }

  /** Listens on the further addresses of a host name: `localhost` has one of each family. One that cannot be had is left out. */
  async listenBeside(host: string, { address, port }: AddressInfo): Promise<void> {
    if (isIP(host) !== 0) return;
    const addresses = new Set((await lookup(host, { all: true })).map((found) => found.address));
    addresses.delete(address);
    for (const other of addresses) {
      const server = this.create?.();
      if (!server) return;
      server.listen({ port, host: other });
      const isListening = await once(server, 'listening').then(
        () => true,
        () => false,
      );
      if (isListening) this.others.push(server);
    }
  }

  /** Stops listening on the further addresses. */
  closeOthers(): void {
    for (const server of this.others.splice(0)) server.close();
  }
}

/** A server of Node whose connections are looked after from the first byte to the last. */
function createHttpServer(
  connections: Connections,
  http: ServerOptions,
  { connectionTimeout, keepAliveTimeout, maxHeadersCount }: ServerSettings,
  handler: RequestListener,
): Server {
  const server = createServer({ ...http, keepAliveTimeout });
  server.maxHeadersCount = maxHeadersCount;
  server.setTimeout(connectionTimeout);
  const answerBy =
    (answer: RequestListener): RequestListener =>
    (request, response) => {
      const connection = connectionOf(request.socket);
      if (connection) connection.arrive({ request, response, answer });
      else request.socket.destroy();
    };
  server.on('connection', (socket) => {
    connections.welcome(socket);
  });
  server.on('request', answerBy(handler));
  // A body is asked for once the request was judged (preParsing), not before.
  server.on('checkContinue', answerBy(handler));
  server.on('checkExpectation', answerBy(handler));
  server.on('timeout', (socket: Socket) => {
    connectionOf(socket)?.cut();
  });
  server.on('clientError', answerParserError);
  server.on('connect', (_request, socket: Socket) => {
    answerParserError(new Error('CONNECT is for proxies.'), socket);
  });
  // Node takes a connection for idle as soon as its answer is complete, and closes it before the answer has left.
  server.closeIdleConnections = () => {
    connections.cutIdle();
  };
  server.closeAllConnections = () => {
    connections.cutAll();
  };
  return server;
}
