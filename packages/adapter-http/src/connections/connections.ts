import type { Socket } from 'node:net';
import type { Release } from '@worktrack/application';
import { clientNetworkOf } from '../limits/client-network.js';
import type { Limits } from '../limits/limits.js';
import { Connection, type SharedByConnections } from './connection.js';
import type { ConnectionLimits } from './limits.js';

const connectionBySocket = new WeakMap<Socket, Connection>();

/** Returns the connection of a socket that a server accepted. */
export function connectionOf(socket: Socket): Connection | undefined {
  return connectionBySocket.get(socket);
}

/** All client connections of this process, and the memory that they use together. */
export class Connections implements SharedByConnections {
  private readonly all = new Set<Connection>();
  /** Connections whose response is leaving. */
  private readonly sending = new Set<Connection>();
  private received = 0;
  private unsent = 0;
  private watch: NodeJS.Timeout | undefined;
  /** The slots of the requests that began in this turn of the event loop. */
  private begun: Release[] = [];
  private isTurnAhead = false;

  constructor(
    readonly limits: ConnectionLimits,
    private readonly semaphores: Pick<Limits, 'sockets' | 'turns'>,
  ) {}

  get size(): number {
    return this.all.size;
  }

  /** Takes over a socket, right after Node's own server has set it up. */
  welcome(socket: Socket): void {
    const network = clientNetworkOf(socket.remoteAddress ?? '');
    const release = this.semaphores.sockets.tryTake({ network });
    if (!release) {
      socket.destroy();
      return;
    }
    socket.once('close', release);
    const connection = new Connection(socket, network, this);
    connectionBySocket.set(socket, connection);
    this.all.add(connection);
    this.watch ??= setInterval(() => {
      this.cutSlowReaders();
    }, this.limits.sending.milliseconds / 4).unref();
  }

  forget(connection: Connection): void {
    this.all.delete(connection);
    this.sent(connection);
    this.receives(connection, 0);
  }

  get isTurnFull(): boolean {
    const { turns } = this.semaphores;
    return turns.waitingCount > 0 || turns.takenCount >= turns.bounds.process;
  }

  beginsInTurn({ network }: Connection): void {
    const release = this.semaphores.turns.tryTake({ network });
    if (release) this.endWithTurn(release);
  }

  inLaterTurn({ network }: Connection, work: () => void): Release {
    this.expectTurn();
    return this.semaphores.turns.enqueue({ network }, 1, (release) => {
      this.endWithTurn(release);
      work();
    });
  }

  private endWithTurn(release: Release): void {
    this.begun.push(release);
    this.expectTurn();
  }

  private expectTurn(): void {
    if (this.isTurnAhead) return;
    this.isTurnAhead = true;
    setImmediate(() => {
      this.isTurnAhead = false;
      for (const release of this.begun.splice(0)) release();
      this.semaphores.turns.serve();
    });
  }

  /** Closes the connections without a request. */
  cutIdle(): void {
    for (const connection of this.all) if (connection.isIdle) connection.cut();
  }

  /** Closes every connection, whatever happens on it. */
  cutAll(): void {
    for (const connection of this.all) connection.cut();
    clearInterval(this.watch);
    this.watch = undefined;
  }

  /**
   * Sets the bytes of a connection that no request has taken over. When all together exceed the limit, cuts the connection with the most, of
   * the network with the most.
   */
  receives(connection: Connection, bytes: number): void {
    this.received += bytes - connection.received;
    connection.received = bytes;
    if (this.received <= this.limits.received) return;
    largestOf(
      ofLargestOwner(
        this.all,
        ({ network }) => network,
        ({ received }) => received,
      ),
    ).cut();
  }

  /**
   * Adds a connection whose response begins to leave. While the unsent bytes exceed the limit, cuts the connection that is stuck longest, of
   * the user or the network with the most of these bytes.
   */
  sends(connection: Connection): void {
    this.sending.add(connection);
    this.unsent += connection.unsent;
    if (this.unsent <= this.limits.unsent) return;
    this.cutSlowReaders();
    while (this.unsent > this.limits.unsent && this.sending.size > 0) {
      const slowest = slowestOf(
        ofLargestOwner(
          this.sending,
          ({ owner }) => owner,
          ({ unsent }) => unsent,
        ),
      );
      this.sent(slowest);
      slowest.cut();
    }
  }

  sent(connection: Connection): void {
    if (!this.sending.delete(connection)) return;
    this.unsent -= connection.unsent;
    connection.unsent = 0;
  }

  private cutSlowReaders(): void {
    const now = performance.now();
    for (const connection of this.sending) {
      if (!connection.isReading(now)) connection.cut();
    }
  }
}

/** Returns the connections of the owner with the most bytes. */
function ofLargestOwner(
  connections: Iterable<Connection>,
  ownerOf: (connection: Connection) => string,
  bytesOf: (connection: Connection) => number,
): Connection[] {
  const byOwner = new Map<string, { bytes: number; readonly connections: Connection[] }>();
  for (const connection of connections) {
    const bytes = bytesOf(connection);
    if (bytes === 0) continue;
    const own = byOwner.get(ownerOf(connection)) ?? { bytes: 0, connections: [] };
    own.bytes += bytes;
    own.connections.push(connection);
    byOwner.set(ownerOf(connection), own);
  }
  return best(byOwner.values(), (one, other) => one.bytes > other.bytes).connections;
}

function largestOf(connections: Iterable<Connection>): Connection {
  return best(connections, (one, other) => one.received > other.received);
}

/** Finds the connection with the oldest progress; of several, the one with the most to send. */
function slowestOf(connections: Iterable<Connection>): Connection {
  return best(connections, (one, other) =>
    one.progressAt === other.progressAt ? one.unsent > other.unsent : one.progressAt < other.progressAt,
  );
}

function best<Item>(items: Iterable<Item>, isBetter: (one: Item, other: Item) => boolean): Item {
  const [first, ...others] = items;
  if (first === undefined) throw new Error('There is nothing to choose from.');
  return others.reduce((found, item) => (isBetter(item, found) ? item : found), first);
}
