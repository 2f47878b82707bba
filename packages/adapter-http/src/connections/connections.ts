import type { Socket } from 'node:net';
import { Connection, type SharedByConnections } from './connection.js';
import type { ConnectionLimits } from './limits.js';
import { LoopTurns } from './loop-turns.js';

const connectionBySocket = new WeakMap<Socket, Connection>();

/** Returns the connection of a socket that a server accepted. */
export function connectionOf(socket: Socket): Connection | undefined {
  return connectionBySocket.get(socket);
}

/** All client connections of this process, and the memory that they use together. */
export class Connections implements SharedByConnections {
  readonly turns: LoopTurns;
  private readonly all = new Set<Connection>();
  /** Connections whose answer is leaving. */
  private readonly sending = new Set<Connection>();
  private received = 0;
  private unsent = 0;
  private watch: NodeJS.Timeout | undefined;

  constructor(readonly limits: ConnectionLimits) {
    this.turns = new LoopTurns(limits.requestsInTurn);
  }

  get size(): number {
    return this.all.size;
  }

  /** Takes over a socket, right after Node's own server has set it up. */
  welcome(socket: Socket): void {
    if (this.all.size >= this.limits.connections) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, this);
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

  /** Sets the bytes of a connection that no request has taken over. When all together exceed the limit, cuts the one with the most. */
  receives(connection: Connection, bytes: number): void {
    this.received += bytes - connection.received;
    connection.received = bytes;
    if (this.received > this.limits.received) largestOf(this.all).cut();
  }

  /** Adds a connection whose answer begins to leave. While the unsent bytes exceed the limit, cuts the client that is stuck longest. */
  sends(connection: Connection): void {
    this.sending.add(connection);
    this.unsent += connection.unsent;
    if (this.unsent <= this.limits.unsent) return;
    this.cutSlowReaders();
    while (this.unsent > this.limits.unsent && this.sending.size > 0) {
      const slowest = slowestOf([...this.sending].filter(({ unsent }) => unsent > 0));
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
