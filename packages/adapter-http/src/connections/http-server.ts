import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { isIP, type AddressInfo, type Socket } from 'node:net';
import { respondToParserError } from '../arrival/raw-errors.js';
import { connectionOf, type Connections } from './connections.js';

/** Settings of a server; times are milliseconds. */
export interface ServerSettings {
  /** Timeout of a connection without any traffic. */
  readonly connectionTimeout: number;
  /** Timeout of a connection that waits for its next request. */
  readonly keepAliveTimeout: number;
  /** Header lines of a request that Node keeps: it drops the rest. */
  readonly maxHeadersCount: number;
}

/** The Node servers of one API: one for each address of the host name. */
export class HttpServers {
  /** Servers in addition to the first, which belongs to Fastify. */
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

  /** Listens on the other addresses of a host name: `localhost` has one of each family. Skips an address that is not available. */
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

  /** Stops listening on the other addresses. */
  closeOthers(): void {
    for (const server of this.others.splice(0)) server.close();
  }
}

/** Makes a Node server whose connections are handled by `Connections` from the first byte to the last. */
function createHttpServer(
  connections: Connections,
  http: ServerOptions,
  { connectionTimeout, keepAliveTimeout, maxHeadersCount }: ServerSettings,
  handler: RequestListener,
): Server {
  const server = createServer({ ...http, keepAliveTimeout });
  server.maxHeadersCount = maxHeadersCount;
  server.setTimeout(connectionTimeout);
  const servedBy =
    (serve: RequestListener): RequestListener =>
    (request, response) => {
      const connection = connectionOf(request.socket);
      if (connection) connection.arrive({ request, response, serve });
      else request.socket.destroy();
    };
  server.on('connection', (socket) => {
    connections.welcome(socket);
  });
  server.on('request', servedBy(handler));
  // Send `100 Continue` only after the checks of the request (preParsing).
  server.on('checkContinue', servedBy(handler));
  server.on('checkExpectation', servedBy(handler));
  server.on('timeout', (socket: Socket) => {
    connectionOf(socket)?.cut();
  });
  server.on('clientError', respondToParserError);
  server.on('connect', (_request, socket: Socket) => {
    respondToParserError(new Error('CONNECT is for proxies.'), socket);
  });
  // Node treats a connection as idle as soon as its response is complete, and would close it before the response has left.
  server.closeIdleConnections = () => {
    connections.cutIdle();
  };
  server.closeAllConnections = () => {
    connections.cutAll();
  };
  return server;
}
