import type { RequestWork } from '@worktrack/application';
import { Client, type ClientConfig, type Submittable } from 'pg';
import type { DatabaseMonitor } from './database-monitor.js';
import { Exchange, type Answered, type Observer } from './exchange.js';
import { readWholeRows } from './row-texts.js';
import type { Statement } from './statement.js';
import type { Value } from './values.js';

/** Options and callbacks of the shared connections. */
export interface SharedSettings {
  /** Options of a connection, its time limit for an exchange included. */
  readonly client: ClientConfig;
  readonly connections: number;
  readonly observe: Observer;
  readonly monitor?: DatabaseMonitor | undefined;
}

/** Statements that one connection may have under way. */
const PLACES = 32;
/** Statements of one exchange. An error, or a slow statement, concerns only those of its exchange and those behind it. */
const MOST_TOGETHER = 16;
/** Milliseconds for the oldest exchange of a connection, after which no more is sent on it. */
const SLOW = 100;
/** Milliseconds between attempts to open a connection. The pause doubles while they fail. */
const PAUSE = { shortest: 100, longest: 5_000 };

/** Executes a statement that no shared connection has executed. */
export type Otherwise = () => Promise<object[]>;

interface Asked {
  readonly statement: Statement;
  readonly values: readonly Value[];
  readonly otherwise: Otherwise;
  /** The request that it is for. */
  readonly work: RequestWork | undefined;
  readonly resolve: (rows: object[] | Promise<object[]>) => void;
}

/**
 * A few connections that brief reads of many requests share. The statements that are asked for in one turn of the event loop are sent
 * together, without waiting for those before them. A connection is opened when it is first needed, and again after it broke.
 */
export class SharedConnections {
  private readonly all: readonly SharedConnection[];
  private asked: Asked[] = [];
  private isClosed = false;

  constructor({ client, connections, observe, monitor }: SharedSettings) {
    this.all = Array.from({ length: connections }, () => new SharedConnection(client, observe, monitor));
  }

  /**
   * Executes a statement in the next exchange. Calls `otherwise` when it is not executed there, for whatever reason: no connection is open,
   * all their places are taken, an error of its own or of another statement, a connection that broke.
   */
  rows(statement: Statement, values: readonly Value[], otherwise: Otherwise, work?: RequestWork): Promise<object[]> {
    if (this.isClosed || !this.hasPlace()) return otherwise();
    return new Promise((resolve) => {
      this.asked.push({ statement, values, otherwise, work, resolve });
      if (this.asked.length === 1) setImmediate(this.send);
    });
  }

  /** Closes all connections. Statements under way are executed otherwise. */
  close(): void {
    this.isClosed = true;
    for (const connection of this.all) connection.close();
  }

  private hasPlace(): boolean {
    const now = performance.now();
    let free = -this.asked.length;
    for (const connection of this.all) free += connection.placesAt(now);
    return free > 0;
  }

  private readonly send = (): void => {
    const { asked } = this;
    this.asked = [];
    const now = performance.now();
    for (let next = 0; next < asked.length;) {
      const [connection, free] = this.freest(now);
      const together = asked.slice(next, next + Math.min(free, MOST_TOGETHER));
      // Meanwhile the connections may have broken.
      if (!connection || together.length === 0) {
        executeOtherwise(asked.slice(next));
        return;
      }
      connection.send(together, now);
      next += together.length;
    }
  };

  private freest(now: number): [SharedConnection | undefined, number] {
    let [best, most]: [SharedConnection | undefined, number] = [undefined, 0];
    for (const connection of this.all) {
      const free = connection.placesAt(now);
      if (free > most) [best, most] = [connection, free];
    }
    return [best, most];
  }
}

function executeOtherwise(asked: readonly Asked[]): void {
  for (const { otherwise, resolve } of asked) resolve(otherwise());
}

class SharedConnection {
  private client: Client | undefined;
  private isOpening = false;
  private isClosed = false;
  private opensAt = 0;
  private pause = PAUSE.shortest;
  private taken = 0;
  /** The instants at which the exchanges under way were sent, the oldest first. */
  private readonly since: number[] = [];

  constructor(
    private readonly config: ClientConfig,
    private readonly observe: Observer,
    private readonly monitor: DatabaseMonitor | undefined,
  ) {}

  /** Returns how many statements can be sent now; 0 while the connection is slow, or is not open: then it begins to open. */
  placesAt(now: number): number {
    if (!this.client) this.openAt(now);
    const [oldest = now] = this.since;
    return this.client && now - oldest < SLOW ? PLACES - this.taken : 0;
  }

  /** Sends the statements together. The driver closes a connection on which no result arrives in time. */
  send(asked: readonly Asked[], now: number): void {
    const { client } = this;
    const names = asked.map(({ statement }) => statement.name);
    this.observe(names);
    this.taken += asked.length;
    this.since.push(now);
    try {
      const statements = asked.map(({ statement, values }) => ({ statement, values, preparedAs: statement.name }));
      // After the driver's time limit nothing is known of the rows that have arrived.
      let delivered = 0;
      const answered: Answered = (error) => {
        this.ended(asked.length);
        this.monitor?.roundTripEnded({
          pool: 'shared',
          seconds: (performance.now() - now) / 1_000,
          statements: names,
          isFailed: error !== undefined,
          works: asked.map(({ work }) => work),
        });
        if (error) executeOtherwise(asked.slice(delivered));
      };
      // A request does not wait for those that were sent together with it: their rows would fill the memory meanwhile.
      const exchange = new Exchange(statements, undefined, answered, (rows, index) => {
        delivered = index + 1;
        asked[index]?.resolve(rows);
      });
      client?.query(exchange as object as Submittable);
    } catch {
      this.ended(asked.length);
      executeOtherwise(asked);
    }
  }

  close(): void {
    this.isClosed = true;
    this.client?.connection.stream.destroy();
    this.client = undefined;
  }

  private ended(places: number): void {
    this.taken -= places;
    this.since.shift();
  }

  private openAt(now: number): void {
    if (this.isOpening || this.isClosed || now < this.opensAt) return;
    this.isOpening = true;
    void this.open().then((client) => {
      this.isOpening = false;
      this.opensAt = performance.now() + this.pause;
      this.pause = client ? PAUSE.shortest : Math.min(2 * this.pause, PAUSE.longest);
      if (this.isClosed) client?.connection.stream.destroy();
      else this.client = client;
    });
  }

  /** Resolves to `undefined` when there is no connection, or another session answers on it than the one that was opened. */
  private async open(): Promise<Client | undefined> {
    const client = new Client(this.config);
    readWholeRows(client);
    const broke = () => {
      if (this.client === client) this.client = undefined;
      client.connection.stream.destroy();
    };
    client.on('error', broke);
    client.on('end', broke);
    try {
      await client.connect();
      // A pooler that lends its sessions for a transaction has process ids of its own, and keeps no prepared statements.
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const { processID: processId } = client as Client & { readonly processID: number };
      if (rows[0]?.pid === processId) return client;
    } catch {
      // The requests use the pool, which reports why.
    }
    broke();
    return undefined;
  }
}
